// The import sheet for scores of an offline exam: its columns, and how a row is read.
import { type Message, stated, type Stated } from '@shuyuan/contract/kernel/message.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import type { SheetColumns } from '../../../kernel/sheet/sheet-columns.ts'
import type { SheetRow } from '../../../kernel/sheet/spreadsheet.ts'

export const requiredFields = ['用户名', '得分'] as const
export const scoreFields = [...requiredFields, '备注'] as const
type Field = (typeof scoreFields)[number]
/** `score` in 1/100 point */
export type Draft = { row: number; userName: string; score: number; remark: string }

const MOST_REMARK = 200
/** Reads one row. `seen` maps each user name (lower case) to the row where it occurred first, and is extended with this row. */
export function readRow(
  { row, cells }: SheetRow,
  { at }: SheetColumns<Field>,
  seen: Map<string, number>,
): { draft: Draft | undefined; problems: SheetProblem[] } {
  const problems: SheetProblem[] = []
  const wrong = (field: Field, message: Message) => void problems.push({ row, field, ...stated(message), level: 'error' })
  const cell = (field: Field) => (cells[at.get(field) ?? -1] ?? '').trim()
  const userName = cell('用户名')
  const before = seen.get(userName.toLowerCase())
  if (userName === '') wrong('用户名', sayKernel('userNameEmpty'))
  else if (before !== undefined) wrong('用户名', say('sheetUserTwice', { row: before }))
  else seen.set(userName.toLowerCase(), row)
  const points = cell('得分').normalize('NFKC')
  if (!/^\d{1,6}(?:\.\d{1,2})?$/.test(points)) wrong('得分', say('sheetScoreForm'))
  const remark = cell('备注')
  if (remark.length > MOST_REMARK) wrong('备注', say('sheetRemarkTooLong', { max: MOST_REMARK }))
  return { draft: problems.length === 0 ? { row, userName, score: Math.round(Number(points) * 100), remark } : undefined, problems }
}

/** The reason why a score cannot be stored, or undefined. @param person undefined if no user has this name */
export function problemOf(
  { score }: Draft,
  person: { invited: boolean } | undefined,
  totalScore: number,
): ({ field: Field } & Stated) | undefined {
  if (!person) return { field: '用户名', ...stated(say('userUnknown')) }
  if (!person.invited) return { field: '用户名', ...stated(say('userOutsideExam')) }
  return score > totalScore ? { field: '得分', ...stated(say('sheetScoreAboveTotal', { total: formatPoints(totalScore) })) } : undefined
}
