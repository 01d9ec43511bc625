// Sheets without headings: recognised by their first row, which is like the others.
import type { SheetField } from '@shuyuan/contract/qu/import/columns.ts'
import { fieldOfHeader } from './sheet-columns.format.ts'
import { isVerdict } from './sheet-parse.format.ts'
import { narrow } from './sheet-text.format.ts'

/** A cell that looks like the key of a choice or a judgement. */
const isKey = (cell: string) => /^\(?[A-H](?:[,、;]?[A-H]){0,7}\)?$/i.test(narrow(cell)) || isVerdict(cell)

/** The columns whose cells are keys in all of these rows. */
const keyColumns = (rows: readonly string[][]) =>
  (rows[0] ?? []).flatMap((_cell, at) => (rows.every((cells) => isKey(cells[at] ?? '')) ? [at] : []))

/** Whether the first row is a question as the rows below are: it has a key where they have theirs, and no cell of it is a heading. */
export function looksLikeQuestion(first: string[], rows: readonly string[][]): boolean {
  if (rows.length === 0 || keyColumns([first, ...rows]).length === 0) return false
  return first.every((cell) => isKey(cell) || fieldOfHeader(cell) === undefined)
}

/** What the columns of such a sheet may be: the key is the last column of keys, the longest text the stem, other texts are options. */
export function guessedFields(rows: readonly string[][]): SheetField[] {
  const answer = keyColumns(rows).at(-1)
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const signs = Array.from({ length: width }, (_, at) => rows.reduce((sum, cells) => sum + (cells[at] ?? '').trim().length, 0))
  const isCount = (at: number) => rows.every((cells) => /^\d*$/.test((cells[at] ?? '').trim())) && at === 0
  const stem = signs.reduce((best, sum, at) => (at !== answer && !isCount(at) && sum > (signs[best] ?? 0) ? at : best), isCount(0) ? 1 : 0)
  return signs.map((sum, at) =>
    at === answer ? 'answer' : at === stem ? 'stem' : at < stem || sum === 0 || (answer !== undefined && at > answer) ? 'none' : 'option',
  )
}
