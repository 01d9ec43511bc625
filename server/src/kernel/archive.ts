// Zip archives: reads untrusted ones, writes own ones.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { unzipSync, Zip, ZipPassThrough, zipSync } from 'fflate'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { fail } from './fail.ts'
import { unreadableFile } from './files/unreadable-file.ts'

const MB = 1024 * 1024
/**
 * Limits of an archive that a user sent. A parser needs many times the memory of the text that it reads, so that everything but media has
 * a limit of its own. Media are compressed already: an entry above `ratioFrom` bytes that shrank to less than one `ratio`th is no document.
 */
export const archiveLimits = { expandedBytes: 200 * MB, textBytes: 50 * MB, files: 5_000, ratio: 200, ratioFrom: MB }

const media = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|[ew]mf|mp[34]|m4a|wav|ogg|webm|pdf)$/i
const zipHead = [0x50, 0x4b, 0x03, 0x04]

/**
 * The files of an archive by path. Limits apply to the sizes declared in the directory, and no file expands beyond its declared size.
 * Nothing is expanded when one of them is exceeded. Fails sheetBroken when the archive is damaged, too large or encrypted.
 */
export function readArchive(bytes: Uint8Array, limits = archiveLimits): Map<string, Uint8Array> {
  try {
    if (!zipHead.every((one, at) => bytes[at] === one)) throw new TypeError('no archive')
    if (isLocked(bytes)) throw new TypeError('locked')
    mustBeWithin(bytes, limits)
    const entries = unzipSync(bytes, { filter: ({ name }) => !name.endsWith('/') })
    return new Map(Object.entries(entries).filter(([name]) => !name.includes('..') && !name.startsWith('/')))
  } catch {
    return fail('sheetBroken', unreadableFile(bytes) ?? sayServer('archiveBroken'))
  }
}

/** Reads the directory only. Throws RangeError. */
function mustBeWithin(bytes: Uint8Array, limits: typeof archiveLimits) {
  let [total, text, files] = [0, 0, 0]
  unzipSync(bytes, {
    filter({ originalSize, size, name }) {
      files += 1
      total += originalSize
      if (!media.test(name)) text += originalSize
      const isBomb = originalSize > limits.ratioFrom && originalSize > size * limits.ratio
      if (isBomb || total > limits.expandedBytes || text > limits.textBytes || files > limits.files) throw new RangeError('too large')
      return false
    },
  })
}

/** Bit 0 of the first entry's flags: it is encrypted. */
const isLocked = (bytes: Uint8Array) => ((bytes[6] ?? 0) & 1) !== 0

/** Writes an archive of these files, in memory. */
export const writeArchive = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files, { level: 6 })

export type Archive = {
  add: (name: string, bytes: Uint8Array) => Promise<void>
  addStream: (name: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>
}

/**
 * Writes an archive to `path` file by file, without compression, with one file in memory, or in pieces with `addStream`.
 * @param fill adds the files, one after the other
 * @returns what `fill` returned, when all bytes are on disk. Where it fails the file is closed as it is, and removed by the caller
 */
export async function writeArchiveTo<T>(path: string, fill: (archive: Archive) => Promise<T>): Promise<T> {
  const out = createWriteStream(path)
  const written = finished(out)
  // reported below
  written.catch(() => undefined)
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) out.destroy(error)
    else chunks.push(chunk)
  })
  async function flush() {
    for (const chunk of chunks.splice(0)) if (!out.write(chunk)) await Promise.race([once(out, 'drain'), written])
  }
  const archive: Archive = {
    async add(name, bytes) {
      const file = new ZipPassThrough(name)
      zip.add(file)
      file.push(bytes, true)
      await flush()
    },
    async addStream(name, pieces) {
      const file = new ZipPassThrough(name)
      zip.add(file)
      for await (const piece of pieces) {
        file.push(piece)
        await flush()
      }
      file.push(new Uint8Array(0), true)
      await flush()
    },
  }
  try {
    const value = await fill(archive)
    zip.end()
    await flush()
    out.end()
    await written
    return value
  } catch (error) {
    out.destroy()
    throw error
  }
}
