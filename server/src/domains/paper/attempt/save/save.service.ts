// Saves answers: checks them against the cached paper, then writes them in a batch with those of other candidates.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { App, Ctx } from '../../../../kernel/ctx.ts'
import { appPart } from '../../../../kernel/part.ts'
import { fail } from '../../../../kernel/fail.ts'
import { saveRow } from './answer.service.ts'
import { mustBeSecured } from '../../../exam/seb/seb.service.ts'
import { savingOf } from '../../channel/saving.service.ts'
import { publishPaperChange } from '../../channel/watch-change.service.ts'
import { isStillOpen } from '../clock/close.service.ts'
import { answeredOf, mustGetCached } from './paper-cache.service.ts'
import { SaveBatches, type SaveOutcome } from './save-batch.service.ts'
import { withinQuestionTime, mustBeCurrentQuestions } from './step.service.ts'

/** Answers committed by this process, and the statements that did it. */
export const saveCounts = (app: App) => batchesOf(app).counts

const batchesOf = appPart((app) => {
  const batches = new SaveBatches(app)
  savingOf.replace(app, batches)
  return batches
})

/**
 * Saves one or several answers of the caller's own paper. With `session` each answer needs a `seq`; without it the last write wins.
 * Fails notFound, answerForeign or questionHidden (nothing is saved), paperClosed or paperElsewhere (the answers go to the late store).
 */
export async function fillAnswer(ctx: Ctx, input: Input<(typeof paper)['fill-answer']>): Promise<Output<(typeof paper)['fill-answer']>> {
  const { app } = ctx
  const { paperId, session, quId, answer, seq, answers } = input
  const cached = await mustGetCached(app, paperId, ctx.user.id)
  await mustBeSecured(ctx, cached.examId)
  const given = answers ?? [{ quId: quId!, answer: answer ?? null, seq }]
  const rows = given.map((one) => saveRow(cached, session ?? '', one))
  await mustBeCurrentQuestions(app.db, cached, rows)
  const open = await withinQuestionTime(app.db, cached, rows, app.clock())
  const closed = open.length < rows.length ? await unchanged(app, paperId) : undefined
  const batches = batchesOf(app)
  const outcomes = await Promise.all(
    rows.map((row) => (closed && !open.includes(row) ? Promise.resolve(closed) : batches.save(cached, row))),
  )
  const saved: { quId: string; seq: number; state: 'saved' | 'stale' }[] = []
  let newest: Extract<SaveOutcome, { refused: null }> | undefined
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.refused !== null) {
      if (outcome.refused === 'foreign') fail('notFound')
      if (outcome.refused === 'elsewhere') fail('paperElsewhere')
      if (await isStillOpen(app, paperId)) return fillAnswer(ctx, input)
      return fail('paperClosed')
    }
    saved.push({ quId: given[at]!.quId, seq: rows[at]!.seq, state: outcome.state })
    if (!newest || outcome.savedAt > newest.savedAt) newest = outcome
  }
  const { savedAt, deadline, timeRev, msgSeq } = newest!
  const now = app.clock()
  const answeredCount = await answeredOf(app, cached)
  publishPaperChange(app, cached.examId, cached.id, { answerCount: answeredCount })
  const leftMs = Math.max(0, Math.round(deadline - now.getTime()))
  return {
    saved,
    savedAt: new Date(savedAt),
    answeredCount,
    leftSeconds: Math.ceil(leftMs / 1_000),
    leftMs,
    serverTime: now,
    deadlineAt: new Date(deadline),
    timeRev,
    msgSeq,
  }
}

/** The outcome of a save to a question whose time is over: nothing changes. */
async function unchanged({ db, clock }: App, paperId: string): Promise<SaveOutcome> {
  const { deadlineAt, timeRev, msgSeq } = await db
    .selectFrom('paper')
    .where('id', '=', paperId)
    .select(['deadlineAt', 'timeRev', 'msgSeq'])
    .executeTakeFirstOrThrow()
  return { refused: null, state: 'stale', savedAt: clock().getTime(), deadline: deadlineAt.getTime(), timeRev, msgSeq }
}
