// Seconds since the last passed capture of a course: the next one confirms them or takes them back.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { addToDay } from '../progress/learn-day.service.ts'

/** The caller's provisional seconds of all files of a course become learnt ones, of today. */
export async function confirmSeconds(ctx: Ctx, courseId: string): Promise<void> {
  const { db, user } = ctx
  const own = db
    .selectFrom('courseFileLearn')
    .where('userId', '=', user.id)
    .where('courseId', '=', courseId)
    .where('provisionalSec', '>', 0)
  const rows = await own.select(['id', 'provisionalSec']).forUpdate().execute()
  const seconds = rows.reduce((sum, row) => sum + row.provisionalSec, 0)
  if (seconds === 0) return
  await db
    .with('daily', (q) => addToDay(q, ctx, courseId, seconds))
    .updateTable('courseFileLearn')
    .set({ learnSec: sql<number>`learn_sec + provisional_sec`, provisionalSec: 0 })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute()
}

/** The caller's provisional seconds of all files of a course are taken back. */
export async function takeBackSeconds({ db, user }: Ctx, courseId: string): Promise<void> {
  await db
    .updateTable('courseFileLearn')
    .set((eb) => ({ provisionalSec: 0, covered: eb.ref('witnessed') }))
    .where('userId', '=', user.id)
    .where('courseId', '=', courseId)
    .where('provisionalSec', '>', 0)
    .execute()
}
