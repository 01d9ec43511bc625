// Prerequisites of an exam: exams to be passed, courses to be finished.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { say } from '@shuyuan/contract/exam/exam.server.texts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { among } from '../../../kernel/database.ts'

/** Fails at `prerequisites` for unknown exams, the exam itself, and cycles. @param id undefined for a new exam */
export async function checkPrerequisites({ db }: Ctx, id: string | undefined, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)]
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`with recursive before as (
      select e.id, e.prerequisites from exam e where e.id = any(${ids}::bigint[])
      union
      select e.id, e.prerequisites from before b join exam e on e.id = any(b.prerequisites)
    ) select id from before`.execute(db)
  const found = new Set(rows.map((row) => row.id))
  if (ids.some((one) => !found.has(one))) failField('prerequisites', say('prerequisiteGone'))
  if (id !== undefined && found.has(id)) failField('prerequisites', say('prerequisiteLoop'))
}

/** Titles of the prerequisite exams that a user has not passed, in a query on table exam. @param passed the exam_ids that the user has passed */
export const unmetColumn = (passed: RawBuilder<unknown>) =>
  sql<string[]>`(select coalesce(json_agg(n.title order by n.id), '[]') from exam n
    where n.id = any(exam.prerequisites) and n.id not in ${passed})`

/** Fails at `courses` for unknown courses. */
export async function checkCourses({ db }: Ctx, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)]
  if (ids.length === 0) return
  // locked until the exam is stored, so that none of them is deleted in between
  const found = await db.selectFrom('course').where(among('id', ids)).select('id').forKeyShare().execute()
  if (found.length < ids.length) failField('courses', say('prerequisiteCourseGone'))
}

/** The prerequisite courses (id, title) that a user has not finished, in a query on table exam. Disabled courses are ignored, as they cannot be learnt. */
export const unlearntColumn = (userId: string | RawBuilder<string>) =>
  sql<{ id: string; title: string }[]>`(
    select coalesce(json_agg(json_build_object('id', c.id::text, 'title', c.title) order by c.id), '[]') from course c
    where c.id = any(exam.courses) and c.state = ${sql.lit(CourseState.enabled)}
      and not exists (select from course_learn l where l.course_id = c.id and l.user_id = ${userId} and l.finish_time is not null))`
