// Tells the domain of notifications what a course is: its variables, and whom it concerns.
import type { course } from '@shuyuan/contract/course/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { prepareNotify } from '../notify/prepare.service.ts'
import { addSource } from '../notify/source.service.ts'
import { mustFindCourse } from './course.service.ts'

const REF = 'course'
const NO_LIMIT = '不限'
const timeText = (at: Date | null) => (at ? toWallClock(at).slice(0, 16) : NO_LIMIT)

async function valuesOf(ctx: Ctx, id: string): Promise<Record<string, string>> {
  const { title, startTime, endTime } = await mustFindCourse(ctx, id)
  return { courseTitle: title, startTime: timeText(startTime), endTime: timeText(endTime) }
}

/** Rows (user_id): those named, the learners of the departments, or every learner where it is for all. */
const concernedBy = (id: string) => sql<{ userId: string }>`
  select u.id as user_id from course c join sys_user u on u.state = 0
  where c.id = ${id}::bigint and (
    c.open_type = 1 and u.role_type = 1
    or c.open_type = 3 and exists (select from course_user x where x.course_id = c.id and x.user_id = u.id)
    or c.open_type = 2 and u.role_type = 1 and exists (
      select from course_depart x
      join sys_depart branch on branch.dept_code = x.dept_code
      join sys_depart own on own.dept_code = u.dept_code
      where x.course_id = c.id and starts_with(own.path, branch.path)))`

/** Makes courses something that can be notified about. */
export const notifyOfCourses = (app: App): void => addSource(app, REF, { values: valuesOf, people: concernedBy })

/** What the dialog 发送通知 begins with. Fails notFound. */
export const prepareCourseNotify = (
  ctx: Ctx,
  { id }: Input<(typeof course)['prepare-notify']>,
): Promise<Output<(typeof course)['prepare-notify']>> => prepareNotify(ctx, REF, id)
