// More time for people of a course.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/fail.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { limitText } from '../../notify/source.service.ts'
import { learnersOf, mustFindStudied, type Studied } from './reach.service.ts'

type Call = (typeof statCourse)['extend']

/** Fails at `dueTime` unless it gives people of the course more time. */
function checkDue({ deadlineTime, deadlineDays }: Studied, dueTime: Date, now: Date) {
  if (!deadlineTime && deadlineDays === null) failField('dueTime', say('extendNoDeadline'))
  if (dueTime <= now) failField('dueTime', say('extendPast'))
  if (deadlineTime && dueTime <= deadlineTime) failField('dueTime', say('extendTooEarly', { time: limitText(deadlineTime) }))
}

/** Fails notFound for the course, at `dueTime` as checkDue, and at `userIds` without a person of the course within the data scope. */
export async function extendLearners(ctx: Ctx, { courseId, userIds, dueTime }: Input<Call>): Promise<Output<Call>> {
  const { db, now } = ctx
  const course = await mustFindStudied(ctx, courseId)
  if (dueTime) checkDue(course, dueTime, now)
  const people = await db
    .selectFrom('sysUser')
    .where(among('sysUser.id', userIds))
    .where(await learnersOf(ctx, course, {}))
    .orderBy('sysUser.id')
    .select('sysUser.id')
    .execute()
  const ids = people.map((one) => one.id)
  if (ids.length === 0) failField('userIds', say('remindNobody'))
  const changed = dueTime ? await give(ctx, courseId, ids, dueTime) : await takeBack(ctx, courseId, ids)
  ctx.change.after = { courseId, dueTime, userIds: changed }
  const text = dueTime
    ? `课程“${course.title}”的学习时间已为您延长到 ${limitText(dueTime)}，请按时学完。`
    : `您在课程“${course.title}”的延期已取消，请按课程的时间学完。`
  await sendMsg(ctx, changed, {
    title: `${dueTime ? '课程延期' : '课程延期取消'}：${course.title}`,
    content: text,
    refType: 'course',
    refId: courseId,
  })
  return { people: ids.length }
}

/** @returns the people whose time changed, so that a second click sends no second message */
async function give(
  { db, user, now }: Pick<Ctx, 'db' | 'user' | 'now'>,
  courseId: string,
  userIds: string[],
  dueTime: Date,
): Promise<string[]> {
  const row = { dueTime, createBy: user.id, createTime: now }
  const rows = await db
    .insertInto('courseExtra')
    .values(userIds.map((userId) => ({ courseId, userId, ...row })))
    .onConflict((conflict) => conflict.columns(['courseId', 'userId']).doUpdateSet(row).where('courseExtra.dueTime', '!=', dueTime))
    .returning('userId')
    .execute()
  return rows.map((one) => one.userId)
}

/** @returns those who had more time */
async function takeBack({ db }: Pick<Ctx, 'db'>, courseId: string, userIds: string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('courseExtra')
    .where('courseId', '=', courseId)
    .where(among('userId', userIds))
    .returning('userId')
    .execute()
  return rows.map((one) => one.userId)
}
