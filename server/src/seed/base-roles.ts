// The roles a house begins with, and what each may do.
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { builtInRole } from '../domains/sys/role-menu/role.rules.ts'

export type SeedRole = {
  id: string
  roleName: string
  roleLevel: number
  /** 1 all people, 2 those of the own branch, 3 oneself */
  dataScope: DataScope
  /** whether it holds the tag, and whether it gets the page that carries it */
  may: (permissionTag: string, isPage: boolean) => boolean
}

const begins =
  (...starts: string[]) =>
  (tag: string) =>
    starts.some((start) => tag.startsWith(start))
const teaching = begins('exam:', 'tmpl:', 'paper:', 'repo:', 'qu:', 'course:')
/** lists from which people and roles are picked, without the pages that keep them */
const picking = ['sys:user:list', 'sys:role:list']
const observing = ['exam:list', 'exam:stat', 'paper:list', 'sys:user:list']

/** What a later version gave to a role of houses that had it already; in a new one the role holds it by `may`. */
export const laterGrants: { roleId: string; tag: string }[] = [{ roleId: builtInRole.departAdmin, tag: 'exam:stat' }]

export const baseRoles: SeedRole[] = [
  { id: builtInRole.administrator, roleName: '系统管理员', roleLevel: 1, dataScope: DataScope.all, may: () => true },
  {
    id: builtInRole.teacher,
    roleName: '教师',
    roleLevel: 3,
    dataScope: DataScope.all,
    // an exam for named persons is made with the list of people
    may: (tag, isPage) => (teaching(tag) && tag !== 'exam:watch') || (tag === 'sys:user:list' && !isPage),
  },
  { id: builtInRole.proctor, roleName: '监考员', roleLevel: 4, dataScope: DataScope.own, may: (tag) => tag === 'exam:watch' },
  { id: builtInRole.departAdmin, roleName: '部门管理员', roleLevel: 3, dataScope: DataScope.branch, may: (tag) => observing.includes(tag) },
  {
    id: builtInRole.academic,
    roleName: '教务',
    roleLevel: 2,
    dataScope: DataScope.all,
    may: (tag, isPage) => teaching(tag) || begins('notify:', 'sys:notice:')(tag) || (picking.includes(tag) && !isPage),
  },
  { id: builtInRole.learner, roleName: '学员', roleLevel: 9, dataScope: DataScope.own, may: () => false },
]
