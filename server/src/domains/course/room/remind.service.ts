// Reminders of lessons in a room: a day and an hour before, once for each begin.
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'
import { notifyPerson } from '../../notify/person.service.ts'
import { limitText } from '../../notify/source.service.ts'
import { linkOf, siteBase } from './calendar.service.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
type Told = 'day_told' | 'hour_told'
type Row = {
  userId: string
  courseId: string
  fileId: string
  title: string
  courseTitle: string
  place: string
  startTime: Date
  endTime: Date
}

/** Sends the reminders of this moment; runs every five minutes. @returns the number of people who were reminded */
export async function remindOfRooms(app: App): Promise<number> {
  const now = app.clock()
  const hour = await ownTransaction(app, (ctx) => remind(ctx, 'hour_told', 0, 1), { now })
  const day = await ownTransaction(app, (ctx) => remind(ctx, 'day_told', 1, DAY_HOURS), { now })
  return hour + day
}

/** Reminds people whose lesson begins in more than `from` and at most `to` hours, through the channels of the site's template. */
async function remind(ctx: Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>, told: Told, from: number, to: number) {
  const { db, now } = ctx
  const after = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const column = sql.ref(told)
  const { rows } = await sql<Row>`
    update course_room_seat seat set ${column} = room.start_time from course_room room join course_file file on file.id = room.file_id and file.enabled,
      course
    where seat.file_id = room.file_id and course.id = seat.course_id and seat.state = ${sql.lit(SeatState.enrolled)}
      and room.start_time > ${after(from)} and room.start_time <= ${after(to)} and seat.${column} is distinct from room.start_time
    returning seat.user_id, seat.course_id, seat.file_id, file.title, course.title as course_title, room.place, room.start_time,
      room.end_time`.execute(db)
  const base = rows.length === 0 ? '' : await siteBase(ctx)
  for (const { userId, title, courseTitle, place, startTime, endTime, ...lesson } of rows)
    await notifyPerson(ctx, 'room', {
      userId,
      refType: 'courseRoom',
      refId: `${lesson.courseId}/${lesson.fileId}`,
      values: {
        roomTitle: title,
        courseTitle,
        place,
        startTime: limitText(startTime),
        endTime: limitText(endTime),
        link: linkOf(base, lesson),
      },
    })
  return rows.length
}
