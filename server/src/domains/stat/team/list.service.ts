// The people of a leader with what was counted about them, and their departments side by side.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { team, TeamShow } from '@shuyuan/contract/stat/team.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { halfMinute } from '../../../kernel/memo/counted.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { briefly } from '../figure/briefly.service.ts'
import { monthOf } from './count.service.ts'
import { among, type Team, teamOf } from './scope.service.ts'

type Calls = typeof team
type Row = Output<Calls['paging']>['records'][number]

export const hoursOf = (sec: number) => Math.round(sec / 360) / 10

/** Figures of an earlier month are of no use for this one. */
const learntSec = (now: Date) => sql<number>`case when stat_person.month = ${monthOf(now)}::date then stat_person.learn_sec else 0 end`

/** Conditions on stat_person. What ended since the last count is not shown. */
const conditions = (now: Date): Record<TeamShow, RawBuilder<SqlBool>> => ({
  overdue: sql<SqlBool>`stat_person.overdue > 0`,
  learning: sql<SqlBool>`stat_person.learning > 0`,
  exam: sql<SqlBool>`(stat_person.exam_id is not null and (stat_person.exam_end is null or stat_person.exam_end > ${now}::timestamptz))`,
  passed: sql<SqlBool>`stat_person.passed`,
  failed: sql<SqlBool>`not stat_person.passed`,
  cert: sql<SqlBool>`stat_person.cert_end > ${now}::timestamptz`,
  // as learntSec, in parts of which the planner knows the shares
  idle: sql<SqlBool>`(stat_person.user_id is null or stat_person.month <> ${monthOf(now)}::date or stat_person.learn_sec = 0)`,
})

const sortable = {
  realName: 'sysUser.realName',
  deptCode_dictText: 'sysUser.deptCode',
  overdue: sql`coalesce(stat_person.overdue, 0)`,
  learning: sql`coalesce(stat_person.learning, 0)`,
  examStart: 'statPerson.examStart',
  certEnd: 'statPerson.certEnd',
}

/** Figures of people who were counted; with everybody in scope the order ends here, and who came within the last hour is not in it. */
const counted = {
  overdue: 'statPerson.overdue',
  learning: 'statPerson.learning',
  examStart: 'statPerson.examStart',
  certEnd: 'statPerson.certEnd',
}
/** The people with a figure, in an index alone; the others have none. */
const ordering = {
  overdue: sql`select user_id, overdue from stat_person where overdue > 0`,
  learning: sql`select user_id, learning from stat_person where learning > 0`,
  examStart: sql`select user_id, exam_start from stat_person where exam_start is not null`,
  certEnd: sql`select user_id, cert_end from stat_person where cert_end is not null`,
}
const isFigure = (column: string): column is keyof typeof ordering => Object.hasOwn(ordering, column)
const MOST_ORDERED = 2_000
const newest: [string, 'desc'] = ['sysUser.id', 'desc']

type Options = { now?: Date; figures?: (keyof typeof ordering)[] }
type Filters = { realName?: string | undefined; show?: TeamShow | undefined; deptCode?: string | undefined }

/**
 * The people that match, as a query on sys_user; with stat_person where it is asked for.
 * @param options figures: by which figures the order is
 */
export async function matching(ctx: Ctx, found: Team, { show, ...rest }: Filters, { now = ctx.now, figures = [] }: Options = {}) {
  const people = ctx.db.selectFrom('sysUser').where(await among(ctx, found, rest))
  const [only] = show === undefined && !found.all && figures.length === 1 ? figures : []
  if (only) return people.leftJoin(sql<{ userId: string }>`(${ordering[only]})`.as('statPerson'), 'statPerson.userId', 'sysUser.id')
  // a join that is left out keeps the database from reading an index alone
  const joined = people.$if(figures.length > 0 || show !== undefined, (q) => q.leftJoin('statPerson', 'statPerson.userId', 'sysUser.id'))
  return show === undefined ? joined : joined.where(conditions(now)[show])
}

/** Rows with these ids, in any order. */
export async function readRows({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'learnHours' | 'deptCode_dictText'> & { deptName: string; sec: number }>`
    select sys_user.id, sys_user.real_name, coalesce(dept_name, '') as dept_name, coalesce(overdue, 0) as overdue, coalesce(learning, 0) as learning,
      exam.title as exam_title, case when exam.id is not null then exam_start end as exam_start, case when exam.id is not null then exam_end end as exam_end,
      paper.title as paper_title, case when paper.id is not null then stat_person.passed end as passed,
      g.title as cert_title, case when g.id is not null then cert_end end as cert_end, coalesce(${learntSec(now)}, 0)::int as sec
    from sys_user left join sys_depart on sys_depart.dept_code = sys_user.dept_code left join stat_person on stat_person.user_id = sys_user.id
    left join exam on exam.id = stat_person.exam_id and (exam_end is null or exam_end > ${now}::timestamptz)
    left join paper on paper.id = stat_person.paper_id
    left join cert_grant g on g.id = stat_person.cert_grant_id and cert_end > ${now}::timestamptz
    where sys_user.id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ sec, deptName, ...row }) => ({ ...row, deptCode_dictText: deptName, learnHours: hoursOf(sec) }))
}

/** Most overdue first. With everybody in scope the newest first: an order by figures would read them all for each page. */
export async function pageTeam(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const now = halfMinute(ctx.now)
  const found = await teamOf(ctx, params.wide, now)
  const orders = paging.orders ?? (found.all && params.show === undefined ? [] : [{ column: 'overdue', asc: false }])
  const figures = orders.map(({ column }) => column).filter(isFigure)
  const people = await matching(ctx, found, params, { now, figures })
  const byFigure = found.all && figures.length > 0
  return keyedPageOf(
    ctx.db,
    byFigure ? people.where(sql<SqlBool>`stat_person.user_id is not null`) : people,
    { ...paging, orders },
    {
      key: 'sysUser.id',
      sortable: byFigure ? { ...sortable, ...counted } : sortable,
      // people of one name along the index of names
      fallback: orders.at(-1)?.column === 'realName' ? [['sysUser.createTime', 'desc'], newest] : [newest],
      deepest: byFigure ? MOST_ORDERED : undefined,
      read: (ids) => readRows(ctx, ids),
    },
  )
}

/** Most departments that are compared. */
const MOST_DEPARTS = 500

/** The departments of the team with their numbers of people; no person is named. */
export async function readOverview(ctx: Ctx, { wide }: Input<Calls['overview']>): Promise<Output<Calls['overview']>> {
  const found = await teamOf(ctx, wide)
  const { now } = ctx
  const of = conditions(now)
  const count = (show: TeamShow, name: string) => sql`count(*) filter (where ${of[show]})::int as ${sql.ref(name)}`
  return briefly(ctx, `team ${found.key}`, async () => {
    type Depart = Output<Calls['overview']>['departs'][number]
    const { rows } = await sql<Omit<Depart, 'learnHours'> & { sec: number; countTime: Date | null }>`
      select sys_user.dept_code, coalesce(max(dept_name), '') as dept_name, count(*)::int as people, ${count('overdue', 'overdue')}, ${count('learning', 'learning')},
        ${count('exam', 'exam')}, ${count('passed', 'passed')}, ${count('failed', 'failed')}, ${count('cert', 'cert')},
        coalesce(sum(${learntSec(now)}), 0)::float8 as sec, min(count_time) as count_time
      from sys_user left join stat_person on stat_person.user_id = sys_user.id left join sys_depart on sys_depart.dept_code = sys_user.dept_code
      where ${found.people} group by sys_user.dept_code order by max(path), sys_user.dept_code limit ${MOST_DEPARTS}`.execute(ctx.db)
    const times = rows.flatMap((row) => row.countTime ?? [])
    return {
      countTime: times.length === 0 ? null : new Date(Math.min(...times.map(Number))),
      departs: rows.map(({ sec, countTime: _time, ...row }) => ({ ...row, learnHours: hoursOf(sec) })),
    }
  })
}
