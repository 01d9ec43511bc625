// The key of an encrypted video goes to users who can learn it now.
import type { courseKey } from '@shuyuan/contract/course/learn/video-key.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, Failure, must } from '../../../kernel/fail.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import { isFresh, playKeyOf } from '../media/play-key.service.ts'
import { findVideoKey } from '../media/video-key.service.ts'
import { mustFindPlace } from './place.service.ts'

const MOST_COURSES = 50

/** The 16 bytes. Fails playKeyWrong for a wrong or old `auth`, notFound without a key, and as mustFindPlace for a user who cannot learn the file now. */
export async function openVideoKey(ctx: Ctx, { id, v, auth }: Input<typeof courseKey.decrypt>): Promise<FileReply> {
  if (!isFresh(await playKeyOf(ctx.app, ctx.user), auth, ctx.now)) fail('playKeyWrong')
  if (!(await mayPreview(ctx, id))) await mustMayLearn(ctx, id)
  return { name: 'key', type: 'application/octet-stream', body: must(await findVideoKey(ctx, id, v)) }
}

/** In the library of files, or in the preview of a course that has it. */
async function mayPreview(ctx: Ctx, fileId: string): Promise<boolean> {
  if (can(ctx, 'course:file:list')) return true
  if (!can(ctx, 'course:list')) return false
  return (await ctx.db.selectFrom('courseItem').where('fileId', '=', fileId).select('fileId').limit(1).executeTakeFirst()) !== undefined
}

/** In one of the courses that have the file and are open to the caller. */
async function mustMayLearn(ctx: Ctx, fileId: string) {
  const scope = await courseAudience.inScope(ctx)
  const courses = await ctx.db
    .selectFrom('courseItem')
    .innerJoin('course', 'course.id', 'courseItem.courseId')
    .where('courseItem.fileId', '=', fileId)
    .where(sql<boolean>`${scope}`)
    .orderBy('course.id', 'desc')
    .limit(MOST_COURSES)
    .select('courseItem.courseId')
    .execute()
  let refusal: unknown
  for (const { courseId } of courses) {
    try {
      await mustFindPlace(ctx, { courseId, fileId })
      return
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refusal = error
    }
  }
  if (refusal !== undefined) throw refusal
  fail('courseNotOpen')
}
