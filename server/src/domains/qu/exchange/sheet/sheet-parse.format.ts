// Converts one row of the import sheet to the body of a simple question. sheet-guide.format.ts explains the conventions to users.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { say as sayForm } from '@shuyuan/contract/qu/qu.texts.ts'
import { type Blank, type Option, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'
import { answersFor, gapsIn } from './sheet-blanks.format.ts'
import { optionName } from './sheet-columns.format.ts'
import { lettersOfKey } from './sheet-key.format.ts'
import { parseScore, type ScoreCell } from './sheet-score.format.ts'
import { narrow, toHtml } from './sheet-text.format.ts'

export type RowCells = { stem: string; options: string[]; answer: string; analysis: string; score: string }
/** `level`: an error where it is not said. */
type Problem = { field: string; message: Message; level?: 'warn' }
export type ParsedRow = {
  question: SimpleQuestion
  weight: number | undefined
  problems: Problem[]
  /** column of each left and right item */ columns: Record<string, string>
}

const meansTrue = new Set(['正确', '对', '是', '√', '✓', 'T', 'TRUE', 'Y', 'YES', '1'])
const meansFalse = new Set(['错误', '错', '否', '×', '✗', 'X', 'F', 'FALSE', 'N', 'NO', '0'])
/** Whether a text is a verdict such as 正确, 错 or T. */
export const isVerdict = (text: string) => [meansTrue, meansFalse].some((words) => words.has(narrow(text).toUpperCase()))
const letter = (index: number, first: 'A' | 'a') => String.fromCharCode(first.charCodeAt(0) + index)

/** Reads a row of any type but 组合题; checkQuestion finds the problems that need the whole question. */
export function parseRow(type: number, cells: RowCells): ParsedRow {
  const { cell, problems: wrong } = parseScore(type, cells.score)
  const problems = wrong.map((message) => ({ field: '评分规则', message }))
  const question: SimpleQuestion = {
    quType: type,
    content: toHtml(cells.stem),
    analysis: toHtml(cells.analysis),
    options: [],
    blanks: [],
    left: [],
    right: [],
    pairs: [],
    modelAnswer: '',
    rule: cell.rule,
  }
  const columns: Record<string, string> = {}
  if (type === QuType.single || type === QuType.multiple || type === QuType.trueFalse) readChoices(question, cells, cell, problems)
  else if (type === QuType.fillIn)
    question.blanks = readBlanks(withoutMarks(cells.answer), gapsIn(withoutMarks(cells.stem)), cell, problems)
  else if (type === QuType.matching) readPairs(question, cells.options, cell, problems, columns)
  else question.modelAnswer = toHtml(cells.answer)
  return { question, weight: cell.weight, problems, columns }
}

function readChoices(question: SimpleQuestion, cells: RowCells, cell: ScoreCell, problems: Problem[]) {
  const texts = [...cells.options]
  while (texts.length > 0 && texts.at(-1)?.trim() === '' && cell.images[letter(texts.length - 1, 'A')] === undefined) texts.pop()
  if (texts.length === 0 && question.quType === QuType.trueFalse) texts.push('正确', '错误')
  if (texts.length > 26) {
    problems.push({ field: optionName(26), message: say('optionsAtMost26') })
    return
  }
  const right = rightLetters(question.quType, withoutMarks(cells.answer), texts, problems)
  for (const unused of [...Object.keys(cell.points), ...Object.keys(cell.images), ...cell.pinned])
    if (unused.charCodeAt(0) - 65 >= texts.length) problems.push({ field: '评分规则', message: say('optionUnknown', { option: unused }) })
  question.options = texts.map((text, i): Option => {
    const tag = letter(i, 'A')
    return {
      tag,
      content: toHtml(text),
      isRight: right.has(tag),
      ...(cell.images[tag] === undefined ? {} : { image: cell.images[tag] }),
      ...(cell.pinned.includes(tag) ? { pinned: true } : {}),
      ...(cell.points[tag] === undefined ? {} : { points: cell.points[tag] }),
    }
  })
}

function rightLetters(type: number, given: string, texts: string[], problems: Problem[]): Set<string> {
  const answer = narrow(given).toUpperCase()
  const refuse = (message: Message) => {
    problems.push({ field: '答案', message })
    return new Set<string>()
  }
  if (answer === '') return refuse(say('answerEmpty'))
  if (type === QuType.trueFalse && (meansTrue.has(answer) || meansFalse.has(answer))) {
    const spellings = meansTrue.has(answer) ? meansTrue : meansFalse
    const at = texts.findIndex((text) => spellings.has(narrow(withoutMarks(text)).toUpperCase()))
    return at < 0 ? refuse(say('answerLettersUnfit')) : new Set([letter(at, 'A')])
  }
  const { key, told } = lettersOfKey(given, texts)
  if (told) problems.push({ field: '答案', message: told, level: 'warn' })
  const letters = key.split(/[,、;]*/).filter((one) => one !== '')
  const unmatched = letters.find((one) => !/^[A-Z]$/.test(one))
  if (unmatched !== undefined) return refuse(type === QuType.trueFalse ? say('answerTrueFalse') : say('answerLetters'))
  const missing = letters.find((one) => one.charCodeAt(0) - 65 >= texts.length)
  if (missing !== undefined) return refuse(say('answerNotAmongOptions', { answer: missing }))
  if (type === QuType.single && letters.length > 1) return refuse(say('answerOneOnly'))
  return new Set(letters)
}

const unequal = (gaps: number, answers: number) => (gaps > 1 && gaps !== answers ? say('blanksUnequal', { gaps, answers }) : undefined)

/** Blanks on separate lines or separated by `;;`; `\;` is a literal semicolon. */
function readBlanks(answer: string, gaps: number, cell: ScoreCell, problems: Problem[]): Blank[] {
  const text = answer.trim()
  const split = text === '' ? [] : text.split(/\n|(?<!\\)(?:;;|；；)/)
  const { answers, told } = split.length === 1 ? answersFor(text, gaps) : { answers: split, told: unequal(gaps, split.length) }
  if (told && answers.length > 0) problems.push({ field: '答案', message: told, level: 'warn' })
  const keys = answers.map((key) => key.replaceAll(/\\([;；])/g, '$1').trim())
  if (keys.length === 0) problems.push({ field: '答案', message: say('answerEmpty') })
  for (const index of Object.keys(cell.blanks).map(Number))
    if (index < 0 || index >= keys.length) problems.push({ field: '评分规则', message: say('blankUnknown', { number: index + 1 }) })
  return keys.map((key, i) => ({ answer: key, compare: 'normal', ...cell.blanks[i] }))
}

/** Cells `左=右`; `=右` is a right item without a partner. A right item in several cells is reusable. */
function readPairs(question: SimpleQuestion, cells: string[], cell: ScoreCell, problems: Problem[], columns: Record<string, string>) {
  const rights: { text: string; uses: number; column: string }[] = []
  for (const [i, text] of cells.entries()) {
    if (text.trim() === '') continue
    const column = optionName(i)
    const [left = '', ...rest] = splitPair(text)
    if (rest.length === 0) {
      problems.push({ field: column, message: say('pairForm') })
      continue
    }
    const right = rest[0] ?? ''
    let at = rights.findIndex((one) => one.text === right)
    if (at < 0) at = rights.push({ text: right, uses: 0, column }) - 1
    else if (left === '') problems.push({ field: column, message: sayForm('pairRightTwice') })
    if (left === '') continue
    const existing = rights[at]
    if (existing !== undefined) existing.uses += 1
    const tag = letter(question.left.length, 'A')
    columns[`left.${question.left.length}`] = column
    question.left.push({ tag, content: toHtml(left) })
    question.pairs.push([tag, String(at)])
  }
  if (question.left.length > 26 || rights.length > 26) {
    problems.push({ field: optionName(26), message: say('pairsOver26') })
    question.left.length = 0
    question.pairs.length = 0
    return
  }
  orderRights(question, rights, cell, problems, columns)
}

/** Without 右侧顺序 the right side is sorted by text, so that its order does not reveal the pairs. */
function orderRights(
  question: SimpleQuestion,
  rights: { text: string; uses: number; column: string }[],
  cell: ScoreCell,
  problems: Problem[],
  columns: Record<string, string>,
) {
  const places = defaultOrder(rights.map((right) => right.text))
  const given = cell.order.map((one) => one.charCodeAt(0) - 97)
  const isOrder =
    new Set(given).size === rights.length && given.length === rights.length && given.every((at) => at >= 0 && at < rights.length)
  if (cell.order.length > 0 && !isOrder) problems.push({ field: '评分规则', message: say('rightOrderForm') })
  const order = isOrder ? given : places
  for (const one of cell.reusable)
    if (one.charCodeAt(0) - 97 >= rights.length) problems.push({ field: '评分规则', message: say('rightUnknown', { item: one }) })
  const tags = new Map(order.map((from, to) => [String(from), letter(to, 'a')]))
  question.right = order.flatMap((from, to) => {
    const right = rights[from]
    if (right === undefined) return []
    columns[`right.${to}`] = right.column
    const reusable = right.uses > 1 || rights.length < question.left.length || cell.reusable.includes(letter(from, 'a'))
    return [{ tag: letter(to, 'a'), content: toHtml(right.text), ...(reusable ? { reusable } : {}) }]
  })
  question.pairs = question.pairs.map(([left, right]) => [left, tags.get(right) ?? ''])
}

/** Indexes of texts, sorted by code units. */
export const defaultOrder = (texts: string[]) =>
  texts.map((_, at) => at).sort((a, b) => ((texts[a] ?? '') < (texts[b] ?? '') ? -1 : (texts[a] ?? '') > (texts[b] ?? '') ? 1 : a - b))

/** Splits at the first `=` without a backslash before it; `\=` is a literal one. */
function splitPair(text: string): string[] {
  const at = text.search(/(?<!\\)[=＝]/)
  const literal = (side: string) => side.replaceAll(/\\([=＝])/g, '$1').trim()
  return at < 0 ? [literal(text)] : [literal(text.slice(0, at)), literal(text.slice(at + 1))]
}

/** Escapes one side of a pair for splitPair. */
export function formatSide(cell: string): string {
  const safe = cell.endsWith('\\') ? `<p>${cell}</p>` : cell
  return safe.replaceAll(/[=＝]/g, String.raw`\$&`)
}
