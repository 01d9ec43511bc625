// Writes a question as rows of a sheet that imports to the same question.
import { type QuestionBody, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { sheetLimits } from '../../../../kernel/sheet/spreadsheet.ts'
import { CONTINUED, deliveredLevels, levelName, type LevelNames, optionName, typeNames } from './sheet-columns.format.ts'
import { defaultOrder, formatSide } from './sheet-parse.format.ts'
import { formatScore } from './sheet-score.format.ts'
import { fromHtml } from './sheet-text.format.ts'

export type Stored = { quType: number; level: number; chapter: string; body: QuestionBody }
type Cells = Record<string, string>

const typeName = (type: number) => typeNames.find(([code]) => code === type)?.[1] ?? ''
const letter = (index: number, first: 'A' | 'a') => String.fromCharCode(first.charCodeAt(0) + index)

/** The rows of one question by header; sub-questions refer to it by `number`. */
export function formatQuestion(
  { quType: type, level, chapter, body }: Stored,
  number: number,
  levels: LevelNames = deliveredLevels,
): Cells[] {
  const own: Cells = { 难度: levelName(level, levels), 章节: chapter }
  if (type !== QuType.composite) return [{ ...formatSimple({ ...body, quType: type }, []), ...own }]
  const parent: Cells = { 题型: typeName(type), 题干: fromHtml(body.content), 解析: fromHtml(body.analysis), 序号: String(number), ...own }
  const subs = body.subs.map((sub) => ({
    ...formatSimple(sub, sub.weight === 1 ? [] : [`权重：${sub.weight}`]),
    父题序号: String(number),
  }))
  return [parent, ...subs]
}

function formatSimple(question: SimpleQuestion, extra: string[]): Cells {
  const { quType: type, options, blanks } = question
  const cells: Cells = { 题型: typeName(type), 题干: fromHtml(question.content), 解析: fromHtml(question.analysis) }
  const lines = [...extra]
  for (const [i, option] of options.entries()) cells[optionName(i)] = fromHtml(option.content)
  if (type === QuType.matching) Object.assign(cells, formatPairs(question, lines))
  else if (type === QuType.fillIn) cells.答案 = blanks.map((blank) => formatKey(blank.answer)).join('\n')
  else if (type === QuType.shortAnswer) cells.答案 = fromHtml(question.modelAnswer)
  else cells.答案 = options.flatMap((option, i) => (option.isRight ? [letter(i, 'A')] : [])).join('')
  cells.评分规则 = formatScore(type, question, lines)
  return cells
}

function formatKey(key: string): string {
  const one = key.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
  return /;;|；；|\\[;；]/.test(one) ? one.replaceAll(/[;；]/g, String.raw`\$&`) : one
}

function formatPairs({ left, right, pairs }: SimpleQuestion, lines: string[]): Cells {
  const sides = new Map(right.map((item) => [item.tag, formatSide(fromHtml(item.content))]))
  const partner = new Map(pairs)
  const used = left.map((item) => partner.get(item.tag) ?? '')
  const appearance = [...new Set([...used.filter((tag) => sides.has(tag)), ...right.map((item) => item.tag)])]
  const rows = [
    ...left.map((item, i) => `${formatSide(fromHtml(item.content))}=${sides.get(used[i] ?? '') ?? ''}`),
    ...appearance.filter((tag) => !used.includes(tag)).map((tag) => `=${sides.get(tag) ?? ''}`),
  ]
  const cellOf = (tag: string) => fromHtml(right.find((item) => item.tag === tag)?.content ?? '')
  const usual = defaultOrder(appearance.map(cellOf)).map((at) => appearance[at])
  const marked = right.filter((item) => item.reusable && used.filter((tag) => tag === item.tag).length < 2)
  const name = (tag: string) => letter(appearance.indexOf(tag), 'a')
  if (marked.length > 0) lines.push(`可重复：${marked.map((item) => name(item.tag)).join('，')}`)
  if (right.some((item, i) => item.tag !== usual[i])) lines.push(`右侧顺序：${right.map((item) => name(item.tag)).join('，')}`)
  return Object.fromEntries(rows.map((row, i) => [optionName(i), row]))
}

/** Arranges cells by header; text longer than a cell continues in rows of type 续. */
export function layOut(cells: Cells, headers: string[]): string[][] {
  const pieces = new Map(headers.map((header) => [header, cut(cells[header] ?? '')]))
  const rows = Math.max(...[...pieces.values()].map((parts) => parts.length))
  return Array.from({ length: rows }, (_, row) =>
    headers.map((header) => (row > 0 && header === '题型' ? CONTINUED : (pieces.get(header)?.[row] ?? ''))),
  )
}

function cut(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > sheetLimits.cell) {
    // never inside a surrogate pair
    const end = /[\uD800-\uDBFF]/.test(rest.charAt(sheetLimits.cell - 1)) ? sheetLimits.cell - 1 : sheetLimits.cell
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}
