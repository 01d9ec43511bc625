// Points in the back office: the log of all users, ranks of people and departments, and adjustments by hand.
import { say } from '@shuyuan/contract/points/points.server.texts.ts'
import { pointsEvents, pointsSources, type userPoints } from '@shuyuan/contract/points/points.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { among, containing, lookedUp } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { keyedPageOf, orderedBy, pageByKey, pageOfAll, type Paging } from '../../kernel/page.ts'
import { departBranch, inDepartBranches } from '../people/org/depart.service.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../people/user/data-scope.service.ts'
import { usersNamed } from '../people/user/name-search.service.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { addPoints } from './points.service.ts'

type Calls = typeof userPoints

const rules = Object.entries(pointsEvents).map(([event, title]) => [`rule.${event}`, title] as const)
const sources = new Map<string, string>([...rules, ...Object.entries(pointsSources)])
const sourceOf = (refType: string) => sources.get(refType) ?? pointsSources.other

/** Rows that the log of all reaches; older ones are found by name or time. */
const DEEPEST = 100_000
/** Rows that a list of one branch reaches: rows of all others are passed on the way. */
const DEEPEST_OF_BRANCH = 5_000
/** People that the ranking reaches. */
const DEEPEST_PLACE = 50_000

/** Changes of the points of users within the caller's data scope, newest first. */
export async function pagePoints(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { realName, refRemark, deptCode, from, to } = params
  const branch = deptCode ? usersOfBranch(ctx, await departBranch(ctx, deptCode)) : undefined
  const found = ctx.db
    .selectFrom('pointsLog')
    .where(await ofUsersWithinDataScope(ctx, 'pointsLog.userId'))
    .$if(!!realName, (q) => q.where('pointsLog.userId', '=', usersNamed(realName ?? '')))
    .$if(!!refRemark, (q) => q.where('refRemark', 'ilike', containing(refRemark ?? '')))
    .$if(branch !== undefined, (q) => q.where(lookedUp(sql`points_log.user_id in (${branch})`)))
    .$if(from !== undefined, (q) => q.where('pointsLog.createTime', '>=', from!))
    .$if(to !== undefined, (q) => q.where('pointsLog.createTime', '<=', to!))
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'pointsLog.id',
    sortable: { createTime: 'pointsLog.createTime' },
    fallback: [
      ['pointsLog.createTime', 'desc'],
      ['pointsLog.id', 'desc'],
    ],
    deepest: DEEPEST,
    // the remark is in no index: each row before the page is read
    ...(refRemark && { most: 1_000, deepest: 10_000 }),
    ...((branch !== undefined || (await scopeOf(ctx)).width === 'departs') && { most: DEEPEST_OF_BRANCH, deepest: DEEPEST_OF_BRANCH }),
    read: (ids) => pointsRows(ctx, ids),
  })
  const records = page.records.map(({ refType, deptName, operatorName, ...row }) => ({
    ...row,
    deptCode_dictText: deptName ?? '',
    source_dictText: sourceOf(refType),
    createBy_dictText: operatorName ?? '',
  }))
  return { ...page, records }
}

const usersOfBranch = ({ db }: Ctx, codes: string[]) =>
  db
    .selectFrom('sysUser')
    .where('deptCode', '=', sql<string>`any(${codes}::text[])`)
    .select('sysUser.id')

const pointsRows = ({ db }: Ctx, ids: string[]) =>
  db
    .selectFrom('pointsLog')
    .innerJoin('sysUser', 'sysUser.id', 'pointsLog.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .leftJoin('sysUser as operator', 'operator.id', 'pointsLog.createBy')
    .where(among('pointsLog.id', ids))
    .select(['pointsLog.id', 'pointsLog.userId', 'pointsLog.points', 'refRemark', 'refType', 'pointsLog.createTime'])
    .select(['sysUser.userName', 'sysUser.realName', 'deptName', 'operator.realName as operatorName'])
    .execute()

/** Active users within the caller's data scope, by their balance. */
export async function rankPeople(ctx: Ctx, { params, ...paging }: Input<Calls['rank']>): Promise<Output<Calls['rank']>> {
  const { realName, deptCode } = params
  const query = ctx.db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('sysUser.state', '=', UserState.active)
    .where(await withinDataScope(ctx))
    .$if(!!realName, (q) => q.where('sysUser.id', '=', usersNamed(realName ?? '')))
    .$if(!!deptCode, (q) => q.where(inDepartBranches('sysUser.deptCode', [deptCode ?? ''])))
    .select(['sysUser.id', 'userName', 'realName', 'points', 'deptName'])
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'sysUser.id',
    sortable: { points: 'sysUser.points' },
    fallback: [
      ['sysUser.points', 'desc'],
      ['sysUser.id', 'asc'],
    ],
    deepest: DEEPEST_PLACE,
  })
  return { ...page, records: page.records.map(({ id, deptName, ...row }) => ({ ...row, userId: id, deptCode_dictText: deptName ?? '' })) }
}

/** People whose balances are summed up once in half a minute. */
const LARGE = 20_000

/** Departments with people within the caller's data scope, by the average balance. */
export async function rankDeparts(ctx: Ctx, { params, ...paging }: Input<Calls['depart-rank']>): Promise<Output<Calls['depart-rank']>> {
  const key = JSON.stringify(['points of departments', (await scopeOf(ctx)).key, params.deptName, paging.orders])
  const rows = await briefly(ctx, key, () => rankedDeparts(ctx, params.deptName, paging), {
    isDear: (all) => all.reduce((sum, one) => sum + one.people, 0) >= LARGE,
  })
  return pageOfAll(rows, paging)
}

async function rankedDeparts(ctx: Ctx, deptName: string | undefined, paging: Paging) {
  // grouped by the code alone: the names are few
  const balances = ctx.db
    .selectFrom('sysUser')
    .where('sysUser.state', '=', UserState.active)
    .where(await withinDataScope(ctx))
    .groupBy('sysUser.deptCode')
    .select('sysUser.deptCode')
    .select([sql<number>`count(*)::int`.as('people'), sql<number>`sum(points)::int`.as('points')])
    .as('balances')
  const ranked = ctx.db
    .selectFrom(balances)
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'balances.deptCode')
    .$if(!!deptName, (q) => q.where('deptName', 'ilike', containing(deptName ?? '')))
    .select(['balances.deptCode', 'deptName', 'people', 'points'])
    .select(sql<number>`round(points::numeric / people, 1)::float8`.as('average'))
    .as('ranked')
  const query = ctx.db.selectFrom(ranked).select(['deptCode', 'deptName', 'people', 'points', 'average'])
  return orderedBy(query, paging, { points: 'points', average: 'average', people: 'people' })
    .orderBy('average', 'desc')
    .orderBy('deptCode')
    .execute()
}

/**
 * Adds to the points of these users or deducts from them, all or none. `cause` names the adjustment: sent again, it changes nothing.
 * Fails notFound for a user outside the caller's data scope, userIsSelf for the caller, pointsShort where a balance would fall below 0.
 */
export async function adjustPoints(
  ctx: Ctx,
  { userIds, points, refRemark, cause }: Input<Calls['adjust']>,
): Promise<Output<Calls['adjust']>> {
  const ids = [...new Set(userIds)]
  if (ids.includes(ctx.user.id)) fail('userIsSelf')
  // in one order, so that two adjustments do not wait for each other
  const people = await ctx.db
    .selectFrom('sysUser')
    .where(among('id', ids))
    .where(await withinDataScope(ctx))
    .orderBy('id')
    .select(['id', 'realName', 'points'])
    .forUpdate()
    .execute()
  if (people.length < ids.length) fail('notFound')
  const done = cause === '' ? [] : await adjusted(ctx, ids, cause)
  const due = people.filter((one) => !done.includes(one.id))
  const short = due.find((one) => one.points + points < 0)
  if (short) fail('pointsShort', say('pointsShortNamed', { name: short.realName, points: String(short.points) }))
  const ref = { refType: 'adjust', refId: cause, createBy: ctx.user.id }
  for (const { id } of due) await addPoints(ctx, id, points, refRemark, ref)
  ctx.change.after = { people: due.length, points, refRemark }
  return { changed: due.length }
}

async function adjusted({ db }: Ctx, ids: readonly string[], cause: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pointsLog')
    .where(among('userId', ids))
    .where('refType', '=', 'adjust')
    .where('refId', '=', cause)
    .select('userId')
    .execute()
  return rows.map((one) => one.userId)
}
