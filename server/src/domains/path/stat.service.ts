// Who is how far on a learning path: people within the caller's data scope, counted from path_user.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { pathStat, PathProgress } from '@shuyuan/contract/path/stat.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { among } from '../../kernel/database.ts'
import { must } from '../../kernel/fail.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { keyedPageOf } from '../../kernel/page.ts'
import { peopleWithin } from '../course/records/reach.service.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { keyOf, percentOf } from './path.rules.ts'
import { stagesOf } from './stage.service.ts'

type Calls = typeof pathStat
export type PathFilters = { deptCode?: string | undefined; realName?: string | undefined; progress?: PathProgress | undefined }

/** Figures over so many people are remembered for half a minute. */
const LARGE = 2_000
/** People whom a list reaches; others are found by name or department. */
const DEEPEST = 50_000
const PERCENT = 100

const isLate = (now: Date) => sql<SqlBool>`(u.finish_time is null and u.due_time <= ${now}::timestamptz)`

/** A condition on path_user `u`. */
export const inProgress = (progress: PathProgress, now: Date): RawBuilder<SqlBool> => {
  if (progress === 'overdue') return isLate(now)
  return progress === 'finished' ? sql<SqlBool>`u.finish_time is not null` : sql<SqlBool>`u.finish_time is null`
}

/** Fails notFound. Callers with the tag see the people of their scope on any path. */
export const mustFindPath = async ({ db }: Pick<Ctx, 'db'>, id: string | undefined) =>
  must(
    await db
      .selectFrom('path')
      .where('id', '=', id ?? '0')
      .select(['id', 'title', 'days', 'state'])
      .executeTakeFirst(),
  )

type Counted = Output<Calls['overview']>['departs'][number]

/** Fails notFound. */
export async function pathOverview(ctx: Ctx, { id, deptCode }: Input<Calls['overview']>): Promise<Output<Calls['overview']>> {
  const { title } = await mustFindPath(ctx, id)
  const key = JSON.stringify(['path', id, deptCode, (await scopeOf(ctx)).key])
  const departs = await briefly(ctx, key, () => countDeparts(ctx, id, deptCode), {
    isDear: (rows) => rows.reduce((sum, one) => sum + one.people, 0) >= LARGE,
  })
  const sum = (name: 'people' | 'going' | 'finished' | 'overdue') => departs.reduce((total, one) => total + one[name], 0)
  const people = sum('people')
  const weighed = departs.reduce((total, one) => total + one.percent * one.people, 0)
  return {
    id,
    title,
    people,
    going: sum('going'),
    finished: sum('finished'),
    overdue: sum('overdue'),
    percent: people === 0 ? 0 : Math.round(weighed / people),
    departs: departs.map((one) => ({ ...one, percent: Math.round(one.percent) })),
  }
}

/** By department, the largest first; `percent` is not rounded. */
async function countDeparts(ctx: Ctx, id: string, deptCode: string | undefined): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select coalesce(sys_user.dept_code, '') as dept_code, coalesce(max(d.dept_name), '') as dept_name, count(*)::int as people,
      (count(*) filter (where u.finish_time is null))::int as going, count(u.finish_time)::int as finished,
      (count(*) filter (where ${isLate(ctx.now)}))::int as overdue,
      avg(case when u.finish_time is not null then ${PERCENT}::int when u.total = 0 then 0
        else least(${PERCENT - 1}::int, u.done * ${PERCENT}::int / u.total) end)::float8 as percent
    from path_user u join sys_user on sys_user.id = u.user_id left join sys_depart d on d.dept_code = sys_user.dept_code
    where u.path_id = ${id}::bigint and ${await peopleWithin(ctx, { deptCode })}
    group by 1 order by people desc, 1`.execute(ctx.db)
  return rows
}

/** People on the path who match, by the day on which they entered; `u` is path_user. */
async function listed(ctx: Ctx, id: string, { deptCode, realName, progress }: PathFilters) {
  const isWhole = !deptCode && !realName && (await scopeOf(ctx)).width === 'all'
  const query = ctx.db.selectFrom('pathUser as u').where('u.pathId', '=', id)
  const within = isWhole
    ? query
    : query.where(sql<boolean>`u.user_id in (select sys_user.id from sys_user where ${await peopleWithin(ctx, { deptCode, realName })})`)
  return progress === undefined ? within : within.where(inProgress(progress, ctx.now))
}

const readRows = ({ db }: Pick<Ctx, 'db'>, pathId: string, ids: readonly string[]) =>
  db
    .selectFrom('pathUser as u')
    .innerJoin('sysUser', 'sysUser.id', 'u.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('u.pathId', '=', pathId)
    .where(among('u.userId', ids))
    .select(['u.userId as id', 'userName', 'realName', sql<string>`coalesce(dept_name, '')`.as('deptName')])
    .select(['u.startTime', 'u.dueTime', 'u.finishTime', 'u.done', 'u.total', 'u.round'])
    .execute()
export type PathPerson = Awaited<ReturnType<typeof readRows>>[number]

const sortable = { startTime: 'u.startTime', dueTime: 'u.dueTime', finishTime: 'u.finishTime', done: 'u.done' }

async function pageOfPeople(ctx: Ctx, id: string, filters: PathFilters, paging: Parameters<typeof keyedPageOf>[2]) {
  return keyedPageOf(ctx.db, await listed(ctx, id, filters), paging, {
    key: 'u.userId',
    sortable,
    fallback: [
      ['u.startTime', 'asc'],
      ['u.userId', 'asc'],
    ],
    deepest: DEEPEST,
    read: (ids) => readRows(ctx, id, ids),
  })
}

const isOverdue = ({ finishTime, dueTime }: PathPerson, now: Date) => finishTime === null && dueTime !== null && dueTime <= now

/** Fails notFound. */
export async function pagePathUsers(
  ctx: Ctx,
  { params: { id, ...filters }, ...paging }: Input<Calls['user-paging']>,
): Promise<Output<Calls['user-paging']>> {
  const path = await mustFindPath(ctx, id)
  const page = await pageOfPeople(ctx, path.id, filters, paging)
  const records = page.records.map(({ id: userId, ...row }) => ({
    ...row,
    userId,
    percent: percentOf(row),
    overdue: isOverdue({ id: userId, ...row }, ctx.now),
  }))
  return { ...page, records }
}

export type PathItems = Awaited<ReturnType<typeof itemsOf>>

/** The things of a path in their order, with the days of their stage. */
export async function itemsOf(ctx: Pick<Ctx, 'db'>, id: string, days: number) {
  const stages = (await stagesOf(ctx, [id])).get(id) ?? []
  return stages.flatMap((stage) =>
    stage.items.map((one) => ({
      kind: one.kind,
      title: one.title,
      stage: stage.title,
      required: one.required,
      key: keyOf(one),
      days: stage.days === 0 ? days : stage.days,
    })),
  )
}

/** One day in milliseconds. */
const DAY_MS = 86_400_000

/** What these people have done, and what is overdue, by the place of the thing. An optional thing is never overdue by itself. */
export async function cellsOf({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string, people: readonly PathPerson[], items: PathItems) {
  const rows = await db
    .selectFrom('pathDone')
    .where('pathId', '=', id)
    .where(
      among(
        'userId',
        people.map((one) => one.id),
      ),
    )
    .select(['userId', 'kind', 'refId'])
    .execute()
  const done = Map.groupBy(rows, (row) => row.userId)
  return new Map(
    people.map((one) => {
      const own = new Set((done.get(one.id) ?? []).map(keyOf))
      const cells: Record<string, 'done' | 'overdue'> = {}
      for (const [at, item] of items.entries()) {
        const isDue = item.days > 0 && one.startTime.getTime() + (item.days + 1) * DAY_MS <= now.getTime()
        if (own.has(item.key)) cells[at] = 'done'
        else if (isDue && item.required && one.finishTime === null) cells[at] = 'overdue'
      }
      return [one.id, cells]
    }),
  )
}

/** Fails notFound. */
export async function pathMatrix(
  ctx: Ctx,
  { params: { id, ...filters }, ...paging }: Input<Calls['matrix']>,
): Promise<Output<Calls['matrix']>> {
  const path = await mustFindPath(ctx, id)
  const items = await itemsOf(ctx, path.id, path.days)
  const page = await pageOfPeople(ctx, path.id, filters, paging)
  const cells = await cellsOf(ctx, path.id, page.records, items)
  const records = page.records.map((row) => ({
    userId: row.id,
    userName: row.userName,
    realName: row.realName,
    deptName: row.deptName,
    percent: percentOf(row),
    cells: cells.get(row.id) ?? {},
  }))
  return { ...page, records, items: items.map(({ key: _key, days: _days, ...item }) => item) }
}

/** The next people of an export after this one, in the order of their ids. */
export async function nextPeople(ctx: Ctx, id: string, filters: PathFilters, { after, most }: { after: string; most: number }) {
  const rows = await (
    await listed(ctx, id, filters)
  )
    .where('u.userId', '>', after)
    .orderBy('u.userId')
    .limit(most)
    .select('u.userId')
    .execute()
  const people = new Map(
    (
      await readRows(
        ctx,
        id,
        rows.map((row) => row.userId),
      )
    ).map((one) => [one.id, one]),
  )
  return rows.flatMap((row) => people.get(row.userId) ?? [])
}
