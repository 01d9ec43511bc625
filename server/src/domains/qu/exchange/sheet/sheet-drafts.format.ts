// Converts the rows of an import sheet to questions, with problems by row and column.
import { type Message, messageOf, stated } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { say as sayForm } from '@shuyuan/contract/qu/qu.texts.ts'
import type { Finding } from '@shuyuan/contract/qu/question-check.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import { sheetFieldText } from '@shuyuan/contract/qu/import/columns.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import type * as z from 'zod'
import { withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'
import { brokenFormula, type SheetRow, sheetLimits } from '../../../../kernel/sheet/spreadsheet.ts'
import { findingsOf, fingerprintOf, tidyBody, titleOf } from '../../bank/question.rules.ts'
import { warn } from '../exchange.rules.ts'
import { levelFor } from './sheet-level.format.ts'
import { hasBrokenSigns, suspicions, unlikely } from '../suspect.format.ts'
import { type Columns, CONTINUED, deliveredLevels, type Field, type LevelNames, optionName, typeNames } from './sheet-columns.format.ts'
import { type ParsedRow, parseRow, type RowCells } from './sheet-parse.format.ts'
import { inferredType } from './sheet-infer.format.ts'
import { optionsIn, withoutLetters } from './sheet-options.format.ts'
import { narrow, toHtml } from './sheet-text.format.ts'
import { typeOf } from './sheet-words.format.ts'

export type Problem = SheetProblem
/** A valid question of the sheet; `fingerprint` in hex. */
export type Draft = {
  row: number
  quType: number
  level: number
  chapter: string
  tags?: string[]
  body: QuestionBody
  title: string
  fingerprint: string
}

type Line = RowCells & {
  row: number
  type: string
  number: string
  parent: string
  level: string
  chapter: string
  isSaid: boolean
  problems: Problem[]
}
export type Block = { line: Line; subs: Line[] }

const MAX_CHAPTER = 100

/** Assigns cells to headers, joins continued rows and attaches sub-questions to their composite. `type`: of all rows, where no column says it. */
export function blocksOf(rows: SheetRow[], columns: Columns, type?: QuType): { blocks: Block[]; problems: Problem[] } {
  const blocks: Block[] = []
  const problems: Problem[] = []
  const parents = new Map<string, Block>()
  for (const line of linesOf(rows, columns, problems, type)) {
    const parent = parents.get(line.parent)
    if (parent && line.parent !== '') {
      parent.subs.push(line)
      continue
    }
    // it is no question by itself, but it is not lost
    if (line.parent !== '')
      line.problems.push({ row: line.row, field: '父题序号', ...stated(say('caseUnknown', { number: line.parent })), level: 'error' })
    const block = { line, subs: [] }
    blocks.push(block)
    if (typeOf(line.type) !== QuType.composite) continue
    if (parents.has(line.number))
      line.problems.push({ row: line.row, field: '序号', ...stated(say('numberTwice', { number: line.number })), level: 'error' })
    else if (line.number !== '') parents.set(line.number, block)
  }
  return { blocks, problems }
}

function linesOf(rows: SheetRow[], columns: Columns, problems: Problem[], fixed?: QuType): Line[] {
  const lines: Line[] = []
  for (const { row, cells } of rows) {
    const found: Problem[] = []
    const read = (at: number | undefined, field: string) => {
      const text = at === undefined ? '' : (cells[at] ?? '')
      if (withoutMarks(text).length > sheetLimits.cell)
        found.push({ row, field, ...stated(say('cellTooLong', { max: sheetLimits.cell })), level: 'error' })
      const broken = brokenFormula(text)
      if (broken !== undefined) found.push({ row, field, ...stated(broken), level: 'error' })
      return text
    }
    const rich = (field: Field) => read(columns.at(field), field)
    const of = (field: Field) => withoutMarks(rich(field))
    const own = {
      stem: rich('题干'),
      options:
        columns.whole === undefined
          ? withoutLetters(columns.options.map((at, i) => read(at, optionName(i))))
          : optionsOfCell(withoutMarks(read(columns.whole, sheetFieldText.options)), row, found),
      answer: rich('答案'),
      analysis: rich('解析'),
      score: of('评分规则'),
    }
    const isTyped = columns.at('题型') !== undefined
    const type = isTyped ? narrow(of('题型')) : fixed === undefined ? inferredType(own) : quTypeText[fixed]
    if (type === CONTINUED) {
      const last = lines.at(-1)
      if (last) append(last, own, found)
      else problems.push({ row, field: '题型', ...stated(say('continuationWithoutQuestion')), level: 'error' })
      continue
    }
    const parent = narrow(of('父题序号'))
    lines.push({
      ...own,
      row,
      type,
      parent,
      isSaid: isTyped || fixed !== undefined,
      number: narrow(of('序号')),
      level: narrow(of('难度')),
      chapter: of('章节').trim(),
      problems: found,
    })
  }
  return lines
}

function optionsOfCell(cell: string, row: number, found: Problem[]): string[] {
  const { options, isGuessed } = optionsIn(cell)
  if (isGuessed) found.push(warn(row, sheetFieldText.options, say('optionsGuessed')))
  return options
}

function append(line: Line, more: RowCells, problems: Problem[]) {
  line.stem += more.stem
  line.answer += more.answer
  line.analysis += more.analysis
  line.score += more.score
  line.options = line.options.map((text, i) => text + (more.options[i] ?? ''))
  line.problems.push(...problems)
}

/** An invalid question: the readable part of it. */
export type Rough = { row: number; quType: number; level: number; chapter: string; body: z.input<typeof QuestionBody>; problems: Problem[] }

/** Reads one question with its subs. @returns the draft if it is valid, else its readable part; and all problems */
export function readBlock(
  block: Block,
  levels: LevelNames = deliveredLevels,
): { draft: Draft; rough?: never; problems: Problem[] } | { draft?: never; rough: Rough; problems: Problem[] } {
  const { draft, problems } = readWhole(block, levels)
  return draft ? { draft, problems } : { rough: roughOf(block, problems, levels), problems }
}

/** The type of a row, or what its cells imply, so that they are kept until a type is chosen. */
const roughType = (line: Line) => typeOf(line.type) ?? typeOf(inferredType(line)) ?? QuType.shortAnswer

function roughOf({ line, subs }: Block, problems: Problem[], levels: LevelNames): Rough {
  const type = roughType(line)
  const { level } = levelFor(line.level, levels)
  const parts = subs.map((sub, i) => {
    const own = roughType(sub)
    return { ...parseRow(own, sub).question, quType: own, id: String(i + 1), weight: 1 }
  })
  const body =
    type === QuType.composite ? { content: toHtml(line.stem), analysis: toHtml(line.analysis), subs: parts } : parseRow(type, line).question
  return { row: line.row, quType: type, level, chapter: line.chapter.slice(0, MAX_CHAPTER), body, problems }
}

type Note = (row: number, field: string, message: Message, level?: 'warn' | 'error') => void

function readWhole({ line, subs }: Block, levels: LevelNames): { draft?: Draft; problems: Problem[] } {
  const problems = [...line.problems, ...subs.flatMap((sub) => sub.problems)]
  const note: Note = (row, field, message, level = 'error') => void problems.push({ row, field, ...stated(message), level })
  const type = typeOf(line.type)
  if (type === undefined) {
    note(line.row, '题型', say('quTypeOneOf', { names: typeNames.map(([, name]) => name).join('、') }))
    return { problems }
  }
  const { level, told } = levelFor(line.level, levels)
  if (told) problems.push(warn(line.row, '难度', told))
  if (line.chapter.length > MAX_CHAPTER) note(line.row, '章节', say('sheetChapterTooLong', { max: MAX_CHAPTER }))
  const parts = type === QuType.composite ? subs.map((sub) => readSub(sub, note)) : []
  const own = type === QuType.composite ? undefined : parseRow(type, line)
  for (const one of own?.problems ?? []) note(line.row, one.field, one.message, one.level)
  if (type === QuType.composite && line.answer.trim() !== '') note(line.row, '答案', say('caseAnswerInSubs'))
  if (problems.some((one) => one.level === 'error')) return { problems }
  return finish(type, level, { line, subs }, own, parts, problems)
}

function readSub(sub: Line, note: Note): ParsedRow | undefined {
  const type = typeOf(sub.type)
  if (type === undefined || type === QuType.composite) {
    note(sub.row, '题型', type === undefined ? say('subTypeWrong') : sayForm('subCase'))
    return undefined
  }
  const parsed = parseRow(type, sub)
  for (const one of parsed.problems) note(sub.row, one.field, one.message, one.level)
  return parsed
}

function finish(
  type: number,
  level: number,
  { line, subs }: Block,
  own: ParsedRow | undefined,
  parts: (ParsedRow | undefined)[],
  problems: Problem[],
) {
  const given = own?.question ?? { content: toHtml(line.stem), analysis: toHtml(line.analysis) }
  const read = QuestionBody.safeParse({
    ...given,
    subs: parts.map((part, i) => ({ ...part?.question, id: String(i + 1), weight: part?.weight ?? 1 })),
  })
  const findings: Finding[] = read.success
    ? []
    : read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: messageOf(issue.message), level: 'error' }))
  const body = read.success ? tidyBody(type, read.data) : undefined
  if (body) {
    findings.push(...findingsOf(type, body))
    const doubts = [...suspicions(type, body), ...(type === QuType.composite ? [] : unlikely(type, body, line.isSaid))]
    if (hasBrokenSigns(body)) findings.push({ path: 'content', message: say('signsBroken'), level: 'error' })
    problems.push(...doubts.map((one) => warn(line.row, '题干', one)))
  }
  for (const { path, message, level } of findings) {
    const [, index, rest = ''] = /^subs\.(\d+)\.(.*)$/.exec(path) ?? []
    const at = index === undefined ? undefined : Number(index)
    const row = at === undefined ? line.row : (subs[at]?.row ?? line.row)
    problems.push({
      row,
      field: fieldOf(at === undefined ? path : rest, (at === undefined ? own : parts[at])?.columns ?? {}),
      ...stated(message),
      level,
    })
  }
  if (!body || problems.some((one) => one.level === 'error')) return { problems }
  const fingerprint = fingerprintOf(type, body).toString('hex')
  return { draft: { row: line.row, quType: type, level, chapter: line.chapter, body, title: titleOf(body), fingerprint }, problems }
}

/** The column to which a problem at this path of the body belongs. */
function fieldOf(path: string, columns: Record<string, string>): string {
  const [head = '', index = ''] = path.split('.')
  if (head === 'content' || head === 'subs') return '题干'
  if (head === 'analysis') return '解析'
  if (head === 'rule') return '评分规则'
  if (head === 'quType') return '题型'
  if (head === 'options') return index === '' ? '答案' : optionName(Number(index))
  if (head === 'left' || head === 'right') return columns[`${head}.${index}`] ?? optionName(0)
  if (head === 'pairs') return columns[`left.${index}`] ?? optionName(0)
  return '答案'
}
