// Questions at a second of a file: which the caller has to answer next, and their answers. The questions themselves belong to other domains.
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { type Found, mustFindPlace, type FilePlace } from './place.service.ts'

export type Stop = { id: string; atSec: number; quId: string }

/** Seconds by which the page's clock may be ahead. */
const SLACK = 1
const MS = 1_000

/**
 * The last second of a file that the caller can have reached by now: the counted place, and what may have been played since the last report.
 * Where dragging is free it is the end.
 */
async function reachedSec({ app, user, now }: Ctx, { courseId, fileId, furthest, videoDrag, finished, fastest }: Found): Promise<number> {
  if (videoDrag || finished) return Number.POSITIVE_INFINITY
  const open = await app.db
    .selectFrom('courseOpen')
    .where('userId', '=', user.id)
    .select(['courseId', 'fileId', 'seenTime'])
    .executeTakeFirst()
  if (open?.courseId !== courseId || open.fileId !== fileId) return furthest
  return furthest + (Math.max(0, now.getTime() - open.seenTime.getTime()) / MS) * fastest + SLACK
}

const open = (userId: string) =>
  sql<SqlBool>`not exists (select from course_stop_answer a where a.stop_id = course_stop.id and a.user_id = ${userId})`

/**
 * The caller's next unanswered question of a file, if they may learn it, and whether its place can have been reached; undefined: none. Fails as
 * loadProcess.
 */
export async function nextStop(ctx: Ctx, place: FilePlace): Promise<(Stop & { isReached: boolean }) | undefined> {
  const found = await mustFindPlace({ ...ctx, db: ctx.app.db }, place)
  const stop = await ctx.app.db
    .selectFrom('courseStop')
    .where('courseId', '=', place.courseId)
    .where('fileId', '=', place.fileId)
    .where(open(ctx.user.id))
    .orderBy('atSec')
    .select(['id', 'atSec', 'quId'])
    .limit(1)
    .executeTakeFirst()
  return stop && { ...stop, isReached: stop.atSec <= (await reachedSec(ctx, found)) }
}

/**
 * A question of a file that the caller may learn, with their answer. Fails as loadProcess, notFound for a question of another file, and
 * questionHidden for one whose place cannot have been reached.
 */
export async function findStop(ctx: Ctx, place: FilePlace, stopId: string) {
  const found = await mustFindPlace({ ...ctx, db: ctx.app.db }, place)
  const stop = must(
    await ctx.app.db
      .selectFrom('courseStop')
      .leftJoin('courseStopAnswer', (join) => join.onRef('stopId', '=', 'courseStop.id').on('userId', '=', ctx.user.id))
      .where('courseStop.id', '=', stopId)
      .where('courseId', '=', place.courseId)
      .where('fileId', '=', place.fileId)
      .select(['courseStop.id', 'atSec', 'quId', 'answer', sql<boolean>`stop_id is not null`.as('isAnswered')])
      .executeTakeFirst(),
  )
  if (!stop.isAnswered && stop.atSec > (await reachedSec(ctx, found))) fail('questionHidden')
  return stop
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
