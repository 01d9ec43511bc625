// A person, as lists, pickers and forms know one.
import * as z from 'zod'
import { code, id, moment, text } from '../../kernel/field.ts'

export const userState = { 0: '正常', 1: '禁用', 2: '待审核' } as const
export const roleType = { 1: '学员', 2: '管理人员' } as const

/** A user as lists and pickers show one: no secrets, no ID number. */
export const UserRow = z.object({
  id: id('用户'),
  userName: text('用户名', 60),
  realName: text('姓名', 60),
  mobile: z.string().meta({ title: '手机号', control: 'text' }),
  deptCode: z.string().meta({ title: '部门', control: 'depart' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  state: code('状态', userState),
  state_dictText: z.string().meta({ title: '状态' }),
  roleType: code('用户类型', roleType),
  avatar: z.string(),
  createTime: moment('创建时间'),
})
