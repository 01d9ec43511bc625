// Worker thread: reads a question file of any format but xlsx, checks each question and spools it.
import { fieldNames } from '@shuyuan/contract/kernel/field-names.ts'
import { issueMessage } from '@shuyuan/contract/kernel/issue-message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod'
import { fail } from '../../../kernel/fail.ts'
import { readInWorker, type SheetFile } from '../../../kernel/sheet/sheet-worker.ts'
import { unreadableFile } from '../../../kernel/files/unreadable-file.ts'
import { parseAiken } from '../exchange/gift/aiken.format.ts'
import { parseDocx } from '../exchange/docx/docx-parse.format.ts'
import { readDocx } from '../exchange/docx/docx.package.ts'
import { type Format, judge, type Reading, type ReadQuestion, type StagedQuestion, warn } from '../exchange/exchange.rules.ts'
import { decodeXml, encodingNotes, readText } from '../exchange/exchange-text.format.ts'
import { readForeignPackage } from '../exchange/foreign/foreign.package.ts'
import { readForeignRtf, readForeignText } from '../exchange/foreign/foreign-text.format.ts'
import { parseGift } from '../exchange/gift/gift-parse.format.ts'
import { parseMoodle } from '../exchange/moodle/moodle-parse.format.ts'
import { readQti, readQtiPackage } from '../exchange/qti/qti.package.ts'
import type { LevelNames } from '../exchange/sheet/sheet-columns.format.ts'
import type { QuestionOptions } from '../exchange/sheet/sheet-head.format.ts'
import { type SpoolMessage, spoolQuestions } from '../exchange/question-spool.format.ts'

const PORTION = 200
const MAX_QUESTIONS = 20_000
/** Maximum file size; the file is read into memory. */
const MAX_BYTES = 200 * 1024 * 1024
const packages = new Set(['zip', 'h5p', 'apkg', 'colpkg'])
/** Supported extensions; a file without one is read as text. */
const supported = new Set(['docx', 'zip', 'h5p', 'apkg', 'colpkg', 'xml', 'txt', 'md', 'markdown', 'gift', 'aiken', ''])

async function readAny(bytes: Buffer, name: string, levels: LevelNames): Promise<{ format: Format; reading: Reading }> {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  const rich = extension === 'rtf' ? readForeignRtf(bytes.toString('latin1')) : undefined
  if (rich) return rich
  if (!supported.has(extension)) return fail('sheetBroken', unreadableFile(bytes) ?? say('importKindUnknown', { extension }))
  if (extension === 'docx') return { format: 'docx', reading: await readDocx(bytes, levels) }
  if (packages.has(extension)) {
    const found = readForeignPackage(bytes)
    if (found) return found
  }
  const foreign = packages.has(extension) && !bytes.includes('imsmanifest.xml') ? unreadableFile(bytes) : undefined
  if (foreign) return fail('sheetBroken', foreign)
  if (packages.has(extension)) return { format: 'qti', reading: readQtiPackage(bytes) }
  const isXml = extension === 'xml'
  const { text, encoding } = isXml ? { text: decodeXml(bytes), encoding: 'UTF-8' } : readText(bytes)
  if (text.includes('\u0000')) return fail('sheetBroken', unreadableFile(bytes) ?? say('fileUnreadable'))
  if (isXml) return readXmlFile(text, bytes, name)
  const { format, reading } = readTextFile(text, extension, levels)
  return { format, reading: { ...reading, notes: [...reading.notes, ...encodingNotes(encoding)] } }
}

function readTextFile(text: string, extension: string, levels: LevelNames): { format: Format; reading: Reading } {
  const foreign = extension === 'gift' || extension === 'aiken' ? undefined : readForeignText(text)
  if (foreign) return foreign
  if (isAiken(text)) return { format: 'aiken', reading: parseAiken(text) }
  const gift = parseGift(text)
  if (extension === 'gift' || (gift.questions.length > 0 && !isPrinted(text))) return { format: 'gift', reading: gift }
  // a question paper as plain text
  const paper = parseDocx(
    text
      .split(/\r\n|\r|\n/)
      .map(paragraphOf)
      .join(''),
    levels,
  )
  return paper.questions.length > 0 ? { format: 'docx', reading: { ...paper, files: [] } } : { format: 'gift', reading: gift }
}

/** Aiken has its word in capitals; a numbered paper may have it in others. */
const isAiken = (text: string) => /^\s*ANSWER\s*[:：]/m.test(text) || (/^\s*ANSWER\s*[:：]/im.test(text) && !isPrinted(text))

/** Whether a text is a printed paper, not GIFT: a paper may have braces too, as in `A={1,2}`. */
const isPrinted = (text: string) =>
  /^\s*(?:[（(【[]?\d{1,4}\s*[.、．)）】\]]|\d{1,4}\t|第\s*\d{1,4}\s*题)/m.test(text) &&
  /^\s*(?:[（(]?[A-Za-z]\s*[.、．)）]|[①-⑩]|[【[]?(?:正确|参考|标准)?答案)/m.test(text)

const paragraphOf = (line: string) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`

const doctype = /<!(?:DOCTYPE|ENTITY)/i
const oldQti = /<(?:\w+:)?questestinterop\b/
const wholeQuiz = /<\/quiz\s*>(?:\s|<!--[^]*?-->)*$/

function readXmlFile(text: string, bytes: Buffer, name: string): { format: Format; reading: Reading } {
  if (oldQti.test(text)) return { format: 'qti', reading: readQti(new Map([[name, bytes]])) }
  if (doctype.test(text)) return fail('sheetBroken', say('fileDoctype'))
  const isQuiz = /<quiz[\s>]/.test(text)
  // the parser accepts truncated XML, so a partial file would look complete
  if (isQuiz && !wholeQuiz.test(text)) return fail('sheetBroken', say('fileIncomplete'))
  const moodle = parseMoodle(text)
  if (moodle) return { format: 'moodle', reading: moodle }
  if (!/assessment-?item/i.test(text)) return fail('sheetBroken', say('xmlQuestionsNone'))
  return { format: 'qti', reading: readQti(new Map([[name, bytes]])) }
}

async function read({ path, name, spool: spoolPath = '', options }: SheetFile, send: (message: SpoolMessage) => void) {
  if ((await stat(path)).size > MAX_BYTES) fail('fileTooLarge')
  const { format, reading } = await readAny(await readFile(path), name, (options as QuestionOptions).levels)
  const { questions, files, notes } = reading
  const total = questions.length
  if (total === 0) fail('sheetBroken', notes[0] ? say('fileQuestionsNoneBut', { why: notes[0] }) : say('fileQuestionsNone'))
  if (total > MAX_QUESTIONS) fail('sheetTooLong', sayError('sheetTooLong', { n: MAX_QUESTIONS.toLocaleString('en-US') }))
  const spool = spoolQuestions(spoolPath)
  spool.say(notes.map((msg) => warn(1, '文件', msg)))
  // reversed and popped, so that the memory of each question is freed
  questions.reverse()
  for (let done = 1, one = questions.pop(); one; done++, one = questions.pop()) {
    spool.add(staged(one))
    if (done % PORTION === 0 || done === total) send({ kind: 'progress', stage: 'checking', done, total })
  }
  send({ kind: 'read', format, notes, files, stray: 0, ...spool.end() })
}

function staged(one: ReadQuestion): StagedQuestion {
  const { row, line, chapter, quType, level, tags } = one
  return {
    row,
    ...(line === undefined ? {} : { line }),
    chapter: chapter.slice(0, 100),
    quType,
    level,
    tags: tags.slice(0, 20).map((tag) => tag.slice(0, 40)),
    ...judge(one),
  }
}

z.config({ customError: issueMessage(fieldNames) })
readInWorker(read)
