// Rules of points: what an event earns, at most how much a day. A cause counts once for a person.
import { say } from '@shuyuan/contract/points/points.server.texts.ts'
import { type PointsEvent, pointsEvents, type PointsRule, type userPoints } from '@shuyuan/contract/points/points.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { fromWallClock, toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { onActivity } from '../session/activity.service.ts'
import { addPoints } from './points.service.ts'

type Rule = Omit<PointsRule, 'event'>
/** A new site has no rule enabled. */
const defaults: Record<PointsEvent, Rule> = {
  login: { points: 1, dayCap: 1, enabled: false },
  course: { points: 10, dayCap: 0, enabled: false },
  notice: { points: 1, dayCap: 5, enabled: false },
  train: { points: 2, dayCap: 2, enabled: false },
  battle: { points: 2, dayCap: 10, enabled: false },
  buy: { points: 10, dayCap: 0, enabled: false },
}
const events = Object.keys(pointsEvents) as PointsEvent[]

const columns = ['points', 'dayCap', 'enabled'] as const

export async function listRules({ db }: Ctx): Promise<Output<(typeof userPoints)['rule/list']>> {
  const stored = new Map(
    (
      await db
        .selectFrom('pointsRule')
        .select(['event', ...columns])
        .execute()
    ).map((one) => [one.event, one]),
  )
  return events.map((event) => ({ ...defaults[event], ...stored.get(event), event, event_dictText: pointsEvents[event] }))
}

/** Fails at `dayCap` for a cap below the points of one award: the rule would never award its points. */
export async function saveRule(ctx: Ctx, { event, ...rule }: Input<(typeof userPoints)['rule/save']>): Promise<true> {
  if (rule.dayCap > 0 && rule.dayCap < rule.points) failField('dayCap', say('dayCapBelow'))
  const before = await ctx.db.selectFrom('pointsRule').where('event', '=', event).select(columns).executeTakeFirst()
  ctx.change = { before: before ?? defaults[event], after: rule }
  const row = { ...rule, updateTime: ctx.now }
  await ctx.db
    .insertInto('pointsRule')
    .values({ event, ...row })
    .onConflict((conflict) => conflict.column('event').doUpdateSet(row))
    .execute()
  return true
}

const dayOf = (now: Date) => toWallClock(now).slice(0, 10)

/** The cause of an event that counts once a day. */
export const dailyRef = ({ now }: Pick<Ctx, 'now'>) => ({ refId: dayOf(now) })

/**
 * Awards the points that the rule of an event gives, in the caller's transaction: once for each `refId` of the event and person, and no more
 * than the rule's cap for one day of the site.
 * @param ref `remark` is the title in the log; without it, the title of the event
 * @returns the points awarded; 0 where the rule is off, the cap is reached or the cause was awarded before
 */
export async function awardFor(
  ctx: Pick<Ctx, 'db' | 'now'>,
  event: PointsEvent,
  userId: string,
  { refId, remark = pointsEvents[event] }: { refId: string; remark?: string },
): Promise<number> {
  const stored = ctx.db.selectFrom('pointsRule').where('event', '=', event).where('enabled', '=', true)
  const rule = await stored.select(['points', 'dayCap']).executeTakeFirst()
  if (!rule) return 0
  const ref = { refType: `rule.${event}`, refId }
  const log = ctx.db.selectFrom('pointsLog').where('userId', '=', userId).where('refType', '=', ref.refType)
  if (await log.where('refId', '=', refId).select('id').executeTakeFirst()) return 0
  // two events of one person at the same time must not both find room below the cap
  await ctx.db.selectFrom('sysUser').where('id', '=', userId).select('id').forNoKeyUpdate().executeTakeFirst()
  if (await log.where('refId', '=', refId).select('id').executeTakeFirst()) return 0
  const { earned } = await log
    .where('refId', '<>', '')
    .where('createTime', '>=', fromWallClock(`${dayOf(ctx.now)} 00:00:00`))
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('points'), eb.lit(0)).as('earned'))
    .executeTakeFirstOrThrow()
  const room = rule.dayCap === 0 ? rule.points : rule.dayCap - earned
  const points = Math.min(rule.points, room)
  if (points <= 0) return 0
  await addPoints(ctx, userId, points, remark, ref)
  return points
}

/** What the rule of an event has given the caller for one cause; 0 for nothing. */
export async function pointsFor({ db, user }: Pick<Ctx, 'db' | 'user'>, event: PointsEvent, refId: string): Promise<number> {
  const row = await db
    .selectFrom('pointsLog')
    .where('userId', '=', user.id)
    .where('refType', '=', `rule.${event}`)
    .where('refId', '=', refId)
    .select('points')
    .executeTakeFirst()
  return row?.points ?? 0
}

/**
 * Takes back what the rule of an event has given for a cause, as far as the balance reaches, in the caller's transaction. The caller sees to
 * it that it happens once. @returns the points taken
 */
export async function takeBack(
  ctx: Pick<Ctx, 'db' | 'now'>,
  event: PointsEvent,
  userId: string,
  { refId, remark }: { refId: string; remark: string },
): Promise<number> {
  const { points: balance } = await ctx.db
    .selectFrom('sysUser')
    .where('id', '=', userId)
    .select('points')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const log = ctx.db.selectFrom('pointsLog').where('userId', '=', userId).where('refType', '=', `rule.${event}`).where('refId', '=', refId)
  const given = await log.select('points').executeTakeFirst()
  const points = Math.min(given?.points ?? 0, balance)
  if (points > 0) await addPoints(ctx, userId, -points, remark, { refType: 'buyBack', refId })
  return Math.max(0, points)
}

/** Awards points for what users do in the domain sys: signing in and reading notices. */
export const awardActivity = (app: App): void =>
  onActivity(app, 'points', async (ctx, { activity, userId, refId }) => {
    if (activity === 'login') await awardFor(ctx, 'login', userId, dailyRef(ctx))
    else await awardFor(ctx, 'notice', userId, { refId })
  })
