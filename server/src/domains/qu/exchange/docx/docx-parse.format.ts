// Parses a question paper from Word: numbered questions, lettered options, then 答案 and 解析.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { cutFront, type Line, linesOf, option } from './docx-lines.format.ts'
import { deliveredLevels, type LevelNames } from '../sheet/sheet-columns.format.ts'
import { formulasIn } from '../sheet/sheet-text.format.ts'
import { placeOf, platformPaper } from '../platform/platform-paper.format.ts'
import { type Reading, warn } from '../exchange.rules.ts'
import { withAnswerLines } from './docx-answers.format.ts'
import { applyKey, beginsKey, isKeyTable, readKey } from './docx-key.format.ts'
import { type Open, readQuestion } from './docx-question.format.ts'
import { type Field, fieldOf, label } from './docx-labels.format.ts'
import { withCapitals } from './docx-letters.format.ts'
import { gluedNumber, headingOf, inlineAnswer, keyHeading, marker, numberIn, startOf, typeOf } from './docx-signs.format.ts'
import { gluedStarts } from './docx-starts.format.ts'

const opened = (number: number, line: number, hint: number | undefined, chapter: string): Open => {
  const none = () => ({ html: [], text: [] })
  return {
    number,
    line,
    hint,
    chapter,
    stem: [],
    options: [],
    isGuessed: false,
    fields: { answer: none(), analysis: none(), level: none(), chapter: none(), tags: none(), mine: none() },
  }
}
const paragraph = ({ html, isBlock }: Pick<Line, 'html' | 'isBlock'>) => (isBlock ? html : `<p>${formulasIn(html)}</p>`)

/**
 * Parses the document, given as HTML. Text before the first number, such as titles, is skipped with a note. Answers at the end of the
 * paper, and in tables, are given to their questions.
 */
export function parseDocx(html: string, levels: LevelNames = deliveredLevels): Omit<Reading, 'files'> {
  const found: Open[] = []
  const { lines: printed, said } = platformPaper(linesOf(html))
  const start = startOf(printed.map((line) => line.text))
  const lines = withCapitals(withAnswerLines(printed, start), start)
  const decimals = gluedStarts(lines, start)
  let open: Open | null = null
  let hint: number | undefined
  let chapter = ''
  let field: Field | 'option' | 'stem' = 'stem'
  let stray = 0
  const notes: Message[] = []
  const keys: Line[][] = []
  for (const [at, line] of lines.entries()) {
    const named = label.exec(line.text)
    const isAnswered = open !== null && (field === 'answer' || field === 'analysis')
    const heading = headingOf(line.text, start)
    const isKey = keyHeading.exec(line.text)
    if (isKey && found.length > 0 && beginsKey(lines[at + 1], start, isKey[1] !== undefined)) {
      keys.push(lines.slice(at + 1))
      break
    }
    if (isKeyTable(line)) keys.push([line])
    else if (heading !== undefined) {
      open = null
      const type = typeOf(heading)
      if (type !== undefined) hint = type
      else if (heading !== '') {
        chapter = heading
        hint = undefined
      }
    } else if (open && named) {
      field = fieldOf(named)
      add(open.fields[field], cut(line, named[0].length))
    } else if (decimals.has(at) || (start.test(line.text) && !(isAnswered && open && isPoint(lines, at, open.number, start)))) {
      open = opened(numberIn(line.text), line.at, hint, chapter)
      found.push(open)
      field = 'stem'
      begin(open, cut(line, (start.exec(line.text) ?? gluedNumber.exec(line.text))?.[0].length ?? 0))
    } else if (!open) stray += 1
    else if (option.test(line.text) && (field === 'stem' || field === 'option')) {
      field = 'option'
      open.options.push(paragraph(cut(line, option.exec(line.text)?.[0].length ?? 0)))
      open.isGuessed ||= line.isGuessed === true
    } else if (field === 'stem') begin(open, line)
    else if (field === 'option') open.options.push((open.options.pop() ?? '') + paragraph(line))
    else add(open.fields[field], line)
  }
  const byNumber = Map.groupBy(found, (one) => one.number)
  const exists = (number: number, type: number | undefined) =>
    (byNumber.get(number) ?? []).some((one) => type === undefined || one.hint === undefined || one.hint === type)
  for (const key of keys) {
    const { entries, stray: unread } = readKey(key, start, exists)
    stray += unread
    notes.push(...applyKey(found, entries))
  }
  if (stray > 0) notes.unshift(say('docxStray', { n: stray }))
  return { questions: found.map((one, i) => readWith(said, i + 1, one, levels)), notes }
}

/** The sign by which a paper of ours keeps a text from being read as an option or a number. */
const GUARD = '\u2060'
function unguarded<T>(question: T): T {
  const text = JSON.stringify(question)
  return text.includes(GUARD) ? (JSON.parse(text.replaceAll(GUARD, '')) as T) : question
}

function readWith(said: ReadonlyMap<string, Message>, row: number, one: Open, levels: LevelNames) {
  const read = unguarded(readQuestion(row, one, levels))
  const warning = said.get(placeOf(one.line, one.number))
  return warning ? { ...read, problems: [...read.problems, warn(row, '答案', warning)] } : read
}

/**
 * Whether a numbered line after 答案 or 解析 is a point of that text, not the next question: it has neither options nor an answer, and its
 * number does not follow the question's number or occurs again below.
 */
function isPoint(lines: readonly Line[], at: number, last: number, start: RegExp): boolean {
  const line = lines[at]
  if (!line || inlineAnswer.test(line.text)) return false
  const number = numberIn(line.text)
  let isOwn = true
  for (const { text } of lines.slice(at + 1, at + LOOKAHEAD)) {
    if (headingOf(text, start) !== undefined || keyHeading.test(text)) break
    if (start.test(text)) {
      isOwn = false
      if (numberIn(text) === number) return true
    } else if (isOwn && (option.test(text) || answers(text))) return false
  }
  return number <= last
}
function answers(text: string): boolean {
  const named = label.exec(text)
  return named !== null && fieldOf(named) === 'answer'
}
/** Number of lines searched for the next questions. */
const LOOKAHEAD = 200

const cut = (line: Line, signs: number): Line => ({ ...line, text: line.text.slice(signs).trim(), html: cutFront(line.html, signs).trim() })

function add(to: { html: string[]; text: string[] }, line: Line) {
  if (line.text === '' && !line.html.includes('<img')) return
  to.html.push(paragraph(line))
  to.text.push(line.text)
}

/** Adds a line of the stem; the first may name the type in brackets. */
function begin(open: Open, line: Line) {
  const found = open.stem.length === 0 ? marker.exec(line.text) : null
  const type = found ? typeOf(found[1] ?? '') : undefined
  const own = found && type !== undefined ? cut(line, found[0].length) : line
  if (type !== undefined) open.hint = type
  if (own.text === '' && !own.html.includes('<')) return
  open.stem.push({ html: paragraph(own), text: own.text })
}
