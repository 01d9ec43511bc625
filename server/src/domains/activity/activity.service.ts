// Activities in the back office: list, save, state, delete.
import { type activity, type showRank } from '@shuyuan/contract/activity/activity.ts'
import { say } from '@shuyuan/contract/activity/activity.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing, json, among } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { listHolding } from '../../kernel/postgres/holders.ts'
import { cleanHtml, shownFrom } from '../../kernel/richtext.ts'
import { choiceStock, choiceTypes } from '../train/draw.service.ts'
import { mustFindRepo } from '../repo/repo.service.ts'
import { phaseOf } from './activity.rules.ts'
import { activityAudience } from './audience.service.ts'
import { mustNameCerts, storeCerts, storedPrizes, titledPrizes } from './prize.service.ts'

type Phase = ReturnType<typeof phaseOf>
type Form = Input<typeof activity.save>
const sortable = Object.fromEntries(['title', 'startTime', 'endTime', 'players', 'createTime'].map((name) => [name, name]))

/** A condition on the row: the activity is in this phase. */
export const inPhase = (phase: Phase, now: Date) =>
  phase === 'waiting'
    ? sql<boolean>`activity.start_time > ${now}`
    : phase === 'open'
      ? sql<boolean>`activity.start_time <= ${now} and activity.end_time > ${now}`
      : sql<boolean>`activity.end_time <= ${now}`

/** How many people handed in a try; a trigger keeps the number. */
export const players = sql<number>`(select coalesce(sum(p.players), 0)::int from activity_players p where p.activity_id = activity.id)`.as(
  'players',
)

const activities = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('activity')
    .innerJoin('repo', 'repo.id', 'activity.repoId')
    .selectAll('activity')
    .select(['repo.title as repoTitle', players])
    .$narrowType<{ showRank: keyof typeof showRank }>()

/** The row of an activity with its derived columns. Fails notFound. */
export async function mustFindActivity(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, id: string) {
  const { repoTitle, settleTime, prizes, ...row } = must(await activities(ctx).where('activity.id', '=', id).executeTakeFirst())
  return {
    ...row,
    prizes: await titledPrizes(ctx, storedPrizes(prizes)),
    repoId_dictText: repoTitle,
    settled: settleTime !== null,
    phase: phaseOf(row, ctx.now),
  }
}

/** All activities, newest first. */
export async function pageActivities(
  ctx: Ctx,
  { params, ...paging }: Input<typeof activity.paging>,
): Promise<Output<typeof activity.paging>> {
  const { title, state, phase } = params
  const query = activities(ctx)
    .$if(!!title, (q) => q.where('activity.title', 'ilike', containing(title ?? '')))
    .$if(state !== undefined, (q) => q.where('activity.state', '=', state!))
    .$if(phase !== undefined, (q) => q.where(inPhase(phase!, ctx.now)))
  const named = Object.fromEntries(
    Object.entries(sortable).map(([name, column]) => [name, name === 'players' ? column : `activity.${column}`]),
  )
  const page = await pageOf(query, paging, named, [
    ['activity.startTime', 'desc'],
    ['activity.id', 'desc'],
  ])
  const records = page.records.map(({ repoTitle, settleTime, ...row }) => ({
    ...row,
    repoId_dictText: repoTitle,
    settled: settleTime !== null,
    phase: phaseOf(row, ctx.now),
  }))
  return { ...page, records }
}

const fixed = ['repoId', 'singleCount', 'multipleCount', 'judgeCount', 'runSec'] as const

/**
 * Adds or changes an activity. Once a try has begun, questions and time stay; once it is settled, nothing can change.
 * Fails notFound, conflict, activityEnded, and at the fields for too few questions, a locked field, unknown certificates, departments, groups or
 * users.
 */
export async function saveActivity(
  ctx: Ctx,
  { id, version, prizes, deptCodes, groupIds, userIds, ...form }: Form,
): Promise<{ id: string }> {
  const stored =
    id === undefined ? undefined : must(await ctx.db.selectFrom('activity').where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  if (stored?.settleTime) fail('activityEnded')
  const changed = stored && fixed.find((name) => String(stored[name]) !== String(form[name]))
  if (changed !== undefined && (await isPlayed(ctx, stored!.id))) failField(changed, say('activityLocked'))
  if (!stored || changed !== undefined) await mustHaveStock(ctx, form)
  await mustNameCerts(ctx, prizes, storedPrizes(stored?.prizes ?? []))
  const row = { ...form, prizes: json(prizes), content: cleanHtml(form.content, shownFrom(ctx)), updateTime: ctx.now }
  const saved = stored
    ? await ctx.db
        .updateTable('activity')
        .set({ ...row, version: stored.version + 1 })
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('activity')
        .values({ ...row, createBy: ctx.user.id, createTime: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
  await storeCerts(ctx, saved.id, prizes)
  await activityAudience.save(ctx, saved.id, { openType: form.openType, deptCodes, groupIds, userIds })
  if (stored) ctx.change.before = stored
  return saved
}

/** The questions of a try by type. */
export const wantedOf = (row: Pick<Form, 'singleCount' | 'multipleCount' | 'judgeCount'>) => ({
  [QuType.single]: row.singleCount,
  [QuType.multiple]: row.multipleCount,
  [QuType.trueFalse]: row.judgeCount,
})
const fieldOf = { [QuType.single]: 'singleCount', [QuType.multiple]: 'multipleCount', [QuType.trueFalse]: 'judgeCount' } as const

async function mustHaveStock(ctx: Ctx, form: Pick<Form, 'repoId' | 'singleCount' | 'multipleCount' | 'judgeCount'>) {
  await mustFindRepo(ctx, form.repoId)
  const [stock, wanted] = [await choiceStock(ctx, form.repoId), wantedOf(form)]
  for (const type of choiceTypes)
    if (wanted[type] > stock[type]) failField(fieldOf[type], say('activityStock', { type: quTypeText[type], n: stock[type] }))
}

async function isPlayed({ db }: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  return (await db.selectFrom('activityRun').where('activityId', '=', id).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** State 0 shows activities to their audience, 1 hides them. */
export async function setActivityState(ctx: Ctx, { ids, state }: Input<typeof activity.state>): Promise<true> {
  await ctx.db.updateTable('activity').set({ state, updateTime: ctx.now }).where(among('id', ids)).execute()
  return true
}

/** Fails activityPlayed, and deletes nothing, if a try has begun in one of them. */
export async function deleteActivities(ctx: Ctx, { ids }: Input<typeof activity.delete>): Promise<true> {
  const named = sql<string>`any(${ids}::bigint[])`
  await ctx.db.selectFrom('activity').where('id', '=', named).orderBy('id').forUpdate().select('id').execute()
  const played = await ctx.db
    .selectFrom('activityRun')
    .innerJoin('activity', 'activity.id', 'activityRun.activityId')
    .where('activityId', '=', named)
    .select(['activity.id', 'activity.title'])
    .limit(1)
    .executeTakeFirst()
  if (played) fail('activityPlayed', undefined, { holders: listHolding(ctx, 'triesOf', played) })
  ctx.change.before = await ctx.db.deleteFrom('activity').where('id', '=', named).returning(['id', 'title']).execute()
  return true
}
