// Ends a battle: its result, and the ratings of the season.
import { type BattleEnding, BattleState } from '@shuyuan/contract/battle/battle.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { awardFor } from '../points/rule.service.ts'
import { ratingChange, seasonOf } from './battle.rules.ts'

type Inner = Pick<Ctx, 'app' | 'db' | 'now'>
type Ended = { id: string; rated: boolean; sides: { side: number; userId: string | null }[] }
const FIRST_RATING = 1_000

/**
 * Stores the result under the battle's lock. Battles that the server interrupted or no rival joined give no rating; those that give one can give
 * the winner points.
 */
export async function endBattle(
  ctx: Inner,
  { id, rated, sides }: Ended,
  { winner, ending }: { winner: number | null; ending: BattleEnding },
): Promise<void> {
  const { db, now } = ctx
  await db
    .updateTable('battle')
    .set({ state: BattleState.ended, code: '', winner, ending, endTime: now, dueTime: null })
    .where('id', '=', id)
    .execute()
  await db.updateTable('battleSide').set({ open: false }).where('battleId', '=', id).execute()
  const [one, two] = sides.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  if (rated && winner !== null && ending !== 'crashed' && one && two) {
    await rate(ctx, id, [one, two], winner)
    if (winner !== 0) await rewardWinner(ctx, id, winner)
  }
}

/** A winner without a single right answer gets no points: friends who leave at once earn nothing. */
async function rewardWinner(ctx: Inner, id: string, winner: number) {
  const side = ctx.db.selectFrom('battleSide').where('battleId', '=', id).where('side', '=', winner).where('score', '>', 0)
  const found = await side.select('userId').executeTakeFirst()
  if (found?.userId) await awardFor(ctx, 'battle', found.userId, { refId: id })
}

async function rate({ db, now }: Inner, id: string, players: [string, string], winner: number) {
  const season = seasonOf(now)
  // in one order, so that two battles of the same players wait for each other
  const ordered = players.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  for (const userId of ordered)
    await db
      .insertInto('battleRank')
      .values({ season, userId, rating: FIRST_RATING, updateTime: now })
      .onConflict((conflict) => conflict.columns(['season', 'userId']).doNothing())
      .execute()
  const rows = await db
    .selectFrom('battleRank')
    .where('season', '=', season)
    .where('userId', 'in', ordered)
    .orderBy('userId')
    .forUpdate()
    .select(['userId', 'rating'])
    .execute()
  const ratingOf = (userId: string) => rows.find((row) => row.userId === userId)?.rating ?? FIRST_RATING
  const change = ratingChange(ratingOf(players[0]), ratingOf(players[1]), winner)
  for (const [at, userId] of players.entries()) {
    const side = at + 1
    const before = ratingOf(userId)
    const after = before + (side === 1 ? change : -change)
    const result = winner === 0 ? 'draw' : winner === side ? 'win' : 'lose'
    await db
      .updateTable('battleRank')
      .set({ rating: after, [result]: sql<number>`${sql.ref(result)} + 1`, updateTime: now })
      .where('season', '=', season)
      .where('userId', '=', userId)
      .execute()
    await db
      .updateTable('battleSide')
      .set({ ratingBefore: before, ratingAfter: after })
      .where('battleId', '=', id)
      .where('userId', '=', userId)
      .execute()
  }
}
