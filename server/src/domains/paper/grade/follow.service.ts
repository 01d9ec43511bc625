// The effects of some finished papers, in the transaction in which their rows are locked.
import type { AwardBand } from '@shuyuan/contract/exam/marking-settings.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { awardFor } from './award.rules.ts'
import { settleAwards } from './award.service.ts'
import { refundedAmong } from '../../pay/order/order.service.ts'
import { certifyPapers, otherPassed, uncertifyPapers } from './certify.service.ts'
import { afterMarked } from './due.service.ts'
import { type Due, tellFinished } from './finished.service.ts'
import { buildPapers, logBroken, stalePapers } from './item.service.ts'
import { scoresSettled } from './shown-score.service.ts'
import { isResultOut, tellResults, type ToldPaper } from './told.service.ts'
import { recordFinishes } from '../channel/timeline.service.ts'
import { among } from '../../../kernel/database.ts'

/** A paper with due effects, and what its exam says about them. */
export type DuePaper = ToldPaper & {
  examId: string
  finishTime: Date | null
  finishDue: boolean
  /** the user who gave the last mark; null after marking by machine */
  reviewBy: string | null
  awardPoints: number
  awardBands: AwardBand[]
  certId: string | null
  /** of the exam, in 1/100 yuan */
  price: number
  costPoints: number
}

/**
 * Runs the due effects of papers and marks them as done, with one statement for each step and all papers. Two papers of one person follow one
 * after the other, because what the first one earned decides about the second.
 */
export async function followAll(ctx: Due, papers: readonly DuePaper[]): Promise<void> {
  let rest = papers
  while (rest.length > 0) {
    const now = new Map(rest.toReversed().map((one) => [one.userId, one]))
    const turn = rest.filter((one) => now.get(one.userId) === one)
    rest = rest.filter((one) => now.get(one.userId) !== one)
    await followOneOfEach(ctx, turn)
  }
}

const isDone = ({ state }: DuePaper) => state === PaperState.done
const hasPassed = (row: DuePaper) => isDone(row) && row.passed === true

async function followOneOfEach(ctx: Due, papers: readonly DuePaper[]) {
  await finishAll(
    ctx,
    papers.filter((one) => one.finishDue),
  )
  // points and certificates would reveal who passed, so they wait for the result; a paper that is given up loses them immediately
  const settled = papers.filter((row) => !isDone(row) || ((!row.tellDue || isResultOut(row, ctx.now)) && row.showScore !== 'never'))
  await settleEarned(ctx, settled)
  await scoresSettled(
    ctx,
    papers.map(({ examId, userId }) => ({ examId, userId, gone: [] })),
  )
  const waiting = await tellResults(ctx, papers)
  await markDone(ctx, papers, waiting)
}

/** Points and certificates, by the results as they are now. */
async function settleEarned(ctx: Due, papers: readonly DuePaper[]) {
  const passed = papers.filter(hasPassed)
  const lost = papers.filter((row) => !hasPassed(row))
  // nothing is given for a purchase that was refunded meanwhile; buying again runs the effects again
  const refunded = await refundedAmong(
    ctx.db,
    passed.filter((row) => row.price > 0 || row.costPoints > 0).map(({ userId, examId }) => ({ userId, goodsId: examId })),
    'exam',
  )
  const earned = passed.filter(({ userId, examId }) => !refunded.has(`${userId} ${examId}`))
  const moved = await settleAwards(ctx, [
    ...earned.map((row) => ({ ...row, due: awardFor(row, row.score) })),
    ...lost.map((row) => ({ ...row, due: 0 })),
  ])
  await certifyPapers(ctx, earned)
  // while it is marked again the certificate stays
  await uncertifyPapers(
    ctx,
    lost.filter((row) => row.state !== PaperState.marking),
  )
  // what these had earned for the make-up chain, another paper earns now
  for (const row of [...lost, ...earned]) if ((moved.get(row.id) ?? 0) < 0) await afterMarked(ctx, await otherPassed(ctx, row))
}

/** Records the finish on the timeline, builds missing item rows, and tells other domains. */
async function finishAll(ctx: Due, papers: readonly DuePaper[]) {
  const done = papers.filter(isDone)
  const first = await recordFinishes(
    ctx.db,
    done.map(({ id, score, passed, reviewBy, finishTime }) => ({
      paperId: id,
      data: { score: (score ?? 0) / 100, passed },
      by: reviewBy,
      at: finishTime!,
    })),
  )
  await buildMissingItems(
    ctx,
    done.map((one) => one.id),
  )
  await tellFinished(
    ctx,
    papers.map(({ id, examId, userId, title, score, ...row }) => {
      const facts = { done: row.state === PaperState.done, passed: row.state === PaperState.done && row.passed === true }
      return { id, examId, userId, title, score: score ?? 0, ...facts, first: first.has(id) }
    }),
  )
}

async function buildMissingItems({ app, db }: Due, ids: readonly string[]) {
  if (ids.length === 0) return
  const stale = await stalePapers(db).where(among('paper.id', ids)).select('paper.id').execute()
  await buildPapers(
    db,
    stale.map((row) => row.id),
    logBroken(app),
  )
}

/** `told_score` is what the candidate knows now, for the next change. */
async function markDone({ db }: Due, papers: readonly DuePaper[], waiting: ReadonlySet<string>) {
  const ids = papers.map((row) => row.id)
  const told = papers.map((row) => isDone(row) && !waiting.has(row.id) && row.showScore !== 'never')
  const tells = ids.map((id) => waiting.has(id))
  await sql`update paper set finish_due = false, tell_due = given.tell, told_score = case when given.told then score else told_score end
    from unnest(${ids}::bigint[], ${tells}::boolean[], ${told}::boolean[]) as given (id, tell, told) where paper.id = given.id`.execute(db)
}
