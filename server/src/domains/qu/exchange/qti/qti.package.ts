// Opens a QTI package: items with their metadata, and the files they use.
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { isMessage } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { posix } from 'node:path'
import { readArchive } from '../../../../kernel/archive.ts'
import { fail } from '../../../../kernel/fail.ts'
import { fileAddress, type ReadFile, type ReadQuestion, type Reading, unreadable, warn } from '../exchange.rules.ts'
import { parseItem, parseManifest } from './qti-parse.format.ts'

const text = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')

const oldQti = /<(?:\w+:)?questestinterop\b/

/** Reads a package, or a single item. Fails sheetBroken if it contains no item. */
export function readQti(files: Map<string, Uint8Array>): Reading {
  const manifest = [...files].find(([path]) => posix.basename(path) === 'imsmanifest.xml')
  const base = manifest ? posix.dirname(manifest[0]) : '.'
  const facts = manifest ? parseManifest(text(manifest[1])) : new Map<string, never>()
  const embedded: ReadFile[] = []
  const keys = new Map<string, string>()
  const questions: ReadQuestion[] = []
  const paths = [...files.keys()].filter((path) => /\.xml$/i.test(path)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  for (const path of paths) {
    const item = parseItem(text(files.get(path) ?? new Uint8Array()))
    if (item === null) continue
    const row = questions.length + 1
    const own = facts.get(posix.relative(base, path)) ?? { chapter: '', level: QuLevel.normal, tags: [] }
    if (isMessage(item)) {
      questions.push({ ...unreadable(row, `<p>${posix.basename(path)}</p>`, item), ...own })
      continue
    }
    const missing = new Set<string>()
    const placed = (html: string) =>
      html.replaceAll(/(?<=(?:src|href)=")(?!https?:|data:|\/)[^"#]+/g, (address) => {
        const target = posix.normalize(posix.join(posix.dirname(path), decodeURIComponent(address)))
        const bytes = files.get(target)
        if (!bytes) {
          missing.add(address)
          return address
        }
        const key = keys.get(target) ?? String(embedded.length)
        if (!keys.has(target)) embedded.push({ key, name: posix.basename(target), bytes })
        keys.set(target, key)
        return fileAddress(key)
      })
    const body = JSON.parse(JSON.stringify(item.body), (_key, value: unknown) =>
      typeof value === 'string' ? placed(value) : value,
    ) as typeof item.body
    questions.push({
      row,
      ...own,
      quType: item.quType,
      body,
      problems: [
        ...item.notes.map((msg) => warn(row, '答案', msg)),
        ...[...missing].map((one) => warn(row, '题干', say('archiveFileMissing', { file: one }))),
      ],
    })
  }
  if (questions.length === 0 && [...files.values()].some((bytes) => oldQti.test(text(bytes.subarray(0, 2_000)))))
    return fail('sheetBroken', say('qtiOldPackage'))
  if (questions.length === 0) return fail('sheetBroken', say('qtiNone'))
  return { questions, files: embedded, notes: [] }
}

export const readQtiPackage = (bytes: Uint8Array): Reading => readQti(readArchive(bytes))
