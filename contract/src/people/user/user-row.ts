// The fields of a user in lists, pickers and forms.
import * as z from '../../kernel/z.ts'
import { code, id, moment, text } from '../../kernel/field.ts'
import { RoleType } from '../../kernel/role-type.ts'

export const UserState = { active: 0, disabled: 1, pending: 2 } as const
export type UserState = (typeof UserState)[keyof typeof UserState]
export const userState = { [UserState.active]: '正常', [UserState.disabled]: '禁用', [UserState.pending]: '待审核' } as const
export const roleType = { [RoleType.learner]: '学员', [RoleType.staff]: '管理人员' } as const

/** A user in lists and pickers; no secrets, no identity number. */
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
