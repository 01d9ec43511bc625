// A draft becomes an exam for its audience: how many people that is, and the notice to them.
import { type exam, ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { reachOfAudience, sendNotice } from '../notify/publish.service.ts'
import { examAudience } from './entry/audience.service.ts'
import { among } from '../../kernel/database.ts'
import { mustNotBeArchived } from './entry/archived.service.ts'
import { watchersOf } from './entry/watchers.service.ts'

/** Counts the users of an audience that may not be stored yet, and names its invigilators. */
export const countReach = async (ctx: Ctx, audience: Input<(typeof exam)['reach']>): Promise<Output<(typeof exam)['reach']>> => ({
  ...(await reachOfAudience(ctx, 'exam', examAudience.wouldConcern(audience), audience)),
  watchers: await watchersOf(ctx, audience),
})

/**
 * Opens an exam to its audience; one that is published already stays as it is, and only the notice is sent, unless it was sent before. Fails
 * notFound, tmplDraft for a template that is no longer published.
 */
export async function publishExam(ctx: Ctx, { id, notify }: Input<(typeof exam)['publish']>): Promise<Output<(typeof exam)['publish']>> {
  const { db, now } = ctx
  const stored = must(
    await db
      .selectFrom('exam')
      .where('id', '=', id)
      .forUpdate()
      .select(['title', 'draft', 'state', 'tmplId', 'noticeTime'])
      .executeTakeFirst(),
  )
  await mustNotBeArchived(ctx, [id])
  ctx.change.before = stored
  if (stored.draft) {
    await mustBePublishable(ctx, [id])
    await db.updateTable('exam').set({ draft: false, state: ExamState.enabled, updateTime: now }).where('id', '=', id).execute()
  }
  const sent = notify && stored.noticeTime === null ? await sendNotice(ctx, 'exam', id) : 0
  if (sent > 0) await db.updateTable('exam').set({ noticeTime: now }).where('id', '=', id).execute()
  ctx.change.after = { draft: false, sent }
  return { sent }
}

/** Fails tmplDraft if one of these exams is a draft whose template is no longer published. */
async function mustBePublishable({ db }: Ctx, ids: string[]) {
  const unfit = await db
    .selectFrom('exam')
    .innerJoin('tmpl', 'tmpl.id', 'exam.tmplId')
    .where(among('exam.id', ids))
    .where('exam.draft', '=', true)
    .where('tmpl.state', '!=', TmplState.published)
    .select('exam.id')
    .limit(1)
    .executeTakeFirst()
  if (unfit) fail('tmplDraft')
}

/** Enables or disables exams. Drafts among them are published without a notice. Fails tmplDraft as publishExam does; then none is changed. */
export async function setExamState(ctx: Ctx, { id, ids = [], state }: Input<typeof exam.state>) {
  const named = id === undefined ? ids : [id, ...ids]
  await mustNotBeArchived(ctx, named)
  if (state === ExamState.enabled) await mustBePublishable(ctx, named)
  const change = { state, ...(state === ExamState.enabled && { draft: false }), updateTime: ctx.now }
  await ctx.db.updateTable('exam').set(change).where('id', 'in', named).execute()
  return true as const
}
