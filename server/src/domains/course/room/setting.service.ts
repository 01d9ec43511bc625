// Lessons in a room as teachers set them: a course file with place, time and the rules of enrolment.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, containing } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { countTaken, fillSeats, lockRoom, type Room, tell, whereAndWhen } from './seat.service.ts'

type Calls = typeof courseRoom
const MOST_LISTED = 50

const staff = ({ db }: Pick<Ctx, 'db'>) =>
  db.selectFrom('sysUser').where('state', '=', UserState.active).where('roleType', '=', RoleType.staff)

async function mustNameTeachers(ctx: Ctx, teacherIds: readonly string[], before: readonly string[]) {
  const fresh = [...new Set(teacherIds.filter((one) => !before.includes(one)))]
  const found = await staff(ctx).where(among('id', fresh)).select('id').execute()
  if (found.length < fresh.length) failField('teacherIds', say('roomTeacherGone'))
}

/** Tells people with a place that the lesson moves. */
async function tellMoved(ctx: Ctx, before: Room, now: Room) {
  const isMoved =
    before.place !== now.place || Number(before.startTime) !== Number(now.startTime) || Number(before.endTime) !== Number(now.endTime)
  if (!isMoved || now.endTime <= ctx.now) return
  const people = await ctx.db
    .selectFrom('courseRoomSeat')
    .where('fileId', '=', now.fileId)
    .where('state', 'in', [SeatState.waiting, SeatState.enrolled])
    .select(['userId', 'courseId'])
    .execute()
  await tell(ctx, now.fileId, people, {
    title: '线下培训时间或地点有变',
    content: `线下培训“${now.title}”的时间或地点有变，现在是：${whereAndWhen(now)}。`,
  })
}

/**
 * Adds a lesson to the library of course files, or changes one. More seats go to the waiting list; people with a place get a message when place or time change.
 * Fails notFound, conflict for an outdated version, at `teacherIds`, and at `seats` for fewer than are taken.
 */
export async function saveRoom(ctx: Ctx, { id, version, title, ...form }: Input<Calls['save']>): Promise<{ id: string }> {
  const stored = id === undefined ? undefined : await lockRoom(ctx, id)
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  await mustNameTeachers(ctx, form.teacherIds, stored?.teacherIds ?? [])
  if (!stored) {
    const { id: fileId } = await ctx.db
      .insertInto('courseFile')
      .values({
        title,
        fileUrl: '',
        fileType: CourseFileType.room,
        state: CourseFileState.ready,
        createBy: ctx.user.id,
        createTime: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('courseRoom')
      .values({ ...form, fileId })
      .execute()
    return { id: fileId }
  }
  const taken = await countTaken(ctx, stored.fileId)
  if (form.seats !== null && form.seats < taken && (stored.seats === null || form.seats < stored.seats))
    failField('seats', say('roomSeatsFewer', { n: taken }))
  ctx.change.before = stored
  await ctx.db.updateTable('courseFile').set({ title, updateTime: ctx.now }).where('id', '=', stored.fileId).execute()
  await ctx.db
    .updateTable('courseRoom')
    .set({ ...form, version: stored.version + 1 })
    .where('fileId', '=', stored.fileId)
    .execute()
  const now = { ...stored, ...form, title }
  await tellMoved(ctx, stored, now)
  await fillSeats(ctx, now)
  return { id: stored.fileId }
}

/** Fails notFound. */
export async function findSetting(ctx: Ctx, { id }: Input<Calls['setting']>): Promise<Output<Calls['setting']>> {
  const { fileId, ...row } = must(
    await ctx.db
      .selectFrom('courseRoom as room')
      .innerJoin('courseFile as file', 'file.id', 'room.fileId')
      .where('room.fileId', '=', id)
      .selectAll('room')
      .select('file.title')
      .select(sql<number>`(select count(*)::int from course_room_seat s where s.file_id = room.file_id)`.as('people'))
      .executeTakeFirst(),
  )
  return { ...row, id: fileId }
}

/** Users who can be named as teachers, by name, with those of `ids` first. */
export async function listTeachers(ctx: Ctx, { name = '', ids = [] }: Input<Calls['teachers']>): Promise<Output<Calls['teachers']>> {
  const pattern = containing(name)
  return ctx.db
    .selectFrom('sysUser')
    .where((eb) =>
      eb.or([
        among('id', ids),
        eb.and([
          eb('state', '=', UserState.active),
          eb('roleType', '=', RoleType.staff),
          eb.or([eb('realName', 'ilike', pattern), eb('userName', 'ilike', pattern)]),
        ]),
      ]),
    )
    .orderBy(sql`id = any(${ids}::bigint[])`, 'desc')
    .orderBy('realName')
    .orderBy('id')
    .limit(MOST_LISTED)
    .select(['id', 'realName', 'userName'])
    .execute()
}
