// Template and export sheets of users: their columns and explanations.
import { roleType } from '@shuyuan/contract/people/user/user-row.ts'
import type { SheetColumn } from '../../../kernel/sheet/spreadsheet.ts'
import { fields } from './user-sheet.format.ts'

/** The columns of the template. */
export const templateColumns: SheetColumn[] = fields.map((header) => ({
  header,
  width: { 部门: 28, 角色: 18, 邮箱: 26, 身份证号: 22, 有效期至: 22 }[header as string] ?? 16,
  ...(header === '用户类型' ? { choices: Object.values(roleType) } : {}),
}))

/** The columns of an export: those of an import without secrets, and two more. */
export const exportColumns: SheetColumn[] = [
  ...templateColumns
    .filter(({ header }) => header !== '密码' && header !== '身份证号')
    .map(({ header, width }) => ({ header, width: width ?? 16 })),
  { header: '状态', width: 10 },
  { header: '创建时间', width: 22 },
]

export const exampleRow = (depart: string, role: string) => [
  'zhangsan',
  '张三',
  depart,
  role,
  roleType[1],
  '13800138000',
  'zhangsan@example.com',
  '',
  'Violet@2026',
  '',
]

export const guide = [
  ['用户名', '必填。已有的用户名表示修改该用户：填写的内容会覆盖原来的内容，留空的内容保持不变。'],
  ['姓名', '新用户必填。'],
  ['部门', '新用户必填。可填部门编码、部门名称，或从上到下的完整名称，如 总部/客房部。'],
  ['角色', '新用户必填。填角色名称，多个角色用顿号隔开。'],
  ['用户类型', `${Object.values(roleType).join('或')}，不填时由角色决定：有后台权限的角色为${roleType[2]}，其他新用户为${roleType[1]}。`],
  ['手机号', '选填，不能与其他用户相同。'],
  ['邮箱', '选填。'],
  ['身份证号', '选填，15位或18位。'],
  ['密码', '新用户必填，8-60位，应包含大写字母、小写字母、数字、特殊字符其中三种；修改用户时留空表示不修改密码。'],
  ['有效期至', '选填，如 2027-12-31 或 2027-12-31 18:00:00；不填表示长期有效。'],
]
