// The encrypted file of a backup: AES-256-GCM in chunks, with a key from a passphrase.
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** A backup that cannot be made or read, in words for the operator. */
export class BackupError extends Error {}

const MAGIC = Buffer.from('SHUYUAN-BACKUP-1')
const SALT_BYTES = 16
const CHECK_BYTES = 16
const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES
const KEY_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 65_536
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES
const shortest = 12

const damaged = () => new BackupError('This backup is incomplete or was altered. Use another one.')

/** Throws for a passphrase that can be guessed by trying. */
export function mustBePassphrase(passphrase: string): void {
  if (passphrase.length < shortest) throw new BackupError(`The passphrase of backups must have at least ${shortest} characters.`)
}

/** 128 MB of memory and some tenths of a second for each try. The second half tells a wrong passphrase from a damaged file. */
function derive(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 2 * KEY_BYTES, cost, (error, bytes) => {
      if (error) return reject(error)
      const check = createHash('sha256').update(bytes.subarray(KEY_BYTES)).digest().subarray(0, CHECK_BYTES)
      resolve({ key: bytes.subarray(0, KEY_BYTES), check })
    })
  })
}

/** Each file has its own key, so that the number of the chunk is enough; the last chunk differs, so that a cut file is noticed. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Collects bytes and hands on whole chunks of `size`; the rest, which is the last chunk, when the stream ends. */
abstract class Chunks extends Transform {
  #held: Buffer[] = []
  #length = 0
  #index = 0
  readonly #size: number

  constructor(size: number) {
    super()
    this.#size = size
  }

  abstract convert(chunk: Buffer, index: number, isLast: boolean): Buffer

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.#held.push(bytes)
    this.#length += bytes.length
    // one byte more than a chunk shows that it is not the last one
    if (this.#length <= this.#size) return done()
    const all = Buffer.concat(this.#held)
    let start = 0
    try {
      for (; all.length - start > this.#size; start += this.#size)
        this.push(this.convert(all.subarray(start, start + this.#size), this.#index++, false))
    } catch (error) {
      return done(error as Error)
    }
    this.#held = [all.subarray(start)]
    this.#length = all.length - start
    done()
  }

  override _flush(done: TransformCallback) {
    try {
      done(null, this.convert(Buffer.concat(this.#held), this.#index, true))
    } catch (error) {
      done(error as Error)
    }
  }
}

class Encrypting extends Chunks {
  readonly #key: Buffer
  readonly #header: Buffer

  constructor(key: Buffer, header: Buffer) {
    super(CHUNK_BYTES)
    this.#key = key
    this.#header = header
    this.push(header)
  }

  convert(chunk: Buffer, index: number, isLast: boolean) {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(index, isLast)).setAAD(this.#header)
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

class Decrypting extends Chunks {
  readonly #key: Buffer
  readonly #header: Buffer

  constructor(key: Buffer, header: Buffer) {
    super(SEALED_BYTES)
    this.#key = key
    this.#header = header
  }

  convert(chunk: Buffer, index: number, isLast: boolean) {
    if (chunk.length < TAG_BYTES) throw damaged()
    const tag = chunk.subarray(chunk.length - TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(index, isLast)).setAAD(this.#header).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES)), decipher.final()])
    } catch {
      throw damaged()
    }
  }
}

/** A stream that turns bytes into an encrypted file. */
export async function encrypting(passphrase: string): Promise<Transform> {
  mustBePassphrase(passphrase)
  const salt = randomBytes(SALT_BYTES)
  const { key, check } = await derive(passphrase, salt)
  return new Encrypting(key, Buffer.concat([MAGIC, salt, check]))
}

/** The length of the header, which `decrypting` takes; the encrypted chunks follow. */
export const headerBytes = HEADER_BYTES

/**
 * A stream that turns the chunks after the header into the bytes that were encrypted; it fails when a chunk is missing or altered.
 * @throws BackupError for another kind of file, and for a wrong passphrase
 */
export async function decrypting(passphrase: string, header: Buffer): Promise<Transform> {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupError('This file is no backup.')
  if (header.length < HEADER_BYTES) throw damaged()
  const { key, check } = await derive(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES))
  if (!timingSafeEqual(check, header.subarray(MAGIC.length + SALT_BYTES))) throw new BackupError('The passphrase is wrong.')
  return new Decrypting(key, header)
}
