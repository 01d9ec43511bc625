// Reminders of courses that are not finished: by an administrator at once, and by the deadline.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { sendNotify } from '../../notify/send.service.ts'
import { isPriced, phaseOf } from '../progress/learn.rules.ts'
import { learnersOf, mustFindStudied, type Studied } from './reach.service.ts'

/** At most one manual reminder per person and course within this time. */
export const AGAIN_HOURS = 24

/** A condition on sys_user and its course_learn `l`: the person can still finish the course. Who has not bought it is not reminded. */
export const remindable = (course: Pick<Studied, 'price' | 'costPoints'>, now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`l.finish_time is null and (sys_user.expire_time is null or sys_user.expire_time > ${now})
    and (l.user_id is not null or ${!isPriced(course)}::boolean)`

/**
 * Sends a message to people of the course within the caller's data scope who have not finished it. Fails notFound, courseDisabled or
 * courseClosed for a course that cannot be learnt, and at `userIds` without a person to remind.
 */
export async function remindLearners(ctx: Ctx, { courseId, deptCode, userIds }: Input<typeof statCourse.remind>) {
  const course = await mustFindStudied(ctx, courseId)
  if (course.state !== CourseState.enabled) fail('courseDisabled')
  if (phaseOf(course, ctx.now) === 'closed') fail('courseClosed')
  const who = sql<SqlBool>`${await learnersOf(ctx, course, { deptCode })}
    and (${userIds ?? null}::bigint[] is null or sys_user.id = any(${userIds ?? null}::bigint[]))`
  const { total, ...told } = await remind(ctx, course, who)
  if (total === 0) failField('userIds', say('remindNobody'))
  return told
}

/**
 * Reminds the people of one department, without its branches, who are overdue now, within the caller's data scope.
 * @returns undefined for a course that cannot be learnt now. Fails notFound.
 */
export async function remindOverdue(ctx: Ctx, { courseId, deptCode }: { courseId: string; deptCode: string }): Promise<Told | undefined> {
  const course = await mustFindStudied(ctx, courseId)
  if (course.state !== CourseState.enabled || phaseOf(course, ctx.now) !== 'open') return undefined
  const who = sql<SqlBool>`${await learnersOf(ctx, course, { learned: 'overdue' })} and coalesce(sys_user.dept_code, '') = ${deptCode}`
  const { sent, skipped } = await remind(ctx, course, who)
  return { sent, skipped }
}

/**
 * Notes that people are reminded of courses now. Callers that remind at the same time wait for each other.
 * @param wanted a statement with the columns course_id and user_id @returns a statement for the pairs without a reminder within 24 hours
 */
export const claimReminders = (wanted: RawBuilder<unknown>, now: Date): RawBuilder<{ courseId: string; userId: string }> => sql`
  insert into course_remind (course_id, user_id, kind, sent_time)
  select course_id, user_id, 'manual', ${now}::timestamptz from (${wanted}) wanted order by course_id, user_id
  on conflict (course_id, user_id, kind) do update set sent_time = excluded.sent_time
    where course_remind.sent_time <= ${new Date(now.getTime() - AGAIN_HOURS * 3_600_000)}::timestamptz
  returning course_id, user_id`

type Told = { sent: number; skipped: number }

/** @param who a condition on sys_user @returns how many people match, got a message, and had one within 24 hours */
async function remind(ctx: Ctx, course: Studied, who: RawBuilder<SqlBool>): Promise<Told & { total: number }> {
  const courseId = course.id
  const wanted = sql`select sys_user.id from sys_user left join course_learn l on l.course_id = ${courseId}::bigint and l.user_id = sys_user.id
    where ${who} and ${remindable(course, ctx.now)}`
  const { rows } = await sql<{ total: number; told: string[] }>`
    with wanted as materialized (${wanted}),
      told as (${claimReminders(sql`select ${courseId}::bigint as course_id, id as user_id from wanted`, ctx.now)})
    select (select count(*)::int from wanted) as total, array(select user_id::text from told) as told`.execute(ctx.db)
  const { total = 0, told = [] } = rows[0] ?? {}
  if (told.length === 0) return { total, sent: 0, skipped: total }
  const until = course.deadlineTime ? `，截止时间：${toWallClock(course.deadlineTime).slice(0, 16)}` : ''
  const { sent } = await sendNotify(ctx, {
    title: '课程学习提醒：{{courseTitle}}',
    content: `{{realName}}，您好！\n您还没有学完课程“{{courseTitle}}”${until}。\n请登录{{siteName}}继续学习。`,
    channels: ['msg'],
    refType: 'course',
    refId: courseId,
    audience: { userIds: told },
  })
  return { total, sent, skipped: total - sent }
}
