// The notice of a live lesson: how many people its course reaches, and sending it once for a lesson at its time.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say } from '@shuyuan/contract/live/live.texts.ts'
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { courseAudience } from '../../course/catalog/audience.service.ts'
import { mustMayNotify } from '../../notify/own.service.ts'
import { noticeStateOf, reachOfAudience, sendNotice } from '../../notify/publish.service.ts'
import { addSource, limitText } from '../../notify/source.service.ts'
import { mustHaveModule } from '../../people/role-menu/admission.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { mustReachRoom, type Room } from './room.service.ts'

const REF = 'live'

/** Who made a lesson or gives it notifies its people. */
const isOf = ({ user }: Ctx, { createBy, teacherId }: Pick<Room, 'createBy' | 'teacherId'>) => createBy === user.id || teacherId === user.id

async function valuesOf(ctx: Ctx, id: string): Promise<Record<string, string>> {
  const { title, courseTitle, teacherName, startTime, endTime } = await mustReachRoom(ctx, id)
  return { liveTitle: title, courseTitle, teacherName, startTime: limitText(startTime), endTime: limitText(endTime) }
}

/** Registers live lessons as a notification source. Their people are those of the course, which their messages open. */
export const notifyOfRooms = (app: App): void =>
  addSource(app, REF, {
    values: valuesOf,
    people: (id) => sql<{ userId: string }>`select people.user_id from live_room room
      join course on course.id = room.course_id and course.state = ${sql.lit(CourseState.enabled)}
      cross join lateral (${courseAudience.concerned(sql`room.course_id`)}) people where room.id = ${id}::bigint`,
    async isOwn(ctx, id) {
      const room = await ctx.db.selectFrom('liveRoom').where('id', '=', id).select(['createBy', 'teacherId']).executeTakeFirst()
      return room !== undefined && isOf(ctx, room)
    },
    async opens(ctx, id) {
      return { refType: 'course', refId: (await mustReachRoom(ctx, id)).courseId }
    },
  })

async function nameOf(ctx: Ctx, userId: string): Promise<string> {
  const named = ctx.db
    .selectFrom('sysUser')
    .where('id', '=', userId)
    .where(await withinDataScope(ctx))
  return (await named.select('realName').executeTakeFirst())?.realName ?? ''
}

/** Counts the users of a lesson that may not be stored yet. Fails notFound, and at `courseId` for an unknown course. */
export async function countRoomReach(
  ctx: Ctx,
  { id, courseId, teacherId, startTime }: Input<(typeof liveRoom)['reach']>,
): Promise<Output<(typeof liveRoom)['reach']>> {
  const room = id === undefined ? undefined : await mustReachRoom(ctx, id)
  const course = await ctx.db
    .selectFrom('course')
    .where('id', '=', courseId)
    .select(['title', 'openType', 'state', 'price', 'costPoints'])
    .executeTakeFirst()
  if (!course) failField('courseId', say('liveCourseGone'))
  const { deptCodes, groups, users } = await courseAudience.read(ctx, courseId)
  const lists = { openType: course.openType, deptCodes, groupIds: groups.map((one) => one.id), userIds: users.map((one) => one.id) }
  const isMoved = room !== undefined && room.startTime.getTime() !== startTime.getTime()
  const reach = await reachOfAudience(ctx, REF, courseAudience.wouldConcern(lists), lists)
  const courseOpen = course.state === CourseState.enabled
  return {
    ...reach,
    told: courseOpen ? reach.told : 0,
    noticeState: await noticeStateOf(ctx, room && { noticeTime: isMoved ? null : room.noticeTime, isOwn: isOf(ctx, room) }),
    courseTitle: course.title,
    teacherName: room?.teacherId === teacherId ? room.teacherName : await nameOf(ctx, teacherId),
    price: course.price,
    costPoints: course.costPoints,
    courseOpen,
  }
}

/** Sends the notice of a lesson, unless it was sent before. Fails notFound, liveOver for a lesson that has ended, and as mustHaveModule and mustMayNotify. */
export async function notifyOfRoom(ctx: Ctx, { id }: Input<(typeof liveRoom)['notify']>): Promise<Output<(typeof liveRoom)['notify']>> {
  await ctx.db.selectFrom('liveRoom').where('id', '=', id).forUpdate().select('id').execute()
  const { title, noticeTime, state } = await mustReachRoom(ctx, id)
  await mustHaveModule(ctx, 'course')
  await mustMayNotify(ctx, { refType: REF, refId: id })
  if (state === LiveState.ended) fail('liveOver')
  const sent = noticeTime === null ? await sendNotice(ctx, REF, id) : 0
  if (sent > 0) await ctx.db.updateTable('liveRoom').set({ noticeTime: ctx.now }).where('id', '=', id).execute()
  ctx.change.after = { title, sent }
  return { sent }
}
