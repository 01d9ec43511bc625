// Signing in and out by the code that changes on the teacher's screen.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState, type SignWay, wasThere } from '@shuyuan/contract/course/room/room-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, Failure } from '../../../kernel/fail.ts'
import { limitText } from '../../notify/source.service.ts'
import { mustFindPlace } from '../learn/place.service.ts'
import { finishFor } from './attend.service.ts'
import { mustLead } from './reach.service.ts'
import { freeOf, isSignTime, presenceAt, signTimesOf } from './room.rules.ts'
import { countTaken, findSeat, lockRoom, mustFindRoom, type Room, type Seat } from './seat.service.ts'
import { codeOf, isFresh, readCode, secondsLeft, windowOf } from './sign.rules.ts'

type Calls = typeof courseRoom
const NAMES = 12

const macOf =
  ({ seal }: Pick<App, 'seal'>) =>
  (text: string) =>
    seal.fingerprint(text, 'course_room:sign')

/** The code of now with the numbers for the screen. Fails notFound, roomNotLead, and roomNotOpen for signing out where the lesson does not ask for it. */
export async function showCode(ctx: Ctx, { id, way }: Input<Calls['code']>): Promise<Output<Calls['code']>> {
  const room = await mustFindRoom(ctx, id)
  await mustLead(ctx, room)
  if (way === 'out' && !room.signOut) fail('roomNotOpen')
  const taken = await countTaken(ctx, id)
  const at = way === 'in' ? 'inTime' : 'outTime'
  const there = ctx.db
    .selectFrom('courseRoomSeat as seat')
    .where('seat.fileId', '=', id)
    .where('seat.state', 'in', [SeatState.present, SeatState.late])
  const { present, left } = await there
    .select([sql<number>`count(*)::int`.as('present'), sql<number>`count(seat.out_time)::int`.as('left')])
    .executeTakeFirstOrThrow()
  const last = await there
    .innerJoin('sysUser as person', 'person.id', 'seat.userId')
    .where(`seat.${at}`, 'is not', null)
    .orderBy(`seat.${at}`, 'desc')
    .orderBy('seat.id', 'desc')
    .limit(NAMES)
    .select('person.realName')
    .execute()
  return {
    code: codeOf({ fileId: id, way, window: windowOf(ctx.now) }, macOf(ctx.app)),
    seconds: secondsLeft(ctx.now),
    title: room.title,
    place: room.place,
    startTime: room.startTime,
    endTime: room.endTime,
    ...signTimesOf(room),
    signOut: room.signOut,
    open: isSignTime(room, ctx.now),
    taken,
    present,
    left,
    names: last.map((one) => one.realName),
  }
}

/** When the caller's sign-in session began. */
async function sessionTime({ db, user }: Ctx): Promise<Date | undefined> {
  if (user.sessionId === '') return undefined
  return (await db.selectFrom('sysSession').where('id', '=', user.sessionId).select('createTime').executeTakeFirst())?.createTime
}

/**
 * Signs the caller in or out, once; a repeated call changes nothing. Fails roomCodeWrong, roomCodeOver, roomNotOpen, roomNotEnrolled, roomNoSeat and
 * roomNotIn.
 */
export async function sign(ctx: Ctx, { code }: Input<Calls['sign']>): Promise<Output<Calls['sign']>> {
  const read = readCode(code, macOf(ctx.app)) ?? fail('roomCodeWrong')
  const { fileId, way } = read
  if (!isFresh(read, ctx.now, await sessionTime(ctx))) fail('roomCodeOver')
  const room = await lockRoom(ctx, fileId)
  if (!isSignTime(room, ctx.now)) failOutOfTime(room, way)
  const before = await findSeat(ctx, fileId, ctx.user.id)
  const seat = way === 'in' ? await signIn(ctx, room, before) : await signOut(ctx, room, before)
  const isThrough = !room.signOut || seat.outTime !== null
  if (isThrough && (before?.inTime !== seat.inTime || before?.outTime !== seat.outTime)) await finishFor(ctx, fileId, seat)
  ctx.change.before = { state: before?.state ?? null }
  ctx.change.after = { state: seat.state }
  return {
    courseId: seat.courseId,
    fileId,
    title: room.title,
    place: room.place,
    way: way satisfies SignWay,
    state: seat.state,
    inTime: seat.inTime,
    outTime: seat.outTime,
    signOut: room.signOut,
    finished: isThrough,
  }
}

function failOutOfTime(room: Room, way: SignWay): never {
  const { signFrom, signUntil } = signTimesOf(room)
  const times = { from: limitText(signFrom), until: limitText(signUntil) }
  fail('roomNotOpen', way === 'in' ? say('roomSignInTime', times) : say('roomSignOutTime', times))
}

async function signIn(ctx: Ctx, room: Room, seat: Seat | undefined): Promise<Seat> {
  if (seat && wasThere(seat.state)) return seat
  const now = { state: presenceAt(room, ctx.now), inTime: ctx.now, markBy: null, markTime: null }
  const isOnList = seat && (seat.state === SeatState.enrolled || seat.state === SeatState.absent)
  if (!isOnList) return walkIn(ctx, room, seat, now)
  await ctx.db.updateTable('courseRoomSeat').set(now).where('id', '=', seat.id).execute()
  return { ...seat, ...now }
}

type Presence = { state: SeatState; inTime: Date; markBy: null; markTime: null }

/** Takes a free seat for a person who has none. Fails roomNotEnrolled and roomNoSeat. */
async function walkIn(ctx: Ctx, room: Room, seat: Seat | undefined, now: Presence): Promise<Seat> {
  if (!room.walkIn) fail('roomNotEnrolled')
  if (freeOf(room.seats, await countTaken(ctx, room.fileId)) === 0) fail('roomNoSeat')
  const courseId = seat?.state === SeatState.waiting ? seat.courseId : await courseFor(ctx, room.fileId)
  const row = { ...now, courseId, walkedIn: true, queueTime: ctx.now, outTime: null }
  const { id } = await ctx.db
    .insertInto('courseRoomSeat')
    .values({ ...row, fileId: room.fileId, userId: ctx.user.id })
    .onConflict((conflict) => conflict.columns(['fileId', 'userId']).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, userId: ctx.user.id, courseId, state: now.state, inTime: now.inTime, outTime: null }
}

/** The first course with the lesson that the caller may learn. Fails roomNotEnrolled without one. */
async function courseFor(ctx: Ctx, fileId: string): Promise<string> {
  const items = await ctx.db
    .selectFrom('courseItem')
    .where('fileId', '=', fileId)
    .orderBy('courseId')
    .limit(20)
    .select('courseId')
    .execute()
  for (const { courseId } of items) {
    try {
      await mustFindPlace(ctx, { courseId, fileId })
      return courseId
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  return fail('roomNotEnrolled')
}

async function signOut(ctx: Ctx, { signOut: isNeeded }: Room, seat: Seat | undefined): Promise<Seat> {
  if (!isNeeded) fail('roomCodeWrong')
  if (!seat || seat.state === SeatState.cancelled || seat.state === SeatState.waiting) fail('roomNotEnrolled')
  if (!wasThere(seat.state)) fail('roomNotIn')
  if (seat.outTime !== null) return seat
  await ctx.db.updateTable('courseRoomSeat').set({ outTime: ctx.now }).where('id', '=', seat.id).execute()
  return { ...seat, outTime: ctx.now }
}
