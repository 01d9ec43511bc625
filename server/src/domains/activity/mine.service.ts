// Activities as their audience sees them: the list, one activity, the caller's part in it.
import { type activity, ActivityState, RunState } from '@shuyuan/contract/activity/activity.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { site } from '../site/config/config.service.ts'
import { inPhase, mustFindActivity, players } from './activity.service.ts'
import { isSameDay, phaseOf, triesLeft } from './activity.rules.ts'
import { activityAudience } from './audience.service.ts'
import { placesOf } from './place.service.ts'
import { storedPrizes } from './prize.service.ts'

type Mine = Output<(typeof activity)['my-rank']>
type Found = Awaited<ReturnType<typeof mustFindActivity>>

/** Whether the caller may take part. */
async function isInvited(ctx: Ctx, id: string): Promise<boolean> {
  const scope = await activityAudience.inScope(ctx)
  const query = ctx.db.selectFrom('activity').where('id', '=', id).where('state', '=', ActivityState.enabled).where(scope)
  return (await query.select('id').executeTakeFirst()) !== undefined
}

/** An activity for which the caller is meant. Fails notFound, activityNotOpen. */
export async function mustBeInvited(ctx: Ctx, id: string): Promise<Found> {
  const row = await mustFindActivity(ctx, id)
  if (!(await isInvited(ctx, id))) fail('activityNotOpen')
  return row
}

/** Fails as mustBeInvited for callers without activity:list. */
export async function findActivity(ctx: Ctx, { id }: Input<typeof activity.detail>): Promise<Output<typeof activity.detail>> {
  if (can(ctx, 'activity:list')) {
    const row = await mustFindActivity(ctx, id)
    const mine = (await isInvited(ctx, id)) ? await mineOf(ctx, row) : null
    return { ...row, audience: await activityAudience.read(ctx, id), mine }
  }
  const row = await mustBeInvited(ctx, id)
  return { ...row, audience: null, mine: await mineOf(ctx, row) }
}

/** The caller's tries, result and prize. Fails as mustBeInvited. */
export async function myRank(ctx: Ctx, { id }: Input<(typeof activity)['my-rank']>): Promise<Mine> {
  return mineOf(ctx, await mustBeInvited(ctx, id))
}

async function mineOf(ctx: Ctx, row: Found): Promise<Mine> {
  const { db, now, user } = ctx
  const runs = await db
    .selectFrom('activityRun')
    .where('activityId', '=', row.id)
    .where('userId', '=', user.id)
    .orderBy('no', 'desc')
    .select(['id', 'state', 'beginTime', 'deadline'])
    .execute()
  const today = runs.filter((one) => isSameDay(one.beginTime, now)).length
  const best = await db
    .selectFrom('activityBest')
    .where('activityId', '=', row.id)
    .where('userId', '=', user.id)
    .select(['score', 'ms', 'place', 'userId'])
    .executeTakeFirst()
  const award = await db
    .selectFrom('activityAward')
    .leftJoin('cert', 'cert.id', 'activityAward.certId')
    .where('activityId', '=', row.id)
    .where('userId', '=', user.id)
    .select(['points', 'cert.title'])
    .executeTakeFirst()
  const isShown = row.showRank === 'live' || row.settled
  const places = best && isShown ? await placesOf(ctx, row.id, [best]) : undefined
  return {
    tries: runs.length,
    left: triesLeft(row, runs.length, today),
    runId: runs.find((one) => one.state === RunState.open && one.deadline > now)?.id ?? null,
    lastRunId: runs.find((one) => one.state === RunState.handed)?.id ?? null,
    best: best ? { score: best.score, ms: best.ms, place: places?.get(user.id) ?? null } : null,
    prize: award?.points ?? 0,
    cert: award?.title ?? '',
  }
}

/** Enabled activities for the caller: those going on first, then what comes, then what is over. */
export async function pageOwnActivities(
  ctx: Ctx,
  { params, ...paging }: Input<(typeof activity)['my-paging']>,
): Promise<Output<(typeof activity)['my-paging']>> {
  const { now } = ctx
  const { moduleCert } = (await site(ctx)).props
  const query = ctx.db
    .selectFrom('activity')
    .where('state', '=', ActivityState.enabled)
    .where(await activityAudience.inScope(ctx))
    .$if(params.phase !== undefined, (q) => q.where(inPhase(params.phase!, now)))
    .select(['id', 'title', 'cover', 'startTime', 'endTime', 'runSec', 'prizes', players])
    .select(sql<number>`single_count + multiple_count + judge_count`.as('quCount'))
    .orderBy(sql`case when end_time <= ${now} then 2 when start_time > ${now} then 1 else 0 end`)
  const page = await pageOf(query, paging, {}, [
    ['startTime', 'desc'],
    ['id', 'desc'],
  ])
  const records = page.records.map(({ prizes: stored, ...row }) => {
    const prizes = storedPrizes(stored)
    const topPrize = Math.max(0, ...prizes.map((one) => one.points))
    return { ...row, phase: phaseOf(row, now), topPrize, certPrize: moduleCert && prizes.some((one) => one.certId !== null) }
  })
  return { ...page, records }
}
