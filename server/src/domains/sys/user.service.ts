// People: who I am, and the lists from which people are picked.
import { type user, userState } from '@shuyuan/contract/sys/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing } from '../../kernel/database.ts'
import { pageOf } from '../../kernel/page.ts'
import type { DB } from '../../kernel/tables.ts'
import { inDepartBranches } from './depart.service.ts'
import { dataScope } from './role.service.ts'

const people = ({ db }: Ctx) => db.selectFrom('sysUser').innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
const listed = [
  ...(['sysUser.id', 'userName', 'realName', 'mobile', 'sysUser.deptCode', 'sysDepart.deptName'] as const),
  ...(['state', 'roleType', 'avatar', 'createTime'] as const),
]
type Stored = { mobile: string | null; deptName: string; state: number; roleType: number }

const shown = <T extends Stored>({ deptName, ...row }: T) => ({
  ...row,
  mobile: row.mobile ?? '',
  deptCode_dictText: deptName,
  state: row.state as keyof typeof userState,
  state_dictText: userState[row.state as keyof typeof userState],
  roleType: row.roleType as 1 | 2,
})

/** The signed-in person, with roles and permission tags. */
export async function myInfo(ctx: Ctx): Promise<Output<typeof user.info>> {
  const { id, roleType, roles, permissions } = ctx.user
  const { deptName, mobile, ...row } = await people(ctx)
    .where('sysUser.id', '=', id)
    .select(['userName', 'realName', 'avatar', 'mobile', 'sysUser.deptCode', 'deptName', 'points'])
    .executeTakeFirstOrThrow()
  return {
    ...row,
    id,
    roleType,
    mobile: mobile ?? '',
    roles: [...roles],
    permissions: [...permissions].sort(),
    deptCode_dictText: deptName,
    unreadMsg: 0,
  }
}

/** The signed-in person's own row, without secrets. */
export async function myUser(ctx: Ctx): Promise<Output<typeof user.currentUser>> {
  const row = await people(ctx)
    .where('sysUser.id', '=', ctx.user.id)
    .select([...listed, 'email', 'points'])
    .executeTakeFirstOrThrow()
  return shown(row)
}

/** Code 9 when the session is void or the person disabled; else whether what must be known of a person is there (api.md). */
export async function isComplete({ user: { id, realName, deptCode } }: Ctx): Promise<Output<typeof user.isComplete>> {
  return id === '0' ? { code: 9 } : { code: 0, complete: realName.trim() !== '' && deptCode !== '' }
}

const sortable = {
  userName: 'userName',
  realName: 'realName',
  mobile: 'mobile',
  state: 'state',
  roleType: 'roleType',
  deptCode: 'sysUser.deptCode',
  createTime: 'createTime',
}

/** People by api.md's filters, newest first, as far as the caller's roles reach (data scope). */
export async function pageUsers(ctx: Ctx, { params, ...paging }: Input<typeof user.paging>): Promise<Output<typeof user.paging>> {
  const scope = await dataScope(ctx)
  const reachable = people(ctx)
    .$if(scope === 2, (query) => query.where(inDepartBranches('sysUser.deptCode', [ctx.user.deptCode])))
    .$if(scope === 3, (query) => query.where('sysUser.id', '=', ctx.user.id))
  const page = await pageOf(matching(reachable, params).select(listed), paging, sortable, [
    ['createTime', 'desc'],
    ['sysUser.id', 'desc'],
  ])
  return { ...page, records: page.records.map(shown) }
}

type People = SelectQueryBuilder<DB, 'sysUser' | 'sysDepart', object>

function matching(query: People, params: Input<typeof user.paging>['params']): People {
  const { userName, realName, mobile, state, deptCode, roleIds, excludes, excludeDeparts, userType } = params
  let found = query
  if (userName) found = found.where('userName', 'ilike', containing(userName))
  if (realName) found = found.where('realName', 'ilike', containing(realName))
  if (mobile) found = found.where('mobile', 'like', containing(mobile))
  if (state !== undefined && state !== '') found = found.where('state', '=', Number(state))
  if (userType !== undefined) found = found.where('roleType', '=', userType)
  if (deptCode) found = found.where(inDepartBranches('sysUser.deptCode', [deptCode]))
  if (excludeDeparts?.length) found = found.where((eb) => eb.not(inDepartBranches('sysUser.deptCode', excludeDeparts)))
  if (excludes?.length) found = found.where(sql<boolean>`sys_user.id <> all(${excludes}::bigint[])`)
  if (roleIds?.length)
    found = found.where(
      sql<boolean>`exists (select from sys_user_role r where r.user_id = sys_user.id and r.role_id = any(${roleIds}::bigint[]))`,
    )
  return found
}

/** Real names by user id; unknown ids are missing. */
export async function namesOfUsers({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sysUser')
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .select(['id', 'realName'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.realName]))
}

/** Ids of the people in normal state who belong to these departments or to anything below them. */
export async function userIdsInBranches({ db }: Pick<Ctx, 'db'>, deptCodes: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUser')
    .where('state', '=', 0)
    .where(inDepartBranches('deptCode', deptCodes))
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
