// Runs beside the server's loop: reads a file of questions of any format but xlsx and judges every question.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { fail } from '../../kernel/fail.ts'
import { readInWorker, type SheetFile } from '../../kernel/sheet-worker.ts'
import { parseAiken } from './aiken.rules.ts'
import { readDocx } from './docx.package.ts'
import { judge, type ReadFile, type Reading, type StagedQuestion } from './exchange.rules.ts'
import { parseGift } from './gift.parse.rules.ts'
import { parseMoodle } from './moodle.parse.rules.ts'
import { readQti, readQtiPackage } from './qti.package.ts'
import type { Format } from './exchange.rules.ts'

export type ExchangeMessage =
  | { kind: 'head'; format: Format; notes: string[]; files: ReadFile[]; total: number }
  | { kind: 'rows'; rows: StagedQuestion[] }

const PORTION = 200
const MAX_QUESTIONS = 20_000
/** Text in UTF-8, UTF-16 with its mark, or else GB18030, as editors on Chinese Windows write it. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

async function readAny(bytes: Buffer, name: string): Promise<{ format: Format; reading: Reading }> {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''
  if (extension === 'docx') return { format: 'docx', reading: await readDocx(bytes) }
  if (extension === 'zip') return { format: 'qti', reading: readQtiPackage(bytes) }
  const text = decode(bytes)
  if (text.includes('\u0000')) return fail('sheetBroken', '文件无法识别')
  if (extension === 'xml') {
    const moodle = parseMoodle(text)
    return moodle ? { format: 'moodle', reading: moodle } : { format: 'qti', reading: readQti(new Map([[name, bytes]])) }
  }
  return /^\s*ANSWER\s*[:：]/im.test(text) ? { format: 'aiken', reading: parseAiken(text) } : { format: 'gift', reading: parseGift(text) }
}

async function read({ path, name }: SheetFile, send: (message: ExchangeMessage) => void) {
  const { format, reading } = await readAny(await readFile(path), name)
  const { questions, files, notes } = reading
  if (questions.length === 0) fail('sheetBroken', '文件中没有找到试题')
  if (questions.length > MAX_QUESTIONS) fail('sheetTooLong', errors.sheetTooLong[1].replace('{n}', MAX_QUESTIONS.toLocaleString('en-US')))
  send({ kind: 'head', format, notes, files, total: questions.length })
  for (let from = 0; from < questions.length; from += PORTION) {
    const rows = questions.slice(from, from + PORTION).map((one): StagedQuestion => {
      const { row, chapter, quType, level, tags } = one
      return { row, chapter: chapter.slice(0, 100), quType, level, tags: tags.slice(0, 20).map((tag) => tag.slice(0, 40)), ...judge(one) }
    })
    send({ kind: 'rows', rows })
  }
}

z.config(z.locales.zhCN())
await readInWorker(read)
