// Zip archives in: the only place that opens those of strangers.
import { unzipSync, zipSync } from 'fflate'
import { fail } from './fail.ts'

const MB = 1024 * 1024
/** What an archive may expand to, and how many files it may hold. */
export const archiveLimits = { expandedBytes: 200 * MB, files: 5_000 }

/**
 * The files of an archive by their paths. Sizes are judged as the directory declares them, and nothing expands beyond what is declared.
 * Fails sheetBroken for what is no sound archive of reasonable size.
 */
export function readArchive(bytes: Uint8Array, limits = archiveLimits): Map<string, Uint8Array> {
  let total = 0
  let files = 0
  try {
    const entries = unzipSync(bytes, {
      filter({ originalSize, name }) {
        if (name.endsWith('/')) return false
        total += originalSize
        files += 1
        if (total > limits.expandedBytes || files > limits.files) throw new RangeError('too large')
        return true
      },
    })
    return new Map(Object.entries(entries).filter(([name]) => !name.includes('..') && !name.startsWith('/')))
  } catch {
    return fail('sheetBroken', '压缩包已损坏或过大')
  }
}

/** An archive of these files. */
export const writeArchive = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files, { level: 6 })
