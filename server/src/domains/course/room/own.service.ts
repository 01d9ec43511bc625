// Lessons in a room as their learners see them: enrol, cancel, the calendar file.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { type EnrolReason, SeatState, seatedStates, wasThere } from '@shuyuan/contract/course/room/room-codes.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { type FilePlace, mustFindPlace } from '../learn/place.service.ts'
import { finishFor } from './attend.service.ts'
import { calendarFileOf, namesOfTeachers } from './calendar.service.ts'
import { freeOf, mayCancel, signTimesOf, toldOf, whyNotEnrol } from './room.rules.ts'
import { countTaken, fillSeats, findSeat, lockRoom, mustFindRoom, type Seat } from './seat.service.ts'

type Calls = typeof courseRoom
type Own = Output<Calls['detail']>

const refusals: Record<EnrolReason, ErrorName> = { begun: 'roomBegun', closed: 'roomEnrolClosed', byTeacher: 'roomByTeacher' }

/** How many people are first on the waiting list, the person of this seat included. */
async function turnOf({ db }: Pick<Ctx, 'db'>, fileId: string, seat: Seat | undefined): Promise<number> {
  if (seat?.state !== SeatState.waiting) return 0
  const { n } = await db
    .selectFrom('courseRoomSeat as other')
    .where('fileId', '=', fileId)
    .where('state', '=', SeatState.waiting)
    .where(
      sql<boolean>`(other.queue_time, other.id) <= (select s.queue_time, s.id from course_room_seat s where s.id = ${seat.id}::bigint)`,
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** A lesson with the caller's place. Fails notFound; without a place also as mustFindPlace. */
export async function findOwn(ctx: Ctx, place: FilePlace): Promise<Own> {
  const { db, user, now } = ctx
  const { courseId, fileId } = place
  const found = await findSeat(ctx, fileId, user.id)
  const seat = found?.state === SeatState.cancelled ? undefined : found
  if (!found) await mustFindPlace(ctx, place)
  const room = await mustFindRoom(ctx, fileId)
  const own = await db
    .selectFrom('courseFileLearn')
    .where('userId', '=', user.id)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .where('finishTime', 'is not', null)
    .select('fileId')
    .executeTakeFirst()
  return {
    courseId,
    fileId,
    title: room.title,
    place: room.place,
    startTime: room.startTime,
    endTime: room.endTime,
    ...signTimesOf(room),
    content: room.content,
    teachers: await namesOfTeachers(ctx, room.teacherIds),
    seats: room.seats,
    taken: await countTaken(ctx, fileId),
    enrolUntil: room.enrolUntil,
    signOut: room.signOut,
    state: seat?.state ?? null,
    turn: await turnOf(ctx, fileId, seat),
    inTime: seat?.inTime ?? null,
    outTime: seat?.outTime ?? null,
    reason: seat ? null : whyNotEnrol(room, now),
    mayCancel: mayCancel(room, seat?.state, now),
    finished: own !== undefined,
  }
}

/**
 * Takes a seat, or a place on the waiting list where none is free; who has a place keeps it. Attendance that was recorded in another course with
 * this lesson counts in this course, too. Fails as mustFindPlace, and with the reason why the caller cannot enrol.
 */
export async function enrol(ctx: Ctx, place: Input<Calls['enrol']>): Promise<Own> {
  const { courseId, fileId } = place
  const room = await lockRoom(ctx, fileId)
  await mustFindPlace(ctx, place)
  const seat = await findSeat(ctx, fileId, ctx.user.id)
  if (seat && seat.state !== SeatState.cancelled) {
    if (wasThere(seat.state) && (!room.signOut || seat.outTime)) await finishFor(ctx, fileId, { userId: ctx.user.id, courseId })
    return findOwn(ctx, place)
  }
  const reason = whyNotEnrol(room, ctx.now)
  if (reason) fail(refusals[reason])
  const isFree = freeOf(room.seats, await countTaken(ctx, fileId)) > 0
  const row = {
    courseId,
    state: isFree ? SeatState.enrolled : SeatState.waiting,
    queueTime: ctx.now,
    setBy: null,
    walkedIn: false,
    ...toldOf(room, ctx.now),
  }
  await ctx.db
    .insertInto('courseRoomSeat')
    .values({ ...row, fileId, userId: ctx.user.id })
    .onConflict((conflict) => conflict.columns(['fileId', 'userId']).doUpdateSet(row))
    .execute()
  ctx.change.after = { state: row.state }
  return findOwn(ctx, place)
}

/** Gives up a place before the begin; the next person in line gets the seat. Without a place nothing changes. Fails roomBegun, roomAttended, roomByTeacher. */
export async function cancel(ctx: Ctx, place: Input<Calls['cancel']>): Promise<Own> {
  const room = await lockRoom(ctx, place.fileId)
  const seat = await findSeat(ctx, place.fileId, ctx.user.id)
  if (!seat || seat.state === SeatState.cancelled) return findOwn(ctx, place)
  if (!mayCancel(room, seat.state, ctx.now))
    fail(ctx.now >= room.startTime ? 'roomBegun' : room.selfEnrol ? 'roomAttended' : 'roomByTeacher')
  await ctx.db.updateTable('courseRoomSeat').set({ state: SeatState.cancelled }).where('id', '=', seat.id).execute()
  ctx.change.before = { state: seat.state }
  await fillSeats(ctx, room)
  return findOwn(ctx, place)
}

/** The lesson for a calendar. Fails as findOwn. */
export async function calendarFile(ctx: Ctx, place: Input<Calls['calendar']>): Promise<FileReply> {
  await findOwn(ctx, place)
  const file = must(await calendarFileOf(ctx, place, ctx.request.origin))
  return { ...file, type: 'text/calendar; charset=utf-8' }
}

const DAYS = 7
const DAY_MS = 86_400_000

export type OwnRoom = {
  courseId: string
  fileId: string
  title: string
  place: string
  startTime: Date
  endTime: Date
  waiting: boolean
}

/** Lessons of the next days in which the caller has a seat or waits for one. */
export async function roomsAhead({ db, user, now }: Ctx, most: number): Promise<OwnRoom[]> {
  const rows = await db
    .selectFrom('courseRoomSeat as seat')
    .innerJoin('courseRoom as room', 'room.fileId', 'seat.fileId')
    .innerJoin('courseFile as file', 'file.id', 'seat.fileId')
    .innerJoin('course', 'course.id', 'seat.courseId')
    .where('seat.userId', '=', user.id)
    .where('seat.state', 'in', [SeatState.waiting, ...seatedStates])
    .where('room.endTime', '>', now)
    .where('room.startTime', '<', new Date(now.getTime() + DAYS * DAY_MS))
    .where('file.enabled', '=', true)
    .where('course.state', '=', CourseState.enabled)
    .orderBy('room.startTime')
    .orderBy('room.fileId')
    .limit(most)
    .select(['seat.courseId', 'seat.fileId', 'file.title', 'room.place', 'room.startTime', 'room.endTime', 'seat.state'])
    .execute()
  return rows.map(({ state, ...row }) => ({ ...row, waiting: state === SeatState.waiting }))
}
