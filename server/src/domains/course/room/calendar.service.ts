// The calendar file of a lesson in a room, as its learner downloads it and as it goes out with the e-mail of a reminder.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { addEnclosure } from '../../notify/enclosure.service.ts'
import { site } from '../../site/config/config.service.ts'
import type { FilePlace } from '../learn/place.service.ts'
import { calendarOf } from './calendar.format.ts'
import { findRoom } from './seat.service.ts'

/** The names of a lesson's teachers, in the order of its form. */
export async function namesOfTeachers({ db }: Pick<Ctx, 'db'>, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUser')
    .where(among('id', ids))
    .orderBy(sql`array_position(${ids}::bigint[], id)`)
    .select('realName')
    .execute()
  return rows.map((one) => one.realName)
}

/**
 * @param base the address of the site, without a slash at its end; '' without one
 * @returns name and text of the file; undefined when the lesson or its course is gone
 */
export async function calendarFileOf(ctx: Pick<Ctx, 'db' | 'now'>, place: FilePlace, base: string) {
  const course = await ctx.db.selectFrom('course').where('id', '=', place.courseId).select('title').executeTakeFirst()
  const room = await findRoom(ctx, place.fileId)
  if (!course || !room) return undefined
  const teachers = await namesOfTeachers(ctx, room.teacherIds)
  const text = calendarOf({
    uid: `course-room-${place.fileId}@${URL.canParse(base) ? new URL(base).host : 'localhost'}`,
    sequence: room.version,
    title: room.title,
    place: room.place,
    text: [course.title, teachers.length > 0 ? `讲师：${teachers.join('、')}` : '', room.content].filter((one) => one !== '').join('\n'),
    url: base === '' ? '' : linkOf(base, place),
    startTime: room.startTime,
    endTime: room.endTime,
    now: ctx.now,
  })
  return { name: `${room.title}.ics`, body: Buffer.from(text) }
}

/** The address of a lesson for its learner. */
export const linkOf = (base: string, { courseId, fileId }: FilePlace): string => `${base}/web/course/view/${courseId}/${fileId}`

/** The address of the site in messages that no call of a browser causes; '' if it is not set. */
export const siteBase = async (ctx: { app: App }): Promise<string> => withoutSlash((await site(ctx)).h5Host)

/** Reminders by e-mail carry the calendar file. */
export function encloseCalendars(app: App): void {
  addEnclosure(app, 'courseRoom', async (ctx, refId) => {
    const [courseId = '', fileId = ''] = refId.split('/')
    const file = await calendarFileOf(ctx, { courseId, fileId }, await siteBase(ctx))
    return file && { ...file, type: 'text/calendar; charset=utf-8; method=PUBLISH' }
  })
}
