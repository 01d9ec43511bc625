// A file that grows by pieces with their positions, so that a repeated or late message changes nothing (docs/decisions/0096, 0214).
import { constants, type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { release } from './release.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/**
 * `size`: the bytes that count, where a database keeps it; else those of the file. `stored`: the bytes that the file has for certain, where the rest
 * of `size` is a gap without bytes. `isExact`: the caller's `size` may be older than what another server has counted, so the file must have no byte more.
 * `cover`: encrypts bytes for their position; what it gives is given back after it was written.
 */
type Growth = {
  size?: number
  stored?: number
  isExact?: boolean
  offset: number
  bytes: Buffer
  cover?: (bytes: Buffer, offset: number) => Buffer
}

/** The bytes of a piece that a file of this size does not have; none for a piece that begins beyond its end. */
export function freshBytes(size: number, { offset, bytes }: Pick<Growth, 'offset' | 'bytes'>): Buffer {
  return offset > size ? bytes.subarray(0, 0) : bytes.subarray(Math.min(bytes.length, size - offset))
}

/** A file has fewer bytes than were counted: the machine lost its power before they reached the disk. */
export class LostBytes extends Error {}
/** A file has more bytes than were counted, and `isExact` was asked for. */
export class MoreBytes extends Error {}

/**
 * Adds what is new in a piece to the end of the file; stored bytes are never changed. What lies behind `size` comes from a write that was not
 * counted, and is written again. Throws LostBytes where the file is shorter than `stored`, MoreBytes where `isExact` and it is longer.
 * @returns the bytes that the file has now
 */
export async function growFile(
  path: string,
  { size: counted, stored = counted ?? 0, isExact = false, cover, ...piece }: Growth,
): Promise<number> {
  const size = counted ?? (await sizeOf(path))
  const fresh = freshBytes(size, piece)
  if (fresh.length === 0) {
    if ((await sizeOf(path)) < stored) throw new LostBytes()
    return size
  }
  if (size === 0) await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  const handle = await openToWrite(path, size)
  try {
    const found = stored > 0 || isExact ? (await handle.stat()).size : 0
    if (found < stored) throw new LostBytes()
    if (isExact && found > stored) throw new MoreBytes()
    const covered = cover?.(fresh, size)
    await writeAll(handle, covered ?? fresh, size)
    if (covered) release(covered)
  } finally {
    await handle.close()
  }
  return size + fresh.length
}

/** Only a file of which nothing is counted is made. */
async function openToWrite(path: string, size: number): Promise<FileHandle> {
  try {
    return await open(path, size === 0 ? constants.O_WRONLY | constants.O_CREAT : constants.O_WRONLY, PRIVATE_FILE)
  } catch (error) {
    throw size > 0 && (error as NodeJS.ErrnoException).code === 'ENOENT' ? new LostBytes() : error
  }
}

/** The bytes of a file; 0 where it does not exist. */
export const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0

async function writeAll(handle: FileHandle, bytes: Buffer, position: number) {
  for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}
