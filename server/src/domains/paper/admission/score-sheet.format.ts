// The sheet with which the scores of an exam held on paper are imported: its columns, and what one row says.
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
/** Reads one row. `seen` holds the row of each user name that came before, in small letters, and takes this one up. */
export function readRow(
  { row, cells }: SheetRow,
  { at }: SheetColumns<Field>,
  seen: Map<string, number>,
): { draft: Draft | undefined; problems: SheetProblem[] } {
  const problems: SheetProblem[] = []
  const wrong = (field: Field, msg: string) => void problems.push({ row, field, msg, level: 'error' })
  const cell = (field: Field) => (cells[at.get(field) ?? -1] ?? '').trim()
  const userName = cell('用户名')
  const before = seen.get(userName.toLowerCase())
  if (userName === '') wrong('用户名', '用户名不能为空！')
  else if (before !== undefined) wrong('用户名', `与第${before}行的用户名重复`)
  else seen.set(userName.toLowerCase(), row)
  const points = cell('得分').normalize('NFKC')
  if (!/^\d{1,6}(?:\.\d{1,2})?$/.test(points)) wrong('得分', '得分应为不小于0、最多两位小数的数字')
  const remark = cell('备注')
  if (remark.length > MOST_REMARK) wrong('备注', `备注不能超过${MOST_REMARK}个字`)
  return { draft: problems.length === 0 ? { row, userName, score: Math.round(Number(points) * 100), remark } : undefined, problems }
}

/** What stands against the score of a person who was looked up; undefined: nothing. @param person undefined: there is nobody of this name */
export function problemOf(
  { score }: Draft,
  person: { invited: boolean } | undefined,
  totalScore: number,
): Pick<SheetProblem, 'field' | 'msg'> | undefined {
  if (!person) return { field: '用户名', msg: '用户不存在' }
  if (!person.invited) return { field: '用户名', msg: '不在本场考试的范围内' }
  return score > totalScore ? { field: '得分', msg: `得分不能超过总分${formatPoints(totalScore)}` } : undefined
}
