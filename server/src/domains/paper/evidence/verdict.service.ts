// Verdicts of reviewers on a recording, what follows for the paper, and the hold of its deletion (docs/decisions/0221).
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type evidenceReview, REASON_LEAST } from '@shuyuan/contract/paper/evidence/review.ts'
import { EvidenceVerdict, evidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { mustNotBeArchivedOf } from '../../exam/entry/archived.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { recordEvent } from '../channel/timeline.service.ts'
import { markPapers } from '../proctor/mark-as.service.ts'
import { refreshKeep } from '../record/keep.service.ts'
import { holdMostOf, isVoid, mustReview } from './replay-scope.service.ts'
import { verdictsOf } from './verdict-list.service.ts'

type Form = Input<typeof evidenceReview.verdict>
type Recorded = Awaited<ReturnType<typeof mustReview>>

/** The recording with its paper locked, in the order in which other changes of a paper lock. */
async function lockReviewed(ctx: Ctx, paperId: string): Promise<Recorded> {
  await mustReview(ctx, paperId)
  await ctx.db.selectFrom('paper').where('id', '=', paperId).select('id').forUpdate().execute()
  await ctx.db.selectFrom('paperRecord').where('paperId', '=', paperId).select('paperId').forUpdate().execute()
  return mustReview(ctx, paperId)
}

/**
 * Adds a verdict with its reason, and does what it asks for. Fails notFound, paperStillOpen, examArchived, verdictChanged; at `reason` for a suspicion or
 * violation without one, at `effect` for one that does not fit.
 */
export async function saveVerdict(ctx: Ctx, form: Form): Promise<Output<typeof evidenceReview.verdict>> {
  const { db, user, now } = ctx
  const { paperId, verdict, reason, effect } = form
  const row = await lockReviewed(ctx, paperId)
  if (row.paperState === PaperState.open) fail('paperStillOpen')
  await mustNotBeArchivedOf(ctx, [paperId])
  if (row.version !== form.version) fail('verdictChanged')
  mustFit(row, form)
  const { exState: wasExState, exMsg: wasExMsg } = row
  await db
    .insertInto('paperVerdict')
    .values({ paperId, verdict, effect, reason, wasExState, wasExMsg, createBy: user.id, createTime: now })
    .execute()
  await db
    .updateTable('paperRecord')
    .set({ verdict, version: row.version + 1 })
    .where('paperId', '=', paperId)
    .execute()
  if (effect === 'void') await markPapers(ctx, { ids: [paperId], exState: ExState.violation, exMsg: reason, state: PaperState.givenUp })
  if (effect === 'restore') await markPapers(ctx, { ids: [paperId], ...(await causeBefore(ctx, paperId)) })
  await refreshKeep(db, [paperId])
  const told = reason === '' ? evidenceVerdict[verdict] : `${evidenceVerdict[verdict]}：${reason}`
  await recordEvent(db, { paperId, kind: 'verdict', message: told, data: { effect }, by: user.id, at: now })
  await tell(ctx, row, form)
  ctx.change.before = { paperId, verdict: row.verdict, exState: wasExState, exMsg: wasExMsg }
  ctx.change.after = { paperId, verdict, effect, reason }
  return (await verdictsOf(db, paperId))[0]!
}

function mustFit(row: Recorded, { verdict, reason, effect }: Form) {
  const isGrave = verdict === EvidenceVerdict.watch || verdict === EvidenceVerdict.violation
  if (isGrave && reason.length < REASON_LEAST) failField('reason', say('verdictReason', { n: REASON_LEAST }))
  if (effect === 'note' && !isGrave) failField('effect', say('verdictNote'))
  const isGivenUp = row.paperState === PaperState.givenUp
  if (effect === 'void' && (verdict !== EvidenceVerdict.violation || isGivenUp)) failField('effect', say('verdictVoid'))
  if (effect === 'restore' && (verdict === EvidenceVerdict.violation || !isVoid(row))) failField('effect', say('verdictRestore'))
}

/** The cause of the end that the paper had before it was voided here; the normal one for a paper that was voided in another way. */
async function causeBefore({ db }: Ctx, paperId: string): Promise<{ exState: ExState; exMsg: string }> {
  const voided = await db
    .selectFrom('paperVerdict')
    .where('paperId', '=', paperId)
    .where('effect', '=', 'void')
    .orderBy('id', 'desc')
    .limit(1)
    .select(['wasExState', 'wasExMsg'])
    .executeTakeFirst()
  return voided ? { exState: voided.wasExState, exMsg: voided.wasExMsg } : { exState: ExState.normal, exMsg: '' }
}

/** Tells the candidate what was decided, and until when an appeal can still be judged by the recording. */
async function tell(ctx: Ctx, row: Recorded, { effect, verdict, reason }: Form) {
  const { userId, title, paperId } = row
  const stored = await ctx.db.selectFrom('paperRecord').where('paperId', '=', paperId).select('keepUntil').executeTakeFirstOrThrow()
  const keepUntil = stored.keepUntil ?? holdMostOf(row)
  const until = keepUntil ? `如有异议，可在${toWallClock(keepUntil).slice(0, 10)}前申请复核。` : ''
  const texts = {
    none: undefined,
    note: {
      title: '考试录像复核结果',
      content: `您参加的“${title}”录像经人工复核：${evidenceVerdict[verdict]}，说明：${reason}。${until}`,
    },
    void: { title: '答卷被认定为违规', content: `“${title}”：您的答卷经人工复核被认定为违规，原因：${reason}。${until}` },
    restore: { title: '答卷已恢复', content: `您参加的“${title}”答卷经复核已恢复，成绩重新计入。` },
  }
  const text = texts[effect]
  if (text) await sendMsg(ctx, [userId], { ...text, refType: 'paper', refId: paperId })
}

/**
 * Keeps a recording until a time, at the latest as long as the candidate has agreed to; null ends the hold. Fails notFound, paperStillOpen, recordGone,
 * and at `until`.
 */
export async function saveHold(ctx: Ctx, { paperId, until, reason }: Input<typeof evidenceReview.hold>): Promise<true> {
  const { db, user, now } = ctx
  const row = await lockReviewed(ctx, paperId)
  if (row.state === RecordState.deleted) fail('recordGone')
  const most = holdMostOf(row) ?? fail('paperStillOpen')
  if (until && until <= now) failField('until', say('holdLater'))
  if (until && until > most) failField('until', say('holdTooLate', { date: toWallClock(most) }))
  if (until?.getTime() === row.holdUntil?.getTime()) return true
  const effect = until ? 'hold' : 'release'
  await db
    .insertInto('paperVerdict')
    .values({ paperId, verdict: row.verdict, effect, reason, holdUntil: until, createBy: user.id, createTime: now })
    .execute()
  await db.updateTable('paperRecord').set({ holdUntil: until }).where('paperId', '=', paperId).execute()
  await refreshKeep(db, [paperId])
  ctx.change.before = { paperId, holdUntil: row.holdUntil }
  ctx.change.after = { paperId, holdUntil: until, reason }
  return true
}
