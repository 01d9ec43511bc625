// Attendance finishes the lesson, by the same way as assignments and tools.
import type { Ctx } from '../../../kernel/ctx.ts'
import { begin } from '../learn/learn.service.ts'
import { finishTool, unfinishTool } from '../learn/package-finish.service.ts'

const asPerson = (ctx: Ctx, id: string): Ctx => ({ ...ctx, user: { ...ctx.user, id } })

/** Courses with the lesson in which a person's attendance counts: the one of their seat, and others that they have begun. */
async function coursesOf({ db }: Pick<Ctx, 'db'>, fileId: string, { userId, courseId }: { userId: string; courseId: string }) {
  const rows = await db
    .selectFrom('courseItem as item')
    .leftJoin('courseLearn as learn', (join) => join.onRef('learn.courseId', '=', 'item.courseId').on('learn.userId', '=', userId))
    .where('item.fileId', '=', fileId)
    .where((eb) => eb.or([eb('item.courseId', '=', courseId), eb('learn.userId', 'is not', null)]))
    .orderBy('item.courseId')
    .select('item.courseId')
    .execute()
  return rows.map((row) => row.courseId)
}

/** Finishes the lesson for a person who was there. */
export async function finishFor(ctx: Ctx, fileId: string, seat: { userId: string; courseId: string }): Promise<void> {
  const inner = asPerson(ctx, seat.userId)
  for (const courseId of await coursesOf(ctx, fileId, seat)) {
    await begin(inner, { courseId, fileId })
    await finishTool(inner, { courseId, fileId })
  }
}

/** Takes back what finishFor did, except in courses that are finished. */
export async function unfinishFor(ctx: Ctx, fileId: string, seat: { userId: string; courseId: string }): Promise<void> {
  for (const courseId of await coursesOf(ctx, fileId, seat)) await unfinishTool(asPerson(ctx, seat.userId), { courseId, fileId })
}
