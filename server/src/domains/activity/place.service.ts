// The places of results in the ranking of an activity: frozen when it was settled, counted before.
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { briefly } from '../../kernel/memo/briefly.ts'

/** Players of an activity from which on their numbers may be some seconds old. */
const MANY = 5_000
const KEPT_MS = 5_000
/** Results of one score are numbered in spans of so many milliseconds, so that few are counted one by one. */
const SPAN_MS = 5_000

/** How many players have each score, by spans of time. */
const playersBySpan = (ctx: Pick<Ctx, 'app' | 'db' | 'now'>, activityId: string) =>
  briefly(
    ctx,
    `activity spans ${activityId}`,
    () =>
      ctx.db
        .selectFrom('activityBest')
        .where('activityId', '=', activityId)
        .groupBy(['score', sql`ms / ${sql.lit(SPAN_MS)}`])
        .select(['score', sql<number>`ms / ${sql.lit(SPAN_MS)}`.as('span'), sql<number>`count(*)::int`.as('players')])
        .execute(),
    { forMs: KEPT_MS, isDear: (rows) => playersOf(rows) >= MANY },
  )

const playersOf = (rows: readonly { players: number }[]) => rows.reduce((sum, { players }) => sum + players, 0)

/** The places of these users' results. */
export async function placesOf(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  activityId: string,
  rows: readonly { userId: string; place: number | null }[],
): Promise<Map<string, number>> {
  if (rows.every(({ place }) => place !== null)) return new Map(rows.map(({ userId, place }) => [userId, place!]))
  const spans = await playersBySpan(ctx, activityId)
  // within one span a range of the index of the ranking
  const { rows: counted } = await sql<{ userId: string; score: number; span: number; before: number }>`
    select user_id, score, ms / ${sql.lit(SPAN_MS)} as span, (select count(*)::int from activity_best faster
      where faster.activity_id = one.activity_id and faster.score = one.score and faster.ms >= one.ms / ${sql.lit(SPAN_MS)} * ${sql.lit(SPAN_MS)}
        and (faster.ms, faster.time, faster.user_id) < (one.ms, one.time, one.user_id)) as before
    from activity_best one where activity_id = ${activityId}::bigint and user_id = any(${rows.map(({ userId }) => userId)}::bigint[])`.execute(
    ctx.db,
  )
  const better = (score: number, span: number) =>
    playersOf(spans.filter((one) => one.score > score || (one.score === score && one.span < span)))
  return new Map(counted.map(({ userId, score, span, before }) => [userId, better(score, span) + before + 1]))
}
