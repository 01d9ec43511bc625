// A lesson in a room that people have enrolled for, tomorrow, and one of last week with its attendance.
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { makeRoom } from '../domains/course/room/room.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** `yyyy-MM-dd HH:mm:ss`, some days from now at this hour. */
const at = ({ now }: Ctx, days: number, hour: string) => `${toWallClock(new Date(now.getTime() + days * DAY)).slice(0, 10)} ${hour}:00`

async function teacherOf({ db }: Ctx): Promise<string[]> {
  const row = await db.selectFrom('sysUser').where('userName', '=', 'teacher').select('id').executeTakeFirst()
  return row ? [row.id] : []
}

/** @returns the ids of their course files */
export async function addDemoRooms(ctx: Ctx): Promise<{ coming: string; past: string }> {
  const shared = { place: '行政楼三层 2 号培训室', teacherIds: await teacherOf(ctx) }
  const coming = await makeRoom(ctx, {
    ...shared,
    title: '前台情景演练',
    content: '两人一组，轮流扮演客人和前台。请穿工装，带上工牌。',
    startTime: at(ctx, 1, '14:00'),
    endTime: at(ctx, 1, '16:00'),
    seats: 4,
    walkIn: true,
  })
  const past = await makeRoom(ctx, {
    ...shared,
    title: '信息保护案例讨论',
    startTime: at(ctx, -6, '09:30'),
    endTime: at(ctx, -6, '11:00'),
    seats: 20,
  })
  return { coming, past }
}

type Seat = [learner: number, state: SeatState]
const coming: Seat[] = [
  [3, SeatState.enrolled],
  [4, SeatState.enrolled],
  [6, SeatState.enrolled],
  [10, SeatState.enrolled],
  [5, SeatState.waiting],
]
const past: Seat[] = [
  [3, SeatState.present],
  [4, SeatState.present],
  [6, SeatState.late],
  [10, SeatState.present],
  [5, SeatState.absent],
]

/** Seats and attendance of learners of the course. */
export async function addDemoSeats(ctx: Ctx, courseId: string, rooms: { coming: string; past: string }): Promise<void> {
  for (const [fileId, seats, days] of [
    [rooms.coming, coming, 2],
    [rooms.past, past, 9],
  ] as const)
    for (const [place, [learner, state]] of seats.entries()) {
      const userName = `learner${String(learner).padStart(2, '0')}`
      const user = await ctx.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirst()
      if (!user) continue
      const queueTime = new Date(ctx.now.getTime() - days * DAY + place * HOUR)
      const begin = new Date(ctx.now.getTime() - 6 * DAY)
      const inTime = state === SeatState.present || state === SeatState.late ? begin : null
      await ctx.db.insertInto('courseRoomSeat').values({ fileId, courseId, userId: user.id, state, queueTime, inTime }).execute()
    }
}
