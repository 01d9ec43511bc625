// Overdue learning by department and course: counted every hour, listed within the data scope, reminded of.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { statOverdue } from '@shuyuan/contract/stat/overdue.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { courseAudience } from '../../course/catalog/audience.service.ts'
import { deadlineForAll, hasMoreTime } from '../../course/records/reach.service.ts'
import { remindable, remindOverdue } from '../../course/records/remind.service.ts'
import { inDepartBranches } from '../../people/org/depart.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'

export const OVERDUE_JOB = 'stat.overdue'
const LOCK = 7_202_612
/** Courses that ended longer ago are no longer counted. */
const ENDED_DAYS = 30
const DAY_MS = 86_400_000

type Calls = typeof statOverdue

/** Counts all courses with a deadline, each in a statement of its own; processes that count at the same time wait for each other. */
export async function countOverdue(app: App): Promise<void> {
  const now = app.clock()
  const courses = await app.db
    .selectFrom('course')
    .where('state', '=', CourseState.enabled)
    .where((e) => e.or([e('startTime', 'is', null), e('startTime', '<=', now)]))
    .where((e) => e.or([e('endTime', 'is', null), e('endTime', '>', new Date(now.getTime() - ENDED_DAYS * DAY_MS))]))
    .where((e) => e.or([e(deadlineForAll, '<=', now), e('deadlineDays', 'is not', null)]))
    .orderBy('id')
    .select(['id', 'openType', 'deadlineDays', 'price', 'costPoints', deadlineForAll.as('deadlineTime')])
    .execute()
  for (const course of courses) await app.db.transaction().execute((db) => countCourse({ db, now }, course))
  const ids = courses.map((one) => one.id)
  await sql`delete from stat_overdue where not course_id = any(${ids}::bigint[])`.execute(app.db)
}

type Course = Parameters<typeof remindable>[0] & { id: string; openType: number; deadlineTime: Date | null; deadlineDays: number | null }

async function countCourse({ db, now }: Pick<Ctx, 'db' | 'now'>, course: Course) {
  const { id, openType, deadlineTime, deadlineDays } = course
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  await db.deleteFrom('statOverdue').where('courseId', '=', id).execute()
  const isLate = sql`l.finish_time is null
    and least(${deadlineTime}::timestamptz, l.start_time + make_interval(days => ${deadlineDays}::integer)) <= ${now}::timestamptz
    and not ${hasMoreTime(id, now)}`
  await sql`insert into stat_overdue (course_id, dept_code, people, overdue, unopened, due_time, count_time)
    select ${id}::bigint, coalesce(sys_user.dept_code, ''), count(*), count(*) filter (where ${isLate}),
      count(*) filter (where ${isLate} and l.user_id is null), ${deadlineTime}, ${now}
    from sys_user left join course_learn l on l.course_id = ${id}::bigint and l.user_id = sys_user.id
    where ${courseAudience.members(id, openType)} and (l.finish_time is not null or ${remindable(course, now)})
    group by coalesce(sys_user.dept_code, '') having count(*) filter (where ${isLate}) > 0`.execute(db)
}

/** A condition on stat_overdue: departments within the caller's data scope; who sees only themselves has none. */
export async function overdueInScope(ctx: Ctx) {
  const { width, deptCodes } = await scopeOf(ctx)
  return width === 'all' ? sql<boolean>`true` : sql<boolean>`stat_overdue.dept_code = any(${deptCodes}::text[])`
}

const sortable = { overdue: 'statOverdue.overdue', people: 'people', dueTime: 'dueTime', deptCode_dictText: 'path', title: 'course.title' }

/** Departments and courses with overdue people, most first. */
export async function pageOverdue(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { deptCode, title } = params
  const query = ctx.db
    .selectFrom('statOverdue')
    .innerJoin('course', 'course.id', 'statOverdue.courseId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'statOverdue.deptCode')
    .where(await overdueInScope(ctx))
    .$if(!!deptCode, (q) => q.where(inDepartBranches('statOverdue.deptCode', [deptCode ?? ''])))
    .$if(!!title, (q) => q.where('course.title', 'ilike', containing(title ?? '')))
    .select([
      'statOverdue.courseId',
      'statOverdue.deptCode',
      'deptName',
      'course.title',
      'dueTime',
      'people',
      'overdue',
      'unopened',
      'countTime',
    ])
    .select(sql<boolean>`(course.end_time is null or course.end_time > ${ctx.now}::timestamptz)`.as('isOpen'))
  const page = await pageOf(query, paging, sortable, [
    ['statOverdue.overdue', 'desc'],
    ['statOverdue.courseId', 'asc'],
    ['statOverdue.deptCode', 'asc'],
  ])
  const records = page.records.map(({ deptName, ...row }) => ({
    ...row,
    id: `${row.courseId}:${row.deptCode}`,
    deptCode_dictText: deptName ?? '',
  }))
  return { ...page, records }
}

/**
 * Reminds the overdue people of these departments, each about its course. Courses that cannot be learnt now are left out.
 * Fails notFound for an unknown course, courseClosed if none of them can be learnt.
 */
export async function remindOverdueRows(ctx: Ctx, { ids }: Input<Calls['remind']>): Promise<Output<Calls['remind']>> {
  const sum = { sent: 0, skipped: 0 }
  let open = 0
  for (const id of new Set(ids)) {
    const at = id.indexOf(':')
    const told = await remindOverdue(ctx, { courseId: id.slice(0, at), deptCode: id.slice(at + 1) })
    if (!told) continue
    open++
    sum.sent += told.sent
    sum.skipped += told.skipped
  }
  if (open === 0) fail('courseClosed')
  return sum
}
