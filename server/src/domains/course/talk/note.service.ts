// A learner's notes. No other user reads them.
import { type courseNote, MOST_NOTES } from '@shuyuan/contract/course/talk/note.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField, must } from '../../../kernel/fail.ts'
import { mustSeePlace } from './talk-place.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof courseNote

/** The caller's notes in a course, in the order of its files; those of files that left the course come last. */
export async function listNotes({ db, user }: Ctx, { courseId }: Input<Calls['list']>): Promise<Output<Calls['list']>> {
  return db
    .selectFrom('courseNote')
    .leftJoin('courseFile', 'courseFile.id', 'courseNote.fileId')
    .leftJoin('courseItem', (join) =>
      join.onRef('courseItem.courseId', '=', 'courseNote.courseId').onRef('courseItem.fileId', '=', 'courseNote.fileId'),
    )
    .where('courseNote.userId', '=', user.id)
    .where('courseNote.courseId', '=', courseId)
    .orderBy('courseItem.sort', (o) => o.asc().nullsLast())
    .orderBy('courseNote.position')
    .orderBy('courseNote.id')
    .limit(MOST_NOTES)
    .select(['courseNote.id', 'courseNote.fileId', 'position', 'courseNote.content', 'courseNote.createTime'])
    .select(sql<string>`coalesce(course_file.title, '')`.as('fileTitle'))
    .execute()
}

/** Adds a note, or changes the text of an own one. Fails notFound for another user's, and at `content` beyond MOST_NOTES in a course. */
export async function saveNote(ctx: Ctx, { id, content, ...place }: Input<Calls['save']>): Promise<{ id: string }> {
  const { db, user, now } = ctx
  const text = { content, updateTime: now }
  if (id !== undefined)
    return must(
      await db
        .updateTable('courseNote')
        .set(text)
        .where('id', '=', id)
        .where('userId', '=', user.id)
        .where('courseId', '=', place.courseId)
        .returning('id')
        .executeTakeFirst(),
    )
  await mustSeePlace(ctx, place)
  const { rows } = await sql`select from course_note where user_id = ${user.id}::bigint and course_id = ${place.courseId}::bigint
    limit ${MOST_NOTES}`.execute(db)
  if (rows.length >= MOST_NOTES) failField('content', say('notesTooMany', { n: MOST_NOTES }))
  return db
    .insertInto('courseNote')
    .values({ ...place, ...text, userId: user.id, createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Fails notFound, and removes nothing, when one of the notes is not the caller's. */
export async function deleteNotes({ app, user }: Ctx, { ids }: Input<Calls['delete']>): Promise<true> {
  const wanted = [...new Set(ids)]
  await app.db.transaction().execute(async (db) => {
    const gone = await db.deleteFrom('courseNote').where(among('id', wanted)).where('userId', '=', user.id).returning('id').execute()
    must(gone.length === wanted.length ? true : undefined)
  })
  return true
}
