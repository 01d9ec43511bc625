// The people of a department against courses.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import { dueOf, isOverdue } from '../progress/learn.rules.ts'
import { DEEPEST } from './learner-list.service.ts'
import { deadlineForAll, peopleWithin } from './reach.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof statCourse
type Matrix = Output<Calls['matrix']>
type Cells = Matrix['records'][number]['courses']

/** Columns of a matrix whose reader chose none. */
const USUAL = 10

/** One page of learners within the caller's data scope, with their progress in the chosen courses. */
export async function learningMatrix(ctx: Ctx, { params, ...paging }: Input<Calls['matrix']>): Promise<Matrix> {
  const courses = await chosenCourses(ctx, params.courseIds)
  const found = ctx.db
    .selectFrom('sysUser')
    .where(await peopleWithin(ctx, params))
    .where('sysUser.state', '=', UserState.active)
    .where('sysUser.roleType', '=', RoleType.learner)
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'sysUser.id',
    sortable: { userName: 'sysUser.userName', realName: 'sysUser.realName' },
    fallback: [
      ['sysUser.deptCode', 'asc'],
      ['sysUser.createTime', 'asc'],
      ['sysUser.id', 'asc'],
    ],
    deepest: DEEPEST,
    read: (ids) => peopleRows(ctx, ids),
  })
  const cells = await cellsOf(
    ctx,
    page.records.map((row) => row.id),
    courses,
  )
  const records = page.records.map(({ id, ...row }) => ({ ...row, userId: id, courses: cells.get(id) ?? {} }))
  return { ...page, records, courses: courses.map(({ id, title }) => ({ id, title })) }
}

/** The named courses in this order; without names the newest required ones that are enabled. */
async function chosenCourses({ db }: Ctx, courseIds: readonly string[] | undefined) {
  const query = db.selectFrom('course').select(['id', 'title', 'deadlineDays', deadlineForAll.as('deadlineTime')])
  if (!courseIds?.length)
    return query.where('required', '=', true).where('state', '=', CourseState.enabled).orderBy('id', 'desc').limit(USUAL).execute()
  return query
    .where(among('id', courseIds))
    .orderBy(sql`array_position(${courseIds}::bigint[], course.id)`)
    .execute()
}

const peopleRows = ({ db }: Ctx, ids: readonly string[]) =>
  db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(among('sysUser.id', ids))
    .select(['sysUser.id', 'userName', 'realName', sql<string>`coalesce(dept_name, '')`.as('deptName')])
    .execute()

type Course = Awaited<ReturnType<typeof chosenCourses>>[number]

type Learnt = { userId: string; courseId: string; process: number } & Record<'startTime' | 'finishTime' | 'extraTime', Date | null>

/** Cells by user id: of courses that are for the person, or that the person has begun. */
async function cellsOf({ db, now }: Ctx, userIds: readonly string[], courses: readonly Course[]): Promise<Map<string, Cells>> {
  const ids = courses.map((one) => one.id)
  // offset 0 keeps one look-up for each person: while the arrays are known, the planner reads all learning for a large page
  const { rows } = await sql<Learnt>`
    with learnt as materialized (
      select l.* from unnest(${userIds}::bigint[]) as person (id) cross join lateral (
        select user_id, course_id, start_time, finish_time from course_learn
        where user_id = person.id and course_id = any(${ids}::bigint[]) offset 0) l)
    select person.id as "userId", course.id as "courseId", l.start_time as "startTime", l.finish_time as "finishTime", x.due_time as "extraTime",
      case when l.user_id is null then 0 else coalesce((select floor(avg(coalesce(p.process, 0))) from course_item i
        join course_file f on f.id = i.file_id and f.enabled
        left join course_file_learn p on p.user_id = person.id and p.course_id = course.id and p.file_id = i.file_id
        where i.course_id = course.id and i.required), 0) end::int as process
    from sys_user person cross join course left join learnt l on l.user_id = person.id and l.course_id = course.id
    left join course_extra x on x.course_id = course.id and x.user_id = person.id
    where person.id = any(${userIds}::bigint[]) and course.id = any(${ids}::bigint[])
      and (l.user_id is not null or ${courseAudience.covers})`.execute(db)
  const byId = new Map(courses.map((one) => [one.id, one]))
  const cells = new Map<string, Cells>()
  for (const { userId, courseId, startTime, finishTime, extraTime, process } of rows) {
    const dueTime = dueOf(byId.get(courseId)!, startTime, extraTime)
    const cell = {
      learned: finishTime ? ('finished' as const) : startTime ? ('going' as const) : ('none' as const),
      process: finishTime ? 100 : process,
      overdue: isOverdue(dueTime, finishTime, now),
      finishTime,
    }
    // not copied for each cell: a page may have 5,000
    const ofPerson = cells.get(userId) ?? {}
    ofPerson[courseId] = cell
    cells.set(userId, ofPerson)
  }
  return cells
}
