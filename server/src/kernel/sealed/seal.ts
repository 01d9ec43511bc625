// Seals secrets and personal data for storage: AES-256-GCM with keys that are not in the database (docs/decisions/0043).
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export const KEY_BYTES = 32
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const PATTERN = /^seal1\.([\da-f]{16})\.([\w-]+)$/

export type Seal = {
  /** the id of the key that seals */
  keyId: string
  /**
   * Seals a text with the first key.
   * @param context where the value is stored, such as `sys_prop:sms`: a value that is moved to another place does not open there
   */
  seal: (text: string, context: string) => string
  /** The text of a sealed value. Throws for a key that this server does not have, another context or a changed value. */
  open: (sealed: string, context: string) => string
  isSealed: (text: string) => boolean
  /** whether a value is sealed with another key than the first */
  stale: (sealed: string) => boolean
  /** A keyed hash of 43 characters, for equality look-ups and unique indexes; a rotation of the keys does not change it. */
  fingerprint: (text: string, context: string) => string
}

const derived = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES))

/** The public id of a key: 16 hex digits, from which the key cannot be found. */
export const keyIdOf = (key: Buffer): string => derived(key, 'shuyuan seal id').toString('hex').slice(0, 16)

/** A key from base64; undefined unless it has 32 bytes. */
export function readKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return key.length === KEY_BYTES && /^[A-Za-z\d+/]+=*$/.test(text) ? key : undefined
}

export const isSealed = (text: string): boolean => PATTERN.test(text)

/** The id of the key with which a value is sealed. Throws for a value that is not sealed. */
export function sealedWith(sealed: string): string {
  const id = PATTERN.exec(sealed)?.[1]
  if (id === undefined) throw new Error('The value is not sealed.')
  return id
}

/** @param keys 32 bytes each: the first one seals, all open @param fingerprintKey the site's key for fingerprints */
export function makeSeal(keys: readonly Buffer[], fingerprintKey: Buffer): Seal {
  const ciphers = new Map(keys.map((key) => [keyIdOf(key), derived(key, 'shuyuan seal')]))
  const [keyId] = ciphers.keys()
  if (keyId === undefined) throw new Error('A seal needs a key.')
  return {
    keyId,
    seal: (text, context) => `seal1.${keyId}.${encrypt(ciphers.get(keyId)!, text, context)}`,
    open(sealed, context) {
      const id = sealedWith(sealed)
      const key = ciphers.get(id)
      if (!key) throw new Error(`A value of ${context} is sealed with the key ${id}, which this server does not have.`)
      return decrypt(key, sealed.slice(sealed.lastIndexOf('.') + 1), context)
    },
    isSealed,
    stale: (sealed) => sealedWith(sealed) !== keyId,
    fingerprint: (text, context) => createHmac('sha256', fingerprintKey).update(`${context}\0${text}`).digest('base64url'),
  }
}

function encrypt(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag, body] = [
    bytes.subarray(0, IV_BYTES),
    bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    bytes.subarray(IV_BYTES + TAG_BYTES),
  ]
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context)).setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch (error) {
    throw new Error(`A sealed value of ${context} was changed or belongs to another place.`, { cause: error })
  }
}
