// Live files: rooms of the domain `live` in courses, and the replays that take their place.
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { queueFetch } from './media-queue.service.ts'

type Room = { courseId: string; title: string; minSec: number }

/** Adds a live file at the end of a course. @returns its id */
export async function addLiveFile(ctx: Ctx, { courseId, title, minSec }: Room): Promise<string> {
  const { id } = await ctx.db
    .insertInto('courseFile')
    .values({ title, fileUrl: '', fileType: CourseFileType.live, state: CourseFileState.ready, createBy: ctx.user.id, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into course_item (course_id, file_id, chapter, section_id, required, min_sec, sort)
    select ${courseId}::bigint, ${id}::bigint, coalesce((array_agg(chapter order by sort desc))[1], ''), (array_agg(section_id order by sort desc))[1],
      false, ${minSec}::integer, coalesce(max(sort), 0) + 1 from course_item where course_id = ${courseId}::bigint`.execute(ctx.db)
  return id
}

/** Gives a live file the title and required seconds of its room, and another course where that changed. */
export async function moveLiveFile(ctx: Ctx, fileId: string, { courseId, title }: Omit<Room, 'minSec'>): Promise<void> {
  await ctx.db.updateTable('courseFile').set({ title, updateTime: ctx.now }).where('id', '=', fileId).execute()
  await sql`with last as (select chapter, section_id, sort from course_item where course_id = ${courseId}::bigint order by sort desc limit 1)
    update course_item set course_id = ${courseId}::bigint, chapter = coalesce((select chapter from last), ''),
      section_id = (select section_id from last), sort = coalesce((select sort from last), 0) + 1
    where file_id = ${fileId}::bigint and course_id <> ${courseId}::bigint
      and not exists (select from course_item where course_id = ${courseId}::bigint and file_id = ${fileId}::bigint)`.execute(ctx.db)
}

/** Removes live files from their courses and the library. */
export async function removeLiveFiles({ db }: Pick<Ctx, 'db'>, fileIds: readonly string[]): Promise<void> {
  const named = sql<string>`any(${fileIds}::bigint[])`
  await db.deleteFrom('courseFileLearn').where('fileId', '=', named).execute()
  await db.deleteFrom('courseItem').where('fileId', '=', named).execute()
  await db.deleteFrom('courseFile').where('id', '=', named).where('fileType', '=', CourseFileType.live).execute()
}

export type Replay = { viewUrl: string; rendition: string; seconds: number; bytes: number }

/** The replay takes the place of the room: the file, and with it the progress of learners, stays the same. */
export async function storeReplay(db: Database, fileId: string, { viewUrl, rendition, seconds, bytes }: Replay, now: Date): Promise<void> {
  await db
    .updateTable('courseFile')
    .where('id', '=', fileId)
    .where('fileType', '=', CourseFileType.live)
    .set({ fileType: CourseFileType.video, state: CourseFileState.ready, viewUrl, rendition, updateTime: now })
    .set({ duration: Math.max(1, Math.floor(seconds)), fileSize: bytes })
    .execute()
}

/** A recording of another service becomes the replay: a task fetches it. */
export async function fetchReplay(ctx: Ctx, fileId: string, url: string): Promise<void> {
  await ctx.db
    .updateTable('courseFile')
    .where('id', '=', fileId)
    .set({ sourceUrl: url, fileType: CourseFileType.other, state: CourseFileState.converting, updateTime: ctx.now })
    .execute()
  await queueFetch(ctx, fileId)
}
