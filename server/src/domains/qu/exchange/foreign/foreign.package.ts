// Packages of other programs, known by the files that they hold.
import { readArchive } from '../../../../kernel/archive.ts'
import type { Format, Reading } from '../exchange.rules.ts'
import { ankiLimits, isAnki, readAnki } from './anki.package.ts'
import { isH5p, readH5p } from './h5p.format.ts'

/** Reads a package of H5P or Anki; undefined for any other archive. Fails sheetBroken as readArchive does. */
export function readForeignPackage(bytes: Uint8Array): { format: Format; reading: Reading } | undefined {
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (names.includes('h5p.json')) {
    const files = readArchive(bytes)
    if (isH5p(files)) return { format: 'h5p', reading: readH5p(files) }
  }
  if (!names.includes('collection.anki2')) return undefined
  const files = readArchive(bytes, ankiLimits)
  return isAnki(files) ? { format: 'anki', reading: readAnki(files) } : undefined
}
