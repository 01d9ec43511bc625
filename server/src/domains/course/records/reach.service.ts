// Whose learning a caller sees: people for whom a course is, within the caller's data scope.
import type { learntFilter } from '@shuyuan/contract/course/records/stat-course.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { courseAudience } from '../catalog/audience.service.ts'

export type Studied = Awaited<ReturnType<typeof mustFindStudied>>
export type LearntFilters = {
  deptCode?: string | undefined
  realName?: string | undefined
  learned?: keyof typeof learntFilter | undefined
}

/** The deadline for all: a course without one is to be finished until it ends. */
export const deadlineForAll = sql<Date | null>`coalesce(course.deadline_time, course.end_time)`

/** What the statistics need of a course. Fails notFound. */
export const mustFindStudied = async ({ db }: Pick<Ctx, 'db'>, id: string) =>
  must(
    await db
      .selectFrom('course')
      .where('id', '=', id)
      .select(['id', 'title', 'state', 'openType', 'startTime', 'endTime', 'deadlineDays', 'price', 'costPoints'])
      .select(deadlineForAll.as('deadlineTime'))
      .executeTakeFirst(),
  )

/** Conditions on sys_user: within the caller's data scope, the department with its branches, and the name. */
export async function peopleWithin(ctx: Ctx, { deptCode, realName }: Pick<LearntFilters, 'deptCode' | 'realName'>) {
  const conditions = [sql<SqlBool>`(${await withinDataScope(ctx)})`]
  if (deptCode) conditions.push(sql<SqlBool>`sys_user.dept_code = any(${await departBranch(ctx, deptCode)}::text[])`)
  if (realName) conditions.push(sql<SqlBool>`sys_user.id = ${usersNamed(realName)}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The person's row of course_learn with further conditions. */
const learns = (courseId: string, more: RawBuilder<unknown> = sql`true`) =>
  sql<SqlBool>`exists (select from course_learn l where l.course_id = ${courseId}::bigint and l.user_id = sys_user.id and ${more})`

/** A condition on sys_user: the person was given more time for the course, which is not over. They are few, and read once for a statement. */
export const hasMoreTime = (courseId: string, now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`sys_user.id in (select x.user_id from course_extra x where x.course_id = ${courseId}::bigint and x.due_time > ${now}::timestamptz)`

/** A condition on sys_user: the person has not finished, and their deadline has passed. */
function isLate({ id, deadlineTime, deadlineDays }: Studied, now: Date): RawBuilder<SqlBool> {
  const isOpen = sql<SqlBool>`not ${learns(id, sql`l.finish_time is not null`)}`
  if (deadlineTime && deadlineTime <= now) return sql<SqlBool>`${isOpen} and not ${hasMoreTime(id, now)}`
  if (deadlineDays === null) return sql<SqlBool>`false`
  const begun = sql`l.finish_time is null and l.start_time <= ${now}::timestamptz - make_interval(days => ${deadlineDays}::integer)`
  return sql<SqlBool>`${learns(id, begun)} and not ${hasMoreTime(id, now)}`
}

const conditionOf = (course: Studied, learned: LearntFilters['learned'], now: Date): RawBuilder<SqlBool> => {
  const members = courseAudience.members(course.id, course.openType)
  if (learned === undefined) return members
  if (learned === 'outside') return sql<SqlBool>`(${members}) is not true and ${learns(course.id)}`
  const states = {
    none: sql<SqlBool>`not ${learns(course.id)}`,
    going: learns(course.id, sql`l.finish_time is null`),
    finished: learns(course.id, sql`l.finish_time is not null`),
    overdue: isLate(course, now),
  }
  return sql<SqlBool>`${members} and ${states[learned]}`
}

/** A condition on sys_user: people of the course, within the caller's data scope, who match the filters. */
export async function learnersOf(ctx: Ctx, course: Studied, filters: LearntFilters): Promise<RawBuilder<SqlBool>> {
  return sql<SqlBool>`${await peopleWithin(ctx, filters)} and (${conditionOf(course, filters.learned, ctx.now)})`
}
