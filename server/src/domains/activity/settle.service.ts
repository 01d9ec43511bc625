// The end of an activity: open tries are handed in, places frozen, prizes given once, and their winners told.
import { RunState } from '@shuyuan/contract/activity/activity.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { grantPrize } from '../cert/grant.service.ts'
import { addPoints } from '../points/points.service.ts'
import { sendMsgs } from '../message/msg.service.ts'
import { GRACE_MS, lastPlace, prizeOf } from './activity.rules.ts'
import { handOverdue } from './hand.service.ts'
import { type PrizeRow, storedPrizes } from './prize.service.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { whenDue } from '../../kernel/when-due.ts'

const EVERY_MS = 1_000
const LAST = new Date('9999-01-01T00:00:00Z')

/**
 * Settles one activity in one transaction: either all prizes are given and the activity is settled, or nothing has happened and the next sweep
 * repeats it. Processes that settle the same one wait for its row. @returns whether this call settled it
 */
export async function settleActivity(app: App, id: string): Promise<boolean> {
  return ownTransaction(app, async (ctx) => {
    const { db, now } = ctx
    const row = await db
      .selectFrom('activity')
      .where('id', '=', id)
      .where('settleTime', 'is', null)
      .where('endTime', '<=', now)
      .forUpdate()
      .select(['id', 'title', 'prizes', 'prizeScore'])
      .executeTakeFirst()
    if (!row) return false
    // a try that was begun at the last moment is handed in by the next sweep
    const open = db.selectFrom('activityRun').where('activityId', '=', id).where('state', '=', RunState.open)
    if (await open.select('id').limit(1).executeTakeFirst()) return false
    await sql`update activity_best b set place = r.place from (
        select user_id, row_number() over (order by score desc, ms, time, user_id)::int as place
        from activity_best where activity_id = ${id}::bigint) r
      where b.activity_id = ${id}::bigint and b.user_id = r.user_id`.execute(db)
    await givePrizes(ctx, { ...row, prizes: storedPrizes(row.prizes) })
    await db.updateTable('activity').set({ settleTime: now }).where('id', '=', id).execute()
    return true
  })
}

type Giver = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Settled = { id: string; title: string; prizes: PrizeRow[]; prizeScore: number }
type Winner = { userId: string; place: number; prize: PrizeRow }

/** The prizes of the winning places. The table of awards has one row a player, so that no prize can be given twice. */
async function givePrizes(ctx: Giver, settled: Settled) {
  const { id, title, prizes } = settled
  const placed = await ctx.db
    .selectFrom('activityBest')
    .where('activityId', '=', id)
    .where('place', '<=', lastPlace(prizes))
    // one order of locks for the accounts
    .orderBy('userId')
    .select(['userId', 'place', 'score'])
    .execute()
  const winners: Winner[] = []
  for (const { userId, place, score } of placed) {
    const prize = prizeOf(settled, { place: place!, score })
    if (!prize) continue
    const { points } = prize
    const given = await ctx.db
      .insertInto('activityAward')
      .values({ activityId: id, userId, place: place!, points, createTime: ctx.now })
      .onConflict((conflict) => conflict.columns(['activityId', 'userId']).doNothing())
      .returning('userId')
      .executeTakeFirst()
    if (!given) continue
    if (points > 0) await addPoints(ctx, userId, points, `活动奖励：${title} 第 ${place} 名`, { refType: 'activity', refId: id })
    winners.push({ userId, place: place!, prize })
  }
  await grantCerts(ctx, settled, winners)
  await tellWinners(ctx, settled)
}

/** Grants the certificates of the winning places, and notes in the awards who has got one: a disabled user or template gets none. */
async function grantCerts(ctx: Giver, { id, title }: Settled, winners: readonly Winner[]) {
  const named = winners.flatMap(({ prize: { certId } }) => (certId === null ? [] : [certId]))
  for (const certId of [...new Set(named)].toSorted()) {
    const holders = winners.filter((one) => one.prize.certId === certId)
    const places = new Map(holders.map((one) => [one.userId, String(one.place)]))
    const varsOf = (userId: string) => ({ place: places.get(userId) ?? '' })
    const vars = { activityTitle: `《${title}》` }
    await grantPrize(ctx, { certId, userIds: [...places.keys()], refType: 'activity', refId: id, vars, varsOf })
  }
  await sql`update activity_award a set cert_id = g.cert_id from cert_grant g
    where a.activity_id = ${id}::bigint and g.ref_type = 'activity' and g.ref_id = a.activity_id and g.user_id = a.user_id`.execute(ctx.db)
}

async function tellWinners(ctx: Giver, { id, title }: Settled) {
  const content = sql`'您在活动“' || ${title}::text || '”中获得第 ' || place || ' 名'
    || case when points > 0 then '，奖励 ' || points || ' 积分' else '' end
    || case when cert.title is null then '' else '，奖励证书“' || cert.title || '”' end`
  await sendMsgs(
    ctx,
    sql`select user_id, ${`活动结束：${title}`}::text as title, ${content} as content
      from activity_award a left join cert on cert.id = a.cert_id where activity_id = ${id}::bigint`,
    { refType: 'activity', refId: id },
  )
}

/** Answers on their way at the end still count. */
const beforeGrace = (now: Date) => new Date(now.getTime() - GRACE_MS)

/** Hands in tries whose time is over and settles activities that have ended. Several processes may sweep at the same time. */
export async function sweepActivities(app: App): Promise<void> {
  const before = beforeGrace(app.clock())
  await handOverdue(app, before)
  const ended = await app.db
    .selectFrom('activity')
    .where('settleTime', 'is', null)
    .where('endTime', '<', before)
    .orderBy('endTime')
    .limit(20)
    .select('id')
    .execute()
  for (const { id } of ended) {
    // all of them: the end may have been moved to an earlier time
    await handOverdue(app, LAST, id)
    await settleActivity(app, id)
  }
}

const isDue = (now: Date) => sql`(exists (select from activity_run
    where state = ${sql.lit(RunState.open)} and deadline <= ${beforeGrace(now)}::timestamptz)
  or exists (select from activity where settle_time is null and end_time < ${beforeGrace(now)}::timestamptz))`

export const startActivitySweeper = (app: App): void => whenDue(app, EVERY_MS, 'activities', isDue, () => sweepActivities(app))
