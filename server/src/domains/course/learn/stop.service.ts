// Questions at a second of a file: which the caller has to answer next, and their answers. The questions themselves belong to other domains.
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { mustFindPlace, type Place } from './place.service.ts'

export type Stop = { id: string; atSec: number; quId: string }

const open = (userId: string) =>
  sql<SqlBool>`not exists (select from course_stop_answer a where a.stop_id = course_stop.id and a.user_id = ${userId})`

/** The caller's next unanswered question of a file, if they may learn it; undefined: none. Fails as loadProcess. */
export async function nextStop(ctx: Ctx, place: Place): Promise<Stop | undefined> {
  await mustFindPlace({ ...ctx, db: ctx.app.db }, place)
  return ctx.app.db
    .selectFrom('courseStop')
    .where('courseId', '=', place.courseId)
    .where('fileId', '=', place.fileId)
    .where(open(ctx.user.id))
    .orderBy('atSec')
    .select(['id', 'atSec', 'quId'])
    .limit(1)
    .executeTakeFirst()
}

/** A question of a file that the caller may learn, with their answer. Fails as loadProcess, and notFound for a question of another file. */
export async function findStop(ctx: Ctx, place: Place, stopId: string) {
  await mustFindPlace({ ...ctx, db: ctx.app.db }, place)
  return must(
    await ctx.app.db
      .selectFrom('courseStop')
      .leftJoin('courseStopAnswer', (join) => join.onRef('stopId', '=', 'courseStop.id').on('userId', '=', ctx.user.id))
      .where('courseStop.id', '=', stopId)
      .where('courseId', '=', place.courseId)
      .where('fileId', '=', place.fileId)
      .select(['courseStop.id', 'atSec', 'quId', 'answer', sql<boolean>`stop_id is not null`.as('isAnswered')])
      .executeTakeFirst(),
  )
}

/** Stores the caller's first answer; a later one changes nothing. `isRight` null: not judged, or the question could not be asked. */
export async function recordStop(
  { app, user, now }: Ctx,
  stopId: string,
  { answer, isRight }: { answer: unknown; isRight: boolean | null },
): Promise<void> {
  await app.db
    .insertInto('courseStopAnswer')
    .values({ stopId, userId: user.id, answer: answer === null ? null : json(answer), isRight, createTime: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
