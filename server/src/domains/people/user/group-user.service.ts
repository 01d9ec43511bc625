// Members of groups.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type groupUser, JoinFlag } from '@shuyuan/contract/people/user/group-user.ts'
import { type NotNull, sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { inDepartBranches } from '../org/depart.service.ts'
import { usersNamed, usersOfAccount } from './name-search.service.ts'
import { ofUsersWithinDataScope, withinDataScope } from './data-scope.service.ts'
import { shown } from './user.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof groupUser
/** An order by name passes over people of other groups before the page. */
const DEEPEST = 2_000
// ids grow with the time of joining
const sortable = { createTime: 'sysGroupUser.id' }
/** Orders of one group: over all groups they would sort every membership. */
const ofOneGroup = { ...sortable, userName: 'userName', realName: 'realName' }

const readMembers = ({ db }: Ctx, ids: readonly string[]) =>
  db
    .selectFrom('sysGroupUser')
    .innerJoin('sysUser', 'sysUser.id', 'sysGroupUser.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(among('sysGroupUser.id', ids))
    .select(['sysGroupUser.id', 'groupId', 'userId', 'sysGroupUser.createTime', 'userName', 'realName', 'mobile', 'state', 'roleType'])
    .select(['avatar', 'sysUser.deptCode', 'deptName'])
    .$narrowType<{ deptName: NotNull }>()
    .execute()

/** The members of one or all groups within the caller's data scope; the most recent members first. */
export async function pageMembers(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { groupId, userName, realName, deptCode } = params
  // the order of a name is walked along the people: an inner join lets the planner begin with them
  const byName = (paging.orders ?? []).some(({ column }) => column === 'userName' || column === 'realName')
  let found = ctx.db.selectFrom('sysGroupUser').where(await ofUsersWithinDataScope(ctx, 'sysGroupUser.userId'))
  if (groupId) found = found.where('groupId', '=', groupId)
  if (userName) found = found.where('sysGroupUser.userId', '=', usersOfAccount(userName))
  if (realName) found = found.where('sysGroupUser.userId', '=', usersNamed(realName))
  const people = found.$if(byName || !!deptCode, (q) => q.innerJoin('sysUser', 'sysUser.id', 'sysGroupUser.userId'))
  const page = await keyedPageOf(ctx.db, deptCode ? people.where(inDepartBranches('sysUser.deptCode', [deptCode])) : people, paging, {
    key: 'sysGroupUser.id',
    read: (ids) => readMembers(ctx, ids),
    sortable: groupId ? ofOneGroup : sortable,
    fallback: [['sysGroupUser.id', 'desc']],
    ...(byName && { deepest: DEEPEST }),
  })
  return { ...page, records: page.records.map(shown) }
}

/**
 * Adds users to groups (flag 1) or removes them (0); existing or missing memberships are skipped. Fails forbidden without the tag that the
 * flag needs, notFound for a group or user that does not exist or lies outside the caller's data scope.
 * @returns how many memberships were added or removed
 */
export async function joinGroups(ctx: Ctx, { userIds, groupIds, flag }: Input<Calls['batch-join']>): Promise<{ joined: number }> {
  if (!can(ctx, flag === JoinFlag.join ? 'sys:group:user:join' : 'sys:group:user:remove')) fail('forbidden')
  await mustExist(ctx, userIds, groupIds)
  return { joined: flag === JoinFlag.join ? await join(ctx, userIds, groupIds) : await leave(ctx, userIds, groupIds) }
}

/** Adds users to one group. Fails notFound as joinGroups. @returns the users who were members already */
export async function joinGroup(ctx: Ctx, { refId, ids }: Input<Calls['ref-join']>): Promise<string[]> {
  await mustExist(ctx, ids, [refId])
  const already = await ctx.db
    .selectFrom('sysGroupUser')
    .where('groupId', '=', refId)
    .where(among('userId', ids))
    .orderBy('userId')
    .select('userId')
    .execute()
  await join(ctx, ids, [refId])
  return already.map((row) => row.userId)
}

/** Removes users from one group. Fails notFound as joinGroups. */
export async function leaveGroup(ctx: Ctx, { refId, ids }: Input<Calls['ref-remove']>): Promise<true> {
  await mustExist(ctx, ids, [refId])
  await leave(ctx, ids, [refId])
  return true
}

/** Removes memberships by their own ids; users outside the caller's data scope are skipped. */
export async function deleteMembers(ctx: Ctx, { ids }: Input<Calls['delete']>): Promise<true> {
  const inScope = await withinDataScope(ctx)
  ctx.change.before = await ctx.db
    .deleteFrom('sysGroupUser')
    .using('sysUser')
    .whereRef('sysUser.id', '=', 'sysGroupUser.userId')
    .where(among('sysGroupUser.id', ids))
    .where(inScope)
    .returning(['sysGroupUser.groupId', 'sysGroupUser.userId'])
    .execute()
  return true
}

async function mustExist(ctx: Ctx, userIds: string[], groupIds: string[]) {
  const groups = await ctx.db.selectFrom('sysGroup').where(among('id', groupIds)).select('id').forKeyShare().execute()
  const people = await ctx.db
    .selectFrom('sysUser')
    .where(among('sysUser.id', userIds))
    .where(await withinDataScope(ctx))
    .select('id')
    .forKeyShare()
    .execute()
  if (groups.length < new Set(groupIds).size || people.length < new Set(userIds).size) fail('notFound')
}

async function join({ db, now }: Ctx, userIds: string[], groupIds: string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into sys_group_user (group_id, user_id, create_time)
    select g, u, ${now}::timestamptz from unnest(${groupIds}::bigint[]) g cross join unnest(${userIds}::bigint[]) u
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

async function leave({ db }: Ctx, userIds: string[], groupIds: string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sys_group_user where group_id = any(${groupIds}::bigint[]) and user_id = any(${userIds}::bigint[])`.execute(db)
  return Number(numAffectedRows)
}
