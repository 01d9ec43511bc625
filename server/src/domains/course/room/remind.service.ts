// Reminders of lessons in a room: a day and an hour before, once for each begin.
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'
import { sendOwnMsgs } from '../../message/msg.service.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const MINUTE = '2026-01-01 09:00'.length
type Told = 'day_told' | 'hour_told'
type Row = { userId: string; courseId: string; fileId: string; title: string; place: string; startTime: Date }

/** Sends the reminders of this moment; runs every five minutes. @returns the number of messages */
export async function remindOfRooms(app: App): Promise<number> {
  const now = app.clock()
  const hour = await ownTransaction(app, (ctx) => remind(ctx, 'hour_told', 0, 1, '线下培训即将开始'), { now })
  const day = await ownTransaction(app, (ctx) => remind(ctx, 'day_told', 1, DAY_HOURS, '线下培训提醒'), { now })
  return hour + day
}

/** Reminds people whose lesson begins in more than `from` and at most `to` hours. */
async function remind(ctx: Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>, told: Told, from: number, to: number, title: string) {
  const { db, now } = ctx
  const after = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const column = sql.ref(told)
  const { rows } = await sql<Row>`
    update course_room_seat seat set ${column} = room.start_time from course_room room join course_file file on file.id = room.file_id and file.enabled
    where seat.file_id = room.file_id and seat.state = ${sql.lit(SeatState.enrolled)} and room.start_time > ${after(from)}
      and room.start_time <= ${after(to)} and seat.${column} is distinct from room.start_time
    returning seat.user_id, seat.course_id, seat.file_id, file.title, room.place, room.start_time`.execute(db)
  await sendOwnMsgs(
    ctx,
    rows.map((one) => ({
      userId: one.userId,
      refId: `${one.courseId}/${one.fileId}`,
      title: `${title}：${one.title}`,
      content: `线下培训“${one.title}”将于 ${toWallClock(one.startTime).slice(0, MINUTE)} 开始，地点：${one.place}。不能参加时请提前取消报名。`,
    })),
    'courseRoom',
  )
  return rows.length
}
