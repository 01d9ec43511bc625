// The columns of the import sheet: names and positions.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type SheetField, sheetFieldText } from '@shuyuan/contract/qu/import/columns.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { levelText, QuLevel, quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { FAULTS } from '../../../../kernel/sheet/sheet-columns.ts'
import { columnName, type SheetColumn } from '../../../../kernel/sheet/spreadsheet.ts'
import { narrow } from './sheet-text.format.ts'

export const typeNames = Object.entries(quTypeText).map(([code, name]) => [Number(code), name] as const)
/** Codes and names of levels, as the site's dictionary has them. */
export type LevelNames = readonly (readonly [code: number, name: string])[]
/** The levels of a new site. */
export const deliveredLevels: LevelNames = [QuLevel.normal, QuLevel.hard].map((code) => [code, levelText[code]])
/** The level that a cell or a line names, also by its code or its delivered name. */
export const levelOf = (name: string, levels: LevelNames): number | undefined =>
  [...levels, ...deliveredLevels].find(([code, own]) => own === name || String(code) === name)?.[0]
/** Also of a level that the dictionary has no more. */
export const levelName = (level: number, levels: LevelNames): string =>
  levels.find(([code]) => code === level)?.[1] ?? (levelText as Record<number, string>)[level] ?? ''
/** The type of a row that continues the row above, when its text exceeds the length of a cell. */
export const CONTINUED = '续'

const required = ['题型', '题干', '选项A', '选项B', '答案'] as const
const optional = ['解析', '难度', '章节', '评分规则', '序号', '父题序号'] as const
export type Field = '题型' | '题干' | '答案' | (typeof optional)[number]

/** Headers of other systems. A remark in brackets after any header is ignored. */
const synonyms: Record<Field, string> = {
  题型: '试题类型|题目类型|试题题型|题目题型|类型|题类|TYPE|QUESTIONTYPE',
  题干: '试题内容|题目内容|试题题干|题目题干|题干内容|试题|题目|问题|QUESTION|STEM|QUESTIONTEXT',
  答案: '正确答案|标准答案|参考答案|试题答案|题目答案|正确选项|答案选项|正确答案选项|ANSWER|KEY|CORRECTANSWER|CORRECTANSWERS|ANSWERKEY|CORRECT',
  解析: '试题解析|题目解析|答案解析|解析说明|答题解析|EXPLANATION|ANALYSIS',
  难度: '难度等级|难易度|难易程度|试题难度|题目难度|难度系数|LEVEL|DIFFICULTY',
  章节: '所属章节|章节名称|所属章|CHAPTER',
  评分规则: 'SCORING|SCORINGRULES',
  序号: '题号|编号|NUMBER|NO|NO.',
  父题序号: 'PARENTNUMBER|PARENT',
}
const meanings = new Map(Object.entries(synonyms).flatMap(([name, others]) => others.split('|').map((one) => [one, name] as const)))
const optionHeader = /^(?:选项|备选项|备选答案|答案选项|答案|OPTION)?([A-Z])(?:选项|项)?[.、:]?$/
/** 选项1, 选项一, OPTION1, ANSWER1 */
const numberedOption = /^(?:选项|备选项|备选答案|OPTION|ANSWEROPTION|ANSWER)([1-9一二三四五六七八九])$/
const ordinals = '一二三四五六七八九'
/** All options in one cell. */
const wholeOptions = new Set(['选项', '备选项', '全部选项', '所有选项', '选项内容', '备选答案', 'OPTIONS', 'CHOICES'])

function letterOfHeader(bare: string): string | undefined {
  const sign = numberedOption.exec(bare)?.[1]
  if (sign !== undefined) return columnName(ordinals.includes(sign) ? ordinals.indexOf(sign) : Number(sign) - 1)
  return optionHeader.exec(bare)?.[1]
}

/** The column that a header of another system means; undefined if none. */
function meaningOf(name: string): string | undefined {
  const bare = name.replace(/\(.*\)$/, '')
  if (wholeOptions.has(bare)) return sheetFieldText.options
  const letter = letterOfHeader(bare)
  return (
    meanings.get(bare) ??
    (letter === undefined ? undefined : `选项${letter}`) ??
    (isField(bare) || /^选项[A-Z]$/.test(bare) ? bare : undefined)
  )
}

export type Columns = {
  at: (field: Field) => number | undefined
  /** positions of 选项A, 选项B, … in order */
  options: number[]
  /** position of the column that has all options in one cell */
  whole: number | undefined
  unknown: string[]
}

export const optionName = (index: number) => `选项${columnName(index)}`

/** A header as it is compared: without spaces, the sign of a required column and its remark; '' where there is none. */
export const headerName = (text: string) =>
  narrow(text)
    .replace(/\*|\((?:必填|选填)\)$/g, '')
    .toUpperCase()

/** Finds the columns by their headers, in any order. @returns the positions, or a message naming a missing or duplicate column */
export function findColumns(header: string[]): Columns | { problem: Message } {
  const places = new Map<string, number>()
  const unknown: string[] = []
  const others: { at: number; name: string; text: string }[] = []
  for (const [at, text] of header.entries()) {
    const name = headerName(text)
    if (name === '' || name === FAULTS) continue
    if (places.has(name)) return { problem: sayServer('columnTwice', { column: text.trim() }) }
    if (isField(name) || /^选项[A-Z]{1,2}$/.test(name)) places.set(name, at)
    else others.push({ at, name, text: text.trim() })
  }
  // a header of the template has precedence
  for (const { at, name, text } of others) {
    const meaning = meaningOf(name)
    if (meaning === undefined || places.has(meaning)) unknown.push(text)
    else places.set(meaning, at)
  }
  return ordered(places, unknown, places.has(sheetFieldText.options) ? ['题型', '题干', '答案'] : required)
}

function ordered(places: Map<string, number>, unknown: string[], needed: readonly string[]): Columns | { problem: Message } {
  const missing = needed.filter((name) => !places.has(name))
  const named = missing.map((name) => `“${name}”`).join('、')
  if (missing.length > 0) return { problem: sayServer('columnsMissing', { columns: named }) }
  const options: number[] = []
  for (let index = 0; ; index++) {
    const at = places.get(optionName(index))
    if (at === undefined) break
    options.push(at)
    places.delete(optionName(index))
  }
  const gap = [...places.keys()].find((name) => /^选项[A-Z]/.test(name))
  if (gap !== undefined) return { problem: say('optionColumnGap', { column: gap, before: optionName(options.length) }) }
  return { at: (field) => places.get(field), options, whole: places.get(sheetFieldText.options), unknown }
}

/** The columns as a person says they are; without 题型 the types are inferred. @returns the positions, or a message naming a missing or duplicate column */
export function columnsOf(fields: readonly SheetField[]): Columns | { problem: Message } {
  const places = new Map<string, number>()
  let options = 0
  for (const [at, field] of fields.entries()) {
    if (field === 'none') continue
    const name = field === 'option' ? optionName(options++) : sheetFieldText[field]
    if (places.has(name)) return { problem: sayServer('columnTwice', { column: name }) }
    places.set(name, at)
  }
  return ordered(places, [], ['题干', '答案'])
}

const fieldNames = new Map(Object.entries(sheetFieldText).map(([field, name]) => [name as string, field as SheetField]))

/** What a header means by its name; undefined if it is not known. */
export function fieldOfHeader(text: string): SheetField | undefined {
  const name = headerName(text)
  if (name === FAULTS) return 'none'
  const meaning = isField(name) ? name : meaningOf(name)
  if (meaning === undefined || name === '') return undefined
  return /^选项[A-Z]{1,2}$/.test(meaning) ? 'option' : fieldNames.get(meaning)
}

const isField = (name: string) => (required as readonly string[]).includes(name) || (optional as readonly string[]).includes(name)

/** The headers of template and export. */
export function sheetColumns(optionCount: number, levels: LevelNames = deliveredLevels): SheetColumn[] {
  const options = Array.from({ length: optionCount }, (_, i) => ({ header: optionName(i), width: 16 }))
  return [
    { header: '题型', width: 9, choices: typeNames.map(([, name]) => name) },
    { header: '题干', width: 44 },
    ...options,
    { header: '答案', width: 16 },
    { header: '解析', width: 30 },
    { header: '难度', width: 7, choices: levels.map(([, name]) => name) },
    { header: '章节', width: 16 },
    { header: '评分规则', width: 22 },
    { header: '序号', width: 6 },
    { header: '父题序号', width: 9 },
  ]
}
