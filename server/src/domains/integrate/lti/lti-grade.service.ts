// Scores for learning platforms: which link of theirs opened what, and messages about results that the person may see.
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'
import { appPart } from '../../../kernel/part.ts'
import { type Settled, shownScore } from '../../paper/grade/shown-score.service.ts'
import type { ReportCtx } from '../../site/log/happening.service.ts'
import { type Grade, SCORE_SCOPE, scoreOf } from './lti-score.rules.ts'
import { LTI_SCORE } from '@shuyuan/contract/integrate/hook.ts'
import { deliverSoon } from '../outbox/outbox.service.ts'
import { among } from '../../../kernel/database.ts'

const CACHE_MS = 30_000
/** A finished course, in 1/100 point. */
const WHOLE: Grade = { score: 10_000, total: 10_000 }

export type LtiTarget = { kind: 'exam' | 'course'; id: string }
/** Where a launch came from, and what its platform lets this site do with its grade book. */
export type LtiLink = { deployment: string; resourceLink: string; lineItem: string; lineItems: string; scopes: string[] }

// its own connection: a load must not wait for transactions that wait for it
const takersOf = appPart(
  (app) =>
    new NodeCache(app, {
      topic: 'integrate.lti',
      max: 1,
      ttl: CACHE_MS,
      load: async (_all: string): Promise<string[]> => {
        const rows = await app.cacheDb
          .selectFrom('integrateLtiPlatform')
          .where('enabled', '=', true)
          .where('tokenUrl', '!=', '')
          .select('id')
          .execute()
        return rows.map(({ id }) => id)
      },
    }),
)

/** Makes every node read again which platforms take scores: after the commit of a change. */
export const platformsChanged = (app: App): Promise<void> => takersOf(app).clearEverywhere()

/** Stores where the score of this launch goes, and sends the one that the person has already. In a transaction. */
export async function keepLink(ctx: ReportCtx, userId: string, { kind, id }: LtiTarget, link: LtiLink): Promise<void> {
  const row = { kind, targetId: id, lineItem: link.lineItem, lineItems: link.lineItems, scopes: link.scopes, updateTime: ctx.now }
  await ctx.db
    .insertInto('integrateLtiLink')
    .values({ ...row, userId, deployment: link.deployment, resourceLink: link.resourceLink })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'deployment', 'resourceLink']).doUpdateSet((eb) => {
        // another column of the grade book has got nothing yet
        const kept = (column: 'sentScore' | 'sentTotal') =>
          eb
            .case()
            .when(eb('integrateLtiLink.lineItem', '=', link.lineItem))
            .then(eb.ref(`integrateLtiLink.${column}`))
            .else(null)
            .end()
        return { ...row, sentScore: kept('sentScore'), sentTotal: kept('sentTotal') }
      }),
    )
    .execute()
  if (link.lineItem === '') return
  if (kind === 'course') await tellCourse(ctx, { courseId: id, userId })
  else await tellExam(ctx, { examId: id, userId, gone: [] })
}

/** Writes the person's best score that they may see now, where it differs from the one sent before. In a transaction. */
export async function tellExam(ctx: ReportCtx, settled: Settled): Promise<void> {
  await tell(ctx, settled.userId, { kind: 'exam', id: settled.examId }, async () => {
    const { best, pending } = await shownScore(ctx, settled)
    // a score without a maximum is refused
    return { grade: best && best.total > 0 ? best : null, pending }
  })
}

/** The same for a course: 100 of 100 once it is finished. */
export async function tellCourse(ctx: ReportCtx, { courseId, userId }: { courseId: string; userId: string }): Promise<void> {
  await tell(ctx, userId, { kind: 'course', id: courseId }, async () => {
    const learnt = await ctx.db
      .selectFrom('courseLearn')
      .where('userId', '=', userId)
      .where('courseId', '=', courseId)
      .where('finishTime', 'is not', null)
      .select('courseId')
      .executeTakeFirst()
    return { grade: learnt ? WHOLE : null, pending: false }
  })
}

type Read = () => Promise<{ grade: Grade | null; pending: boolean }>

async function tell(ctx: ReportCtx, userId: string, { kind, id }: LtiTarget, read: Read): Promise<void> {
  const takers = await takersOf(ctx.app).get('all')
  if (takers.length === 0) return
  const links = await ctx.db
    .selectFrom('integrateLtiLink as link')
    .innerJoin('integrateLtiUser as person', 'person.userId', 'link.userId')
    .where('link.userId', '=', userId)
    .where('link.kind', '=', kind)
    .where('link.targetId', '=', id)
    .where('lineItem', '!=', '')
    .where(sql<boolean>`${SCORE_SCOPE} = any(scopes)`)
    .where(among('platformId', takers))
    .select(['link.id', 'platformId', 'subject', 'lineItem', 'sentScore', 'sentTotal'])
    .orderBy('link.id')
    // another paper of the person may be finished at the same time; the later one sees what the earlier one sent
    .forUpdate('link')
    .execute()
  if (links.length === 0) return
  const { grade, pending } = await read()
  const [score, total] = [grade?.score ?? null, grade?.total ?? null]
  const due = links.filter((link) => link.sentScore !== score || link.sentTotal !== total)
  if (due.length === 0) return
  const row = { event: LTI_SCORE, nextTime: ctx.now, createTime: ctx.now }
  await ctx.db
    .insertInto('integrateDelivery')
    .values(
      due.map(({ platformId, subject, lineItem }) => {
        const body = JSON.stringify(scoreOf(subject, ctx.now, grade, pending))
        return { ...row, platformId, address: lineItem, eventId: randomUUID(), body }
      }),
    )
    .execute()
  await ctx.db
    .updateTable('integrateLtiLink')
    .set({ sentScore: score, sentTotal: total, updateTime: ctx.now })
    .where(
      'id',
      'in',
      due.map((link) => link.id),
    )
    .execute()
  ctx.afterCommit(() => deliverSoon(ctx.app))
}
