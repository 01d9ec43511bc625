// The roles of a new site, with their permissions.
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { builtInRole } from '../domains/people/role-menu/role.rules.ts'

export type SeedRole = {
  id: string
  roleName: string
  roleLevel: number
  /** 1 all users, 2 own department with its branches, 3 own data */
  dataScope: DataScope
  /** whether the role gets the tag; `isPage`: the tag of a page, not of a function */
  may: (permissionTag: string, isPage: boolean) => boolean
}

const begins =
  (...starts: string[]) =>
  (tag: string) =>
    starts.some((start) => tag.startsWith(start))
/** roles that delete things can restore them */
const BIN = 'sys:bin:list'
const ownWork = begins(
  'exam:',
  'tmpl:',
  'paper:',
  'repo:',
  'qu:',
  'course:',
  'battle:',
  'activity:',
  'live:',
  'survey:',
  'path:',
  'assist:questions',
  'assist:improve',
)
/** what puts candidates under suspicion is granted by the site, not with the role; recordings are for those who watch an exam, and for 教务 */
const teaching = (tag: string) => ownWork(tag) && !tag.startsWith('exam:similar') && !tag.startsWith('paper:evidence')
/** tags of pickers for users and roles, without the pages that edit them */
const picking = ['sys:user:list', 'sys:role:list']
/** the home of users who see no figures of the site */
const WORK = 'stat:work'
/** links to exams and courses for a learning platform */
const LINKS = 'integrate:lti:select'
const observing = [
  'dashboard',
  'stat:report',
  'stat:team',
  'exam:list',
  'exam:stat',
  'paper:list',
  'sys:user:list',
  'course:stat',
  'course:remind',
]

/** Tags that a later version grants to built-in roles of existing sites; on a new site `may` grants them. */
export const laterGrants: { roleId: string; tag: string }[] = [
  { roleId: builtInRole.departAdmin, tag: 'exam:stat' },
  { roleId: builtInRole.departAdmin, tag: 'stat:team' },
  { roleId: builtInRole.academic, tag: 'stat:team' },
]

export const baseRoles: SeedRole[] = [
  { id: builtInRole.administrator, roleName: '系统管理员', roleLevel: 1, dataScope: DataScope.all, may: (tag) => tag !== WORK },
  {
    id: builtInRole.teacher,
    roleName: '教师',
    roleLevel: 3,
    dataScope: DataScope.all,
    // choosing named users of an exam needs the list of users
    may: (tag, isPage) =>
      tag === WORK ||
      tag === BIN ||
      tag === LINKS ||
      tag === 'notify:own' ||
      (teaching(tag) && tag !== 'exam:watch') ||
      (tag === 'sys:user:list' && !isPage) ||
      tag === 'cert:list',
  },
  {
    id: builtInRole.proctor,
    roleName: '监考员',
    roleLevel: 4,
    // they watch every exam; the role has no list of people or results
    dataScope: DataScope.all,
    may: (tag) => tag === 'exam:watch' || tag === WORK,
  },
  { id: builtInRole.departAdmin, roleName: '部门管理员', roleLevel: 3, dataScope: DataScope.branch, may: (tag) => observing.includes(tag) },
  {
    id: builtInRole.academic,
    roleName: '教务',
    roleLevel: 2,
    dataScope: DataScope.all,
    may: (tag, isPage) =>
      teaching(tag) ||
      // who has watched is for administrators
      (tag.startsWith('paper:evidence') && tag !== 'paper:evidence:audit') ||
      tag === BIN ||
      tag === LINKS ||
      begins('dashboard', 'stat:report', 'stat:team', 'cert:', 'notify:', 'sys:notice:', 'assist:notice')(tag) ||
      (picking.includes(tag) && !isPage),
  },
  { id: builtInRole.learner, roleName: '学员', roleLevel: 9, dataScope: DataScope.own, may: () => false },
]
