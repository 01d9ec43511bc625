// Seats and the waiting list. Whatever changes them holds the lock of the lesson's row, so that no seat is given twice.
import { SeatState, seatedStates } from '@shuyuan/contract/course/room/room-codes.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { sendOwnMsgs } from '../../message/msg.service.ts'
import { freeOf, toldOf } from './room.rules.ts'

type Sender = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
export type Room = Awaited<ReturnType<typeof lockRoom>>
export type Seat = { id: string; userId: string; courseId: string; state: SeatState; inTime: Date | null; outTime: Date | null }
/** For whom a message is, and by which course they came to the lesson. */
export type Seated = { userId: string; courseId: string }
const MINUTE = '2026-01-01 09:00'.length

const roomsOf = ({ db }: Pick<Ctx, 'db'>, fileId: string) =>
  db
    .selectFrom('courseRoom as room')
    .innerJoin('courseFile as file', 'file.id', 'room.fileId')
    .where('room.fileId', '=', fileId)
    .selectAll('room')
    .select(['file.title', 'file.enabled', 'file.createBy'])

/** Fails notFound. */
export const findRoom = (ctx: Pick<Ctx, 'db'>, fileId: string): Promise<Room | undefined> => roomsOf(ctx, fileId).executeTakeFirst()

export const mustFindRoom = async (ctx: Pick<Ctx, 'db'>, fileId: string) => must(await findRoom(ctx, fileId))

/** Locks a lesson until the end of the transaction. Fails notFound. */
export const lockRoom = async (ctx: Pick<Ctx, 'db'>, fileId: string) =>
  must(await roomsOf(ctx, fileId).forNoKeyUpdate('room').executeTakeFirst())

export const findSeat = ({ db }: Pick<Ctx, 'db'>, fileId: string, userId: string): Promise<Seat | undefined> =>
  db
    .selectFrom('courseRoomSeat')
    .where('fileId', '=', fileId)
    .where('userId', '=', userId)
    .select(['id', 'userId', 'courseId', 'state', 'inTime', 'outTime'])
    .executeTakeFirst()

/** Seats that are taken, also by people who did not come. */
export async function countTaken({ db }: Pick<Ctx, 'db'>, fileId: string): Promise<number> {
  const { n } = await db
    .selectFrom('courseRoomSeat')
    .where('fileId', '=', fileId)
    .where('state', 'in', [...seatedStates])
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Place and time of a lesson in words. */
export const whereAndWhen = ({ place, startTime }: Pick<Room, 'place' | 'startTime'>): string =>
  `${toWallClock(startTime).slice(0, MINUTE)}，${place}`

/** Sends each person a message that leads to the lesson in their course. */
export const tell = (ctx: Sender, fileId: string, people: readonly Seated[], message: { title: string; content: string }): Promise<void> =>
  sendOwnMsgs(
    ctx,
    people.map(({ userId, courseId }) => ({ userId, refId: `${courseId}/${fileId}`, ...message })),
    'courseRoom',
  )

/** Gives free seats to the first people in line, who get a message; not after the begin. The caller holds the lock of the lesson. */
export async function fillSeats(ctx: Sender, room: Room): Promise<void> {
  const { db, now } = ctx
  if (now >= room.startTime) return
  const free = freeOf(room.seats, await countTaken(ctx, room.fileId))
  if (free === 0) return
  const next = db
    .selectFrom('courseRoomSeat')
    .where('fileId', '=', room.fileId)
    .where('state', '=', SeatState.waiting)
    .orderBy('queueTime')
    .orderBy('id')
    .$if(Number.isFinite(free), (q) => q.limit(free))
    .select('id')
  const people = await db
    .updateTable('courseRoomSeat')
    .set({ state: SeatState.enrolled, ...toldOf(room, now) })
    .where('id', 'in', next)
    .returning(['userId', 'courseId'])
    .execute()
  await tell(ctx, room.fileId, people, {
    title: '线下培训候补成功',
    content: `您候补的线下培训“${room.title}”有了空位，已为您报名。时间和地点：${whereAndWhen(room)}。不能参加时请及时取消。`,
  })
}
