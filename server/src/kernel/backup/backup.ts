// Makes a backup of a whole site in one encrypted file, reads it back, and removes older ones.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { packBuiltIn, syncFile } from './built-in.ts'
import { packDump } from './dump.ts'
import { BackupError, decrypting, encrypting, headerBytes } from './envelope.ts'
import { connected, countRows, factsOf, Manifest, manifestPath } from './manifest.ts'
import { packed, packFolder, type Piece, unpacked } from './pack.ts'

export type Source = {
  databaseUrl: string
  /** the folder of the built-in database; undefined: the database is elsewhere */
  cluster: string | undefined
  /** folders with PostgreSQL's programs, for a database elsewhere; those of the machine unless told */
  programs?: readonly string[]
  dataDir: string
  /** of the program */
  version: string
}
/** bytes of the site's content, before compression, that were copied or read back so far */
export type OnBytes = (stage: 'copy' | 'check', bytes: number) => void
export type Made = { file: string; bytes: number; manifest: Manifest; removed: string[] }

const named = /^shuyuan-\d{8}-\d{6}\.backup$/
/** The folders of DATA_DIR that are copied after the database: a row may lack no file, files without a row do no harm. */
const stored = ['files', 'private']
/** The seal's key must not lie beside what it protects. */
const isLeftOut = (folder: string) => (below: string) => folder === 'private' && below === 'seal.key'

/** Files, bytes and hash of each part; a part is the first folder of a path. */
class Tally {
  readonly #parts = new Map<string, { files: number; bytes: number; hash: Hash }>()
  #current: { files: number; bytes: number; hash: Hash } | undefined

  add(piece: Piece) {
    if ('bytes' in piece) {
      this.#current?.hash.update(piece.bytes)
      if (this.#current) this.#current.bytes += piece.bytes.length
      return
    }
    const name = piece.entry.path.split('/')[0] ?? ''
    const part = this.#parts.get(name) ?? { files: 0, bytes: 0, hash: createHash('sha256') }
    this.#parts.set(name, part)
    this.#current = part
    if (!piece.entry.folder) part.files++
    part.hash.update(`\n${JSON.stringify(piece.entry)}\n`)
  }

  sums(): Manifest['parts'] {
    return Object.fromEntries(
      [...this.#parts].map(([name, { files, bytes, hash }]) => [name, { files, bytes, sha256: hash.copy().digest('hex') }]),
    )
  }
}

async function* piecesOf({ databaseUrl, cluster, dataDir, version, programs }: Source, now: Date): AsyncGenerator<Piece> {
  const tally = new Tally()
  const createdAt = now.toISOString()
  const client = await connected(databaseUrl)
  let about: Omit<Manifest, 'parts'>
  try {
    if (cluster === undefined) await client.query('begin isolation level repeatable read, read only')
    const before = await countRows(client)
    for await (const piece of cluster === undefined ? packDump(client, databaseUrl, programs) : packBuiltIn(client, cluster)) {
      tally.add(piece)
      yield piece
    }
    const counts = { before, after: await countRows(client) }
    const kind = cluster === undefined ? 'dump' : 'builtIn'
    about = { format: 1, version, createdAt, database: kind, ...(await factsOf(client)), counts }
  } finally {
    await client.end()
  }
  for (const name of stored)
    for await (const piece of packFolder(join(dataDir, name), name, isLeftOut(name))) {
      tally.add(piece)
      yield piece
    }
  const manifest: Manifest = { ...about, parts: tally.sums() }
  yield { entry: { path: manifestPath, mode: 0o600 } }
  yield { bytes: Buffer.from(JSON.stringify(manifest)) }
}

/** The pieces of a backup file. @throws BackupError for a wrong passphrase and for a file that is incomplete or altered */
export async function* readBackup(file: string, passphrase: string): AsyncGenerator<Piece> {
  const handle = await open(file, 'r')
  const header = Buffer.alloc(headerBytes)
  const { bytesRead } = await handle.read(header, 0, headerBytes, 0).finally(() => handle.close())
  const opened = await decrypting(passphrase, header.subarray(0, bytesRead))
  const unzipped = createZstdDecompress()
  const reading = pipeline(createReadStream(file, { start: headerBytes }), opened, unzipped)
  // awaited at the end; a failure before that also ends the loop
  reading.catch(() => undefined)
  yield* unpacked(unzipped as AsyncIterable<Buffer>)
  // to the last chunk, which shows that nothing was cut off
  unzipped.resume()
  await reading
}

async function* counted(pieces: AsyncIterable<Piece>, onBytes: (bytes: number) => void): AsyncGenerator<Piece> {
  let bytes = 0
  for await (const piece of pieces) {
    if ('bytes' in piece) onBytes((bytes += piece.bytes.length))
    yield piece
  }
}

/** Reads a backup to its end without writing anything. @throws BackupError as readBackup, and when a part is not what the manifest says */
export async function verifyBackup(
  file: string,
  passphrase: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Manifest> {
  const tally = new Tally()
  const text: Buffer[] = []
  let inManifest = false
  for await (const piece of counted(readBackup(file, passphrase), onBytes)) {
    if ('entry' in piece) inManifest = piece.entry.path === manifestPath
    if (!inManifest) tally.add(piece)
    else if ('bytes' in piece) text.push(Buffer.from(piece.bytes))
  }
  if (text.length === 0) throw new BackupError('This backup has no manifest.')
  const manifest = Manifest.parse(JSON.parse(Buffer.concat(text).toString()))
  const found = tally.sums()
  const names = new Set([...Object.keys(found), ...Object.keys(manifest.parts)])
  const wrong = [...names].filter((name) => found[name]?.sha256 !== manifest.parts[name]?.sha256)
  if (wrong.length > 0) throw new BackupError(`These parts of the backup are not what its manifest says: ${wrong.join(', ')}.`)
  return manifest
}

export type Options = { out: string; passphrase: string; keep?: number; now?: Date; onBytes?: OnBytes }

const stampOf = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

/**
 * Writes a backup into the folder `out` and reads it back; then removes all but the newest `keep` backups of the folder.
 * A file has its final name only once it has been verified.
 * @throws BackupError with the reason; nothing is left of the failed backup, and nothing was removed
 */
export async function makeBackup(source: Source, options: Options): Promise<Made> {
  const { out, passphrase, keep, now = new Date(), onBytes = () => undefined } = options
  await mkdir(out, { recursive: true, mode: 0o700 })
  const file = join(out, `shuyuan-${stampOf(now)}.backup`)
  const unfinished = `${file}.part`
  const sealed = await encrypting(passphrase)
  // fails for a backup that another process is writing, before anything could remove it
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    const pieces = Readable.from(packed(counted(piecesOf(source, now), (bytes) => onBytes('copy', bytes))), { objectMode: false })
    await pipeline(pieces, createZstdCompress(), sealed, handle.createWriteStream())
    await syncFile(unfinished)
    const manifest = await verifyBackup(unfinished, passphrase, (bytes) => onBytes('check', bytes))
    await rename(unfinished, file)
    await syncFile(out)
    const removed = keep === undefined ? [] : await prune(out, keep)
    return { file, bytes: (await stat(file)).size, manifest, removed }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function prune(out: string, keep: number): Promise<string[]> {
  const names = (await readdir(out)).filter((name) => named.test(name)).toSorted()
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await rm(join(out, name))
  return old
}
