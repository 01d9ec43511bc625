// Candidates whom the prerequisite courses of an exam would exclude.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { courseAudience } from '../../course/catalog/audience.service.ts'
import { site } from '../../site/config/config.service.ts'
import { examAudience } from './audience.service.ts'

type Call = (typeof exam)['shut-out']
const DEPARTS = 5

/**
 * Counts, by course and department, the users of this audience who have not finished a prerequisite course and cannot: it has another
 * audience or has ended. Empty while the module of courses is off, because courses are no prerequisite then.
 */
export async function findExcludedUsers(ctx: Ctx, { courses, ...audience }: Input<Call>): Promise<Output<Call>> {
  if (courses.length === 0 || !(await site(ctx)).props.moduleCourse) return []
  const isClosed = sql<boolean>`coalesce(course.end_time <= ${ctx.now}, false)`
  const { rows } = await sql<ExcludedRow>`
    select course.id, course.title, ${isClosed} as closed, depart.dept_name as "deptName", count(*)::int as people
    from course join sys_user person on person.state = ${sql.lit(UserState.active)} left join sys_depart depart on depart.dept_code = person.dept_code
    where course.id = any(${courses}::bigint[]) and course.state = ${sql.lit(CourseState.enabled)} and (course.open_type <> ${sql.lit(OpenType.all)} or ${isClosed})
      and ${examAudience.wouldConcern(audience)} and (${isClosed} or not ${courseAudience.covers})
      and not exists (select from course_learn l
        where l.course_id = course.id and l.user_id = person.id and l.finish_time is not null)
    group by course.id, depart.dept_name order by course.id, people desc, depart.dept_name`.execute(ctx.db)
  return groupExcluded(rows)
}

type ExcludedRow = { id: string; title: string; closed: boolean; deptName: string | null; people: number }

/** Rows by course or exam and department, as the form shows them. */
export function groupExcluded(rows: readonly ExcludedRow[]): Output<Call> {
  return [...Map.groupBy(rows, (row) => row.id).values()].map((parts) => {
    const { id, title, closed } = parts[0]!
    const departs = parts.slice(0, DEPARTS).map(({ deptName, people }) => ({ deptName: deptName ?? '', people }))
    return { id, title, closed, people: parts.reduce((sum, part) => sum + part.people, 0), departs }
  })
}
