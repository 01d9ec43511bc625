// People and attendance by hand: the teacher adds people, takes them off, and ticks who came.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState, seatedStates, wasThere } from '@shuyuan/contract/course/room/room-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { finishFor, unfinishFor } from './attend.service.ts'
import { ofLearners } from './desk.service.ts'
import { mustLead } from './reach.service.ts'
import { freeOf, mayRecord, toldOf } from './room.rules.ts'
import { countTaken, fillSeats, lockRoom, type Room, type Seat, type Seated, tell, whereAndWhen } from './seat.service.ts'

type Calls = typeof courseRoom
type Person = Input<Calls['set']>['people'][number]
type Changed = { seat: Seat; to: SeatState; isNew: boolean }

const isSeated = (state: SeatState) => seatedStates.includes(state)
const isRecorded = (state: SeatState) => wasThere(state) || state === SeatState.absent

/** Fails at `people` for users who cannot learn the course by which they are added. */
async function mustLearn(ctx: Ctx, room: Room, given: string | undefined, userIds: readonly string[]): Promise<string> {
  const item = await ctx.db
    .selectFrom('courseItem')
    .where('fileId', '=', room.fileId)
    .$if(given !== undefined, (q) => q.where('courseId', '=', given!))
    .orderBy('courseId')
    .select('courseId')
    .executeTakeFirst()
  if (!item) failField('people', say('roomNoCourse'))
  const { n } = await ctx.db
    .selectFrom('sysUser')
    .where(among('id', userIds))
    .where(await ofLearners(ctx, item.courseId))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  if (n < userIds.length) failField('people', say('roomPersonUnfit'))
  return item.courseId
}

const seatsOf = ({ db }: Pick<Ctx, 'db'>, fileId: string, userIds: readonly string[]): Promise<Seat[]> =>
  db
    .selectFrom('courseRoomSeat')
    .where('fileId', '=', fileId)
    .where(among('userId', userIds))
    .select(['id', 'userId', 'courseId', 'state', 'inTime', 'outTime'])
    .execute()

/** Adds a seat for each of these people, cancelled for now. */
async function addSeats(ctx: Ctx, room: Room, courseId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const row = { fileId: room.fileId, courseId, state: SeatState.cancelled, queueTime: ctx.now }
  await ctx.db
    .insertInto('courseRoomSeat')
    .values(userIds.map((userId) => ({ ...row, userId })))
    .execute()
}

/**
 * Sets the state of people of a lesson: adds them, takes them off, records attendance. Freed seats go to the waiting list. Fails notFound, roomNotLead,
 * roomNoSeat, and at `people` for users who cannot be added and for attendance before its time.
 * @returns the states before; `cancelled` for people who were not on the list
 */
export async function setPeople(ctx: Ctx, { id, courseId, people }: Input<Calls['set']>): Promise<Output<Calls['set']>> {
  const room = await lockRoom(ctx, id)
  await mustLead(ctx, room)
  const wanted = new Map(people.map((one: Person) => [one.userId, one.state]))
  if ([...wanted.values()].some(isRecorded) && !mayRecord(room, ctx.now)) failField('people', say('roomTooEarly'))
  const stored = await seatsOf(ctx, id, [...wanted.keys()])
  const known = new Set(stored.map((one) => one.userId))
  const added = [...wanted].filter(([userId, state]) => !known.has(userId) && state !== SeatState.cancelled).map(([userId]) => userId)
  const course = added.length > 0 ? await mustLearn(ctx, room, courseId, added) : ''
  await addSeats(ctx, room, course, added)
  const seats = added.length > 0 ? [...stored, ...(await seatsOf(ctx, id, added))] : stored
  const changed = seats
    .map((seat) => ({ seat, to: wanted.get(seat.userId)!, isNew: seat.state === SeatState.cancelled }))
    .filter(({ seat, to }) => seat.state !== to)
  const more = changed.filter(({ seat, to }) => isSeated(to) && !isSeated(seat.state)).length
  const less = changed.filter(({ seat, to }) => !isSeated(to) && isSeated(seat.state)).length
  // an outdated limit does not keep the teacher from recording who is there
  if (more > less && freeOf(room.seats, await countTaken(ctx, id)) < more - less) fail('roomNoSeat')
  for (const one of changed) await changeOne(ctx, room, one)
  ctx.change.before = changed.map(({ seat }) => ({ userId: seat.userId, state: seat.state }))
  await tellChanged(ctx, room, changed)
  await fillSeats(ctx, room)
  return { before: changed.map(({ seat }) => ({ userId: seat.userId, state: seat.state })) }
}

async function changeOne(ctx: Ctx, room: Room, { seat, to, isNew }: Changed) {
  const marked = isRecorded(to) ? { markBy: ctx.user.id, markTime: ctx.now } : { markBy: null, markTime: null }
  const times = wasThere(to) ? { inTime: seat.inTime ?? ctx.now } : { inTime: null, outTime: null }
  const fresh = isNew ? { setBy: ctx.user.id, queueTime: ctx.now, walkedIn: isRecorded(to), ...toldOf(room, ctx.now) } : {}
  await ctx.db
    .updateTable('courseRoomSeat')
    .set({ state: to, ...marked, ...times, ...fresh })
    .where('id', '=', seat.id)
    .execute()
  // the teacher's word needs no signing out
  if (wasThere(to) && !wasThere(seat.state)) await finishFor(ctx, room.fileId, seat)
  if (!wasThere(to) && wasThere(seat.state)) await unfinishFor(ctx, room.fileId, seat)
}

/** Messages about places before the begin; attendance is no news to those who were there. */
async function tellChanged(ctx: Ctx, room: Room, changed: readonly Changed[]) {
  if (ctx.now >= room.startTime) return
  const people = (those: (one: Changed) => boolean): Seated[] =>
    changed.filter(those).map(({ seat }) => ({ userId: seat.userId, courseId: seat.courseId }))
  await tell(
    ctx,
    room.fileId,
    people(({ seat, to }) => to === SeatState.enrolled && !isSeated(seat.state)),
    { title: '您已加入线下培训', content: `已为您报名线下培训“${room.title}”。时间和地点：${whereAndWhen(room)}。` },
  )
  await tell(
    ctx,
    room.fileId,
    people(({ to }) => to === SeatState.cancelled),
    { title: '线下培训报名已取消', content: `您在线下培训“${room.title}”（${whereAndWhen(room)}）的名额已被老师取消。` },
  )
}
