// Files one after the other in a stream. Unlike in a tar file a length is not said beforehand, because files grow while they are read.
import { createReadStream } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './envelope.ts'

/** A folder, or a file whose bytes follow. `path` is relative and divided by `/`. */
export type Entry = { path: string; mode: number; folder?: true }
export type Piece = { entry: Entry } | { bytes: Buffer }

const Kind = { entry: 1, bytes: 2, end: 3 } as const
const readBytes = 262_144

const frame = (kind: number, bytes: Buffer) => {
  const head = Buffer.alloc(5)
  head[0] = kind
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** The bytes of a stream of pieces. */
export async function* packed(pieces: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  for await (const piece of pieces)
    yield 'entry' in piece ? frame(Kind.entry, Buffer.from(JSON.stringify(piece.entry))) : frame(Kind.bytes, piece.bytes)
  yield frame(Kind.end, Buffer.alloc(0))
}

/** The pieces of a stream of bytes. @throws BackupError when the end is missing */
export async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let held = Buffer.alloc(0)
  for await (const more of bytes) {
    held = held.length > 0 ? Buffer.concat([held, more]) : Buffer.from(more)
    let start = 0
    while (held.length - start >= 5) {
      const length = held.readUInt32BE(start + 1)
      const from = start + 5
      if (held.length - from < length) break
      const kind = held[start]
      if (kind === Kind.end) return
      const content = held.subarray(from, from + length)
      yield kind === Kind.entry ? { entry: entryOf(content) } : { bytes: content }
      start = from + length
    }
    held = held.subarray(start)
  }
  throw new BackupError('This backup is incomplete or was altered. Use another one.')
}

function entryOf(content: Buffer): Entry {
  const entry = JSON.parse(content.toString()) as Entry
  if (entry.path.startsWith('/') || entry.path.split('/').some((part) => part === '..' || part === ''))
    throw new BackupError(`This backup names a file outside of its folder: ${entry.path}`)
  return entry
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** A file as an entry with its bytes; nothing for one that has disappeared meanwhile. Links and sockets are left out. */
export async function* packFile(file: string, path: string): AsyncGenerator<Piece> {
  const found = await lstat(file).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
  if (!found?.isFile()) return
  yield { entry: { path, mode: found.mode & 0o777 } }
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: readBytes })) yield { bytes: bytes as Buffer }
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/**
 * A folder with all that is below it; nothing for one that does not exist.
 * @param isLeftOut paths below the folder: a file that is left out, or a folder whose content is
 */
export async function* packFolder(folder: string, path: string, isLeftOut: (below: string) => boolean, below = ''): AsyncGenerator<Piece> {
  const place = join(folder, below)
  const found = await lstat(place).catch(() => undefined)
  if (!found?.isDirectory()) return
  yield { entry: { path: below === '' ? path : `${path}/${below}`, mode: found.mode & 0o777, folder: true } }
  if (below !== '' && isLeftOut(below)) return
  for await (const child of await opendir(place)) {
    const name = below === '' ? child.name : `${below}/${child.name}`
    if (child.isDirectory()) yield* packFolder(folder, path, isLeftOut, name)
    else if (!isLeftOut(name)) yield* packFile(join(place, child.name), `${path}/${name}`)
  }
}
