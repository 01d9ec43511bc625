// Parses the answers at the end of a paper, as lists or tables, and gives them to their questions.
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { readTree, textOf, within } from '../qti/qti-tree.format.ts'
import type { Line } from './docx-lines.format.ts'
import type { Open } from './docx-question.format.ts'
import { label } from './docx-labels.format.ts'
import { headingOf, numberIn, typeOf } from './docx-signs.format.ts'

/** An answer of the key; `type` is named by the heading above it. */
type Entry = { number: number; type: number | undefined; answer: string; analysis: string[] }

const range = /(\d{1,4})\s*[-—–~～至]\s*(\d{1,4})\s*[.、．:：)）]?\s*((?:[A-Z√×✓✗TF对错][\s、,，;；]*)+)/g
const short = /(\d{1,4})\s*[.、．:：)）]?\s*([A-Z]{1,8}|[√×✓✗]|正确|错误|对|错)(?![\w一-龥])/g
const long = /^(\d{1,4})\s*(?:[.、．:：)）]|\t)\s*(.*)$/s

/** The entries of a line such as `1-5 ABCDA 6-7 √×`, `1.A 2.BC 3、正确` or `21. 低姿`; none for other text. */
export function entriesIn(text: string, type: number | undefined): Entry[] {
  const plain = text.normalize('NFKC').trim()
  const entry = (number: number, answer: string): Entry => ({ number, type, answer: answer.trim(), analysis: [] })
  const ranges = [...plain.matchAll(range)].flatMap(([, from, to, letters = '']) => {
    const count = Number(to) - Number(from) + 1
    const answers = [letters.trim().split(/[\s、,，;；]+/), letters.match(/[A-Z√×✓✗对错]/g) ?? []].find((one) => one.length === count)
    // an empty answer is reported
    return answers?.map((one, i) => entry(Number(from) + i, one)) ?? [entry(Number(from), '')]
  })
  const rest = plain.replaceAll(range, ' ')
  const singles = [...rest.matchAll(short)].map(([, number, answer = '']) => entry(Number(number), answer))
  if (rest.replaceAll(short, '').replaceAll(/[\s、,，;；.。]/g, '') === '') return [...ranges, ...singles]
  const one = long.exec(text.trim())
  return one && ranges.length === 0 ? [entry(numberIn(text), one[2] ?? '')] : []
}

const cellsOf = (html: string) =>
  within(readTree(`<body>${html}</body>`) ?? undefined, new Set(['tr'])).map((row) =>
    within(row, new Set(['td', 'th'])).map((cell) => textOf(cell).normalize('NFKC').replaceAll(/\s+/g, ' ').trim()),
  )

/** The entries of a table with 题号 and 答案 in rows or columns; none for other tables and for empty answer grids. */
function entriesOfTable(html: string, type: number | undefined): Entry[] {
  const rows = cellsOf(html)
  const [head = []] = rows
  const byColumn = head.length === 2 && /题号/.test(head[0] ?? '') && /答案/.test(head[1] ?? '')
  const pairs = byColumn
    ? rows.slice(1).map(([number = '', answer = '']) => [number, answer])
    : rows.flatMap((row, at) =>
        /题号|^序号$/.test(row[0] ?? '') && /答案/.test(rows[at + 1]?.[0] ?? '')
          ? row.slice(1).map((number, i) => [number, rows[at + 1]?.[i + 1] ?? ''])
          : [],
      )
  return pairs.flatMap(([number = '', answer = '']) =>
    /^\d{1,4}$/.test(number) && answer !== '' ? [{ number: Number(number), type, answer, analysis: [] }] : [],
  )
}

/** Whether a line without its heading is a table of answers. */
export const isKeyTable = (line: Line) => line.isBlock && entriesOfTable(line.html, undefined).length > 0

/** Whether the line after the heading of a key belongs to a key. `hasColon`: the heading may also be the label of one answer. */
export function beginsKey(next: Line | undefined, start: RegExp, hasColon: boolean): boolean {
  if (!next) return false
  if (headingOf(next.text, start) !== undefined || isKeyTable(next)) return true
  return !next.isBlock && entriesIn(next.text, undefined).length >= (hasColon ? 2 : 1)
}

const verdict = /^(?:[A-Z]{1,8}|[√×✓✗对错]|正确|错误)$/
type Exists = (number: number, type: number | undefined) => boolean

/** Reads the lines of a key; `exists` says whether the paper has such a question. @returns its entries, and the number of lines that belong to none */
export function readKey(lines: readonly Line[], start: RegExp, exists: Exists): { entries: Entry[]; stray: number } {
  const entries: Entry[] = []
  let type: number | undefined
  let isAnalysis = false
  let stray = 0
  for (const line of lines) {
    const heading = headingOf(line.text, start)
    const named = label.exec(line.text)
    // `一、单选题 1-5 ABCDA` is a heading and a list
    const own = line.isBlock ? entriesOfTable(line.html, type) : named ? [] : entriesIn(afterHeading(line.text), typeOf(line.text) ?? type)
    const last = entries.at(-1)
    const [only] = own
    // a numbered point of the answer above
    const isPoint =
      last &&
      only &&
      own.length === 1 &&
      only.type === last.type &&
      !verdict.test(last.answer) &&
      (only.number <= last.number || !exists(only.number, only.type))
    const given = isPoint ? [] : own
    if (given.length > 0) {
      type = line.isBlock ? type : (typeOf(line.text.slice(0, 20)) ?? type)
      isAnalysis = false
      entries.push(...given)
    } else if (heading !== undefined) type = typeOf(heading) ?? type
    else if (!last) stray += 1
    else {
      const text = line.text.slice(named?.[0].length ?? 0)
      if (named) isAnalysis = /解析/.test(named[0])
      if (isAnalysis) last.analysis.push(text)
      else last.answer = `${last.answer}\n${text}`.trim()
    }
  }
  return { entries, stray }
}
const afterHeading = (text: string) =>
  text.replace(/^(?:[一二三四五六七八九十]+[、.．]\s*)?[^\d（(]{2,10}题?\s*(?:[（(][^）)]*[)）])?\s*[:：]?\s*(?=\d)/, '')

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const paragraphs = (text: string) => text.split('\n').map((line) => `<p>${escape(line)}</p>`)

/** Gives each answer to the question of its number, below a heading of its type if several have the number. @returns notes on the rest */
export function applyKey(questions: Open[], entries: Entry[]): Message[] {
  const unfit: number[] = []
  const byNumber = Map.groupBy(questions, (one) => one.number)
  for (const { number, type, answer, analysis } of entries) {
    const same = byNumber.get(number) ?? []
    const typed = same.filter((one) => type !== undefined && one.hint === type)
    const [question, second] = typed.length > 0 ? typed : same
    if (answer === '' || !question || second || question.fields.answer.text.length > 0) {
      unfit.push(number)
      continue
    }
    question.fields.answer.text.push(answer)
    question.fields.answer.html.push(...paragraphs(answer))
    if (analysis.length > 0) question.fields.analysis.html.push(...paragraphs(analysis.join('\n')))
  }
  return unfit.length > 0 ? [say('keyUnfit', { numbers: [...new Set(unfit)].slice(0, 20).join('、') })] : []
}
