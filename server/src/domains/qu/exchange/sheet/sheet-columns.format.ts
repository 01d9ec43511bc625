// The columns of the import sheet: names and positions.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { levelText, quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { columnName, type SheetColumn } from '../../../../kernel/sheet/spreadsheet.ts'
import { narrow } from './sheet-text.format.ts'

export const typeNames = Object.entries(quTypeText).map(([code, name]) => [Number(code), name] as const)
export const levelNames = Object.entries(levelText).map(([code, name]) => [Number(code), name] as const)
/** The type of a row that continues the row above, when its text exceeds the length of a cell. */
export const CONTINUED = '续'

const required = ['题型', '题干', '选项A', '选项B', '答案'] as const
const optional = ['解析', '难度', '章节', '评分规则', '序号', '父题序号'] as const
export type Field = '题型' | '题干' | '答案' | (typeof optional)[number]

export type Columns = {
  at: (field: Field) => number | undefined
  /** positions of 选项A, 选项B, … in order */
  options: number[]
  unknown: string[]
}

export const optionName = (index: number) => `选项${columnName(index)}`

/** Finds the columns by their headers, in any order. @returns the positions, or a message naming a missing or duplicate column */
export function findColumns(header: string[]): Columns | { problem: Message } {
  const places = new Map<string, number>()
  const unknown: string[] = []
  for (const [at, text] of header.entries()) {
    const name = narrow(text)
      .replace(/\*|\((?:必填|选填)\)$/g, '')
      .toUpperCase()
    if (name === '') continue
    if (places.has(name)) return { problem: sayServer('columnTwice', { column: text.trim() }) }
    if (isField(name) || /^选项[A-Z]{1,2}$/.test(name)) places.set(name, at)
    else unknown.push(text.trim())
  }
  const missing = required.filter((name) => !places.has(name))
  const named = missing.map((name) => `“${name}”`).join('、')
  if (missing.length > 0) return { problem: sayServer('columnsMissing', { columns: named }) }
  const options: number[] = []
  for (let index = 0; ; index++) {
    const at = places.get(optionName(index))
    if (at === undefined) break
    options.push(at)
    places.delete(optionName(index))
  }
  const gap = [...places.keys()].find((name) => name.startsWith('选项'))
  if (gap !== undefined) return { problem: say('optionColumnGap', { column: gap, before: optionName(options.length) }) }
  return { at: (field) => places.get(field), options, unknown }
}

const isField = (name: string) => (required as readonly string[]).includes(name) || (optional as readonly string[]).includes(name)

/** The headers of template and export. */
export function sheetColumns(optionCount: number): SheetColumn[] {
  const options = Array.from({ length: optionCount }, (_, i) => ({ header: optionName(i), width: 16 }))
  return [
    { header: '题型', width: 9, choices: typeNames.map(([, name]) => name) },
    { header: '题干', width: 44 },
    ...options,
    { header: '答案', width: 16 },
    { header: '解析', width: 30 },
    { header: '难度', width: 7, choices: levelNames.map(([, name]) => name) },
    { header: '章节', width: 16 },
    { header: '评分规则', width: 22 },
    { header: '序号', width: 6 },
    { header: '父题序号', width: 9 },
  ]
}
