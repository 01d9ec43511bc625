// Opens a QTI package: items with their metadata, and the files they use.
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { posix } from 'node:path'
import { readArchive } from '../../../../kernel/archive.ts'
import { fail } from '../../../../kernel/fail.ts'
import { fileAddress, type ReadFile, type ReadQuestion, type Reading, unreadable, warn } from '../exchange.rules.ts'
import { decodeXml } from '../exchange-text.format.ts'
import { parseOldQti } from './qti12-parse.format.ts'
import { type ItemFacts, listedItems, parseManifest, parseStimulus } from './qti-manifest.format.ts'
import { parseItem, type ReadItem } from './qti-parse.format.ts'

const oldQti = /<(?:\w+:)?questestinterop\b/
/** Characters searched for the root element. */
const HEAD = 2_000
const doctype = /<!(?:DOCTYPE|ENTITY)/i
const itemStart = /<(?:[\w-]+:)?(?:assessmentItem|qti-assessment-item)[\s>]/
const itemEnd = /<\/(?:[\w-]+:)?(?:assessmentItem|qti-assessment-item)\s*>(?:\s|<!--[^]*?-->)*$/

/** Parses a file; `isListed` says that the manifest names it as an item. A message if it is an unreadable item, null if it is none. */
function itemOf(text: string, isListed: boolean, passageOf: (href: string) => string | null): ReadItem | Message | null {
  if (!isListed && !itemStart.test(text)) return null
  if (doctype.test(text)) return say('fileDoctype')
  // the parser accepts truncated XML, so half an item would look complete
  if (itemStart.test(text) && !itemEnd.test(text)) return say('fileIncomplete')
  return parseItem(text, passageOf) ?? say('qtiItemBroken')
}

/** Collects the files that items use and assigns their addresses. */
class PackageFiles {
  readonly embedded: ReadFile[] = []
  readonly #keys = new Map<string, string>()
  readonly #files: Map<string, Uint8Array>

  constructor(files: Map<string, Uint8Array>) {
    this.#files = files
  }

  /** HTML of the file at `from`, with the addresses of embedded files; adds those that the package lacks to `missing`. */
  placed(html: string, from: string, missing: Set<string>): string {
    return html.replaceAll(/(?<=(?:src|href|poster)=")(?!\w+:|\/|#)[^"#]+/g, (address) => {
      const target = this.#found(targetOf(from, address), address)
      const bytes = this.#files.get(target)
      if (!bytes) {
        missing.add(address)
        return address
      }
      const key = this.#keys.get(target) ?? String(this.embedded.length)
      if (!this.#keys.has(target)) this.embedded.push({ key, name: posix.basename(target), bytes })
      this.#keys.set(target, key)
      return fileAddress(key)
    })
  }

  /** Canvas and Blackboard write addresses of their servers; their packages have the file under another folder. */
  #found(target: string, address: string): string {
    const own = /^(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)\/(.+?)(?:\?.*)?$/.exec(address)?.[1]
    const xid = /\bxid-\d+_\d+/.exec(address)?.[0]
    if (own === undefined && xid === undefined) return target
    const isSame = (path: string) => (own === undefined ? path.includes(`__${xid}`) : path.endsWith(`/${decoded(own)}`))
    return [...this.#files.keys()].find(isSame) ?? target
  }
}

/** The path of an address used in the file at `from`. */
function targetOf(from: string, address: string): string {
  const plain = address.replaceAll('&amp;', '&')
  return posix.normalize(posix.join(posix.dirname(from), decoded(plain)))
}
const decoded = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** Reads a package, or a single item. Fails sheetBroken if it contains no item. */
export function readQti(files: Map<string, Uint8Array>): Reading {
  const manifest = [...files].find(([path]) => posix.basename(path) === 'imsmanifest.xml')
  const base = manifest ? posix.dirname(manifest[0]) : '.'
  const about = manifest ? decodeXml(manifest[1]) : ''
  const facts = parseManifest(about)
  const listed = new Set(listedItems(about).map((path) => posix.normalize(posix.join(base, path))))
  const store = new PackageFiles(files)
  const questions: ReadQuestion[] = []
  const xml = [...files.keys()].filter((path) => /\.(?:xml|dat)$/i.test(path) && path !== manifest?.[0])
  let descriptions = 0
  for (const path of [...new Set([...xml, ...listed])].sort(byNumber)) {
    const bytes = files.get(path)
    const missing = new Set<string>()
    const passageOf = (href: string) => {
      const target = targetOf(path, href)
      const given = files.get(target)
      const html = given ? parseStimulus(decodeXml(given)) : null
      return html === null ? null : store.placed(html, target, missing)
    }
    const content = bytes ? decodeXml(bytes) : ''
    if (oldQti.test(content.slice(0, HEAD))) {
      const old = parseOldQti(content, questions.length + 1)
      if (isMessage(old)) questions.push(unreadable(questions.length + 1, `<p>${posix.basename(path)}</p>`, old))
      else {
        for (const one of old.questions) questions.push(placedIn(one, path, store))
        descriptions += old.descriptions
      }
      continue
    }
    const item = bytes ? itemOf(content, listed.has(path), passageOf) : say('archiveFileMissing', { file: path })
    if (item === null) continue
    questions.push(questionOf(questions.length + 1, path, facts.get(posix.relative(base, path)), item, store, missing))
  }
  const notes = descriptions > 0 ? [say('moodleDescriptions', { n: descriptions })] : []
  if (questions.length === 0 && notes.length === 0) return fail('sheetBroken', say(files.size > 1 ? 'qtiNone' : 'fileQuestionsNone'))
  return { questions, files: store.embedded, notes }
}

/** A question whose texts use files of the package. */
function placedIn(question: ReadQuestion, path: string, store: PackageFiles): ReadQuestion {
  const missing = new Set<string>()
  const body = withFiles(question.body, path, store, missing)
  return { ...question, body, problems: [...question.problems, ...missingFiles(question.row, missing)] }
}

const withFiles = <T>(body: T, path: string, store: PackageFiles, missing: Set<string>): T =>
  JSON.parse(JSON.stringify(body), (_key, value: unknown) => (typeof value === 'string' ? store.placed(value, path, missing) : value)) as T
const missingFiles = (row: number, missing: Set<string>) =>
  [...missing].map((one) => warn(row, '题干', say('archiveFileMissing', { file: one })))

function questionOf(
  row: number,
  path: string,
  facts: ItemFacts | undefined,
  item: ReadItem | Message,
  store: PackageFiles,
  missing: Set<string>,
): ReadQuestion {
  const own = facts ?? { chapter: '', level: QuLevel.normal, tags: [] }
  if (isMessage(item)) return { ...unreadable(row, `<p>${posix.basename(path)}</p>`, item), ...own }
  const body = withFiles(item.body, path, store, missing)
  const problems = [...item.notes.map((msg) => warn(row, '答案', msg)), ...missingFiles(row, missing)]
  return { row, ...own, quType: item.quType, body, problems }
}

export const readQtiPackage = (bytes: Uint8Array): Reading => readQti(readArchive(bytes))
