// Reads a row of a sheet of users.
import { type Message, messageOf, stated } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import { fromWallClock, toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { isCommonPassword } from '@shuyuan/contract/kernel/password.ts'
import { email, idCard, mobile, newPassword } from '@shuyuan/contract/kernel/rule.ts'
import { realName, userName } from '@shuyuan/contract/people/user/user-admin.ts'
import { roleType } from '@shuyuan/contract/people/user/user-row.ts'
import type { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type * as z from 'zod'
import { narrow, type SheetColumns } from '../../../kernel/sheet/sheet-columns.ts'
import type { SheetRow } from '../../../kernel/sheet/spreadsheet.ts'

export const fields = ['用户名', '姓名', '部门', '角色', '用户类型', '手机号', '邮箱', '身份证号', '密码', '有效期至'] as const
export const requiredFields = ['用户名', '姓名', '部门', '角色'] as const
export type Field = (typeof fields)[number]

/** One row; '' and undefined for empty cells. */
export type Draft = {
  row: number
  userName: string
  realName: string
  /** a department's code, its name, or its names from the root down with slashes */
  depart: string
  roleNames: string[]
  roleType: typeof RoleType.learner | typeof RoleType.staff | undefined
  mobile: string
  email: string
  idCard: string
  password: string
  /** yyyy-MM-dd HH:mm:ss in the site's time zone */
  expireTime: string
}

const types = new Map<string, 1 | 2 | undefined>([
  ['', undefined],
  [roleType[1], 1],
  [roleType[2], 2],
])
const FULL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** `2027-1-5`, `2027/01/05 18:00` and similar as a full time; a day alone means its end. Undefined for anything else. */
export function timeOf(cell: string): string | undefined {
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(cell.trim())
  if (!match) return undefined
  const [, year, month = '', day = '', hour, minute = '59', second] = match
  const two = (text: string) => text.padStart(2, '0')
  const time = `${year}-${two(month)}-${two(day)} ${hour === undefined ? '23:59:59' : `${two(hour)}:${minute}:${second ?? '00'}`}`
  const at = fromWallClock(time)
  // 30 February would become 2 March
  return FULL_TIME.test(time) && !Number.isNaN(at.getTime()) && toWallClock(at) === time ? time : undefined
}

/** Reads one row; a wrong cell counts as empty. Whether names and codes exist is checked by matchRows. */
export function readRow({ row, cells }: SheetRow, columns: SheetColumns<Field>): { draft: Draft; problems: SheetProblem[] } {
  const problems: SheetProblem[] = []
  const note = (field: Field, message: Message) => void problems.push({ row, field, ...stated(message), level: 'error' })
  const cell = (field: Field) => (cells[columns.at.get(field) ?? -1] ?? '').trim()
  const checked = (field: Field, rule: z.ZodType<string, string>, value = cell(field)) => {
    const read = rule.safeParse(value)
    if (!read.success) note(field, messageOf(read.error.issues[0]?.message ?? ''))
    return read.data ?? ''
  }
  const optional = (field: Field, rule: z.ZodType<string, string>) => (cell(field) === '' ? '' : checked(field, rule))
  const time = cell('有效期至') === '' ? '' : timeOf(cell('有效期至'))
  if (time === undefined) note('有效期至', say('sheetExpiryForm'))
  const type = narrow(cell('用户类型'))
  if (!types.has(type)) note('用户类型', say('sheetUserType'))
  const draft: Draft = {
    row,
    userName: checked('用户名', userName),
    realName: optional('姓名', realName),
    depart: cell('部门'),
    roleNames: [
      ...new Set(
        cell('角色')
          .split(/[、,，;；\n]/)
          .map((one) => one.trim()),
      ),
    ].filter((one) => one !== ''),
    roleType: types.get(type),
    mobile: optional('手机号', mobile),
    email: optional('邮箱', email),
    idCard: optional('身份证号', idCard),
    // not trimmed: a password may begin or end with a space
    password: cell('密码') === '' ? '' : checked('密码', newPassword(), cells[columns.at.get('密码') ?? -1] ?? ''),
    expireTime: time ?? '',
  }
  if (draft.password !== '' && isCommonPassword(draft.password, draft.userName)) note('密码', sayKernel('passwordCommon'))
  return { draft, problems }
}
