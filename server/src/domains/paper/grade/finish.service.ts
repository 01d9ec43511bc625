// Effects of finished papers (points, messages, certificates): run once, and again with the difference when a result changes.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { AwardBand } from '@shuyuan/contract/exam/marking-settings.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { otherPassed, uncertifyPaper } from './certify.service.ts'
import { settleAward } from './award.service.ts'
import { afterMarked } from './due.service.ts'
import { followAll } from './follow.service.ts'
import { type Due, type FinishedPaper, tellFinished } from './finished.service.ts'
import { scoresSettled } from './shown-score.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

/** Papers of one transaction: few enough that no other call waits long for their locks. */
const PORTION = 100

/** Columns to set in the same statement as `state: 2`, so that the effects are due if and only if that statement commits. */
export const finishedColumns = (now: Date) => ({
  finishTime: sql<Date>`coalesce(finish_time, ${now}::timestamptz)`,
  tellDue: sql<boolean>`finish_time is null or tell_due`,
  finishDue: true,
})

/** Reverts the effects of finished papers that are about to be removed, in the caller's transaction. */
export async function undoFinished(ctx: Due, papers: readonly Pick<FinishedPaper, 'id' | 'examId' | 'userId' | 'title'>[]): Promise<void> {
  for (const paper of papers) {
    const taken = await settleAward(ctx, paper, 0)
    await uncertifyPaper(ctx, paper, 'deleted')
    if (taken < 0) await afterMarked(ctx, await otherPassed(ctx, paper))
  }
  await tellFinished(
    ctx,
    papers.map((paper) => ({ ...paper, done: false, passed: false, score: 0, first: false })),
  )
  const gone = papers.map(({ id }) => id)
  await scoresSettled(
    ctx,
    papers.map(({ examId, userId }) => ({ examId, userId, gone })),
  )
}

/**
 * Runs the due effects of all papers, a portion of papers in each transaction; several nodes may run it concurrently. Where a portion fails, its
 * papers are done one by one, and the one that fails waits for the next run.
 * @returns the number of papers done
 */
export async function followFinished(app: App): Promise<number> {
  const seen: string[] = []
  let done = 0
  let alone = 0
  for (;;) {
    let ids: string[] = []
    try {
      await ownTransaction(app, async (ctx) => {
        const asked = { now: ctx.now, seen, most: alone > 0 ? 1 : PORTION }
        const finished = await pick(ctx.db, 'finish', asked)
        const rows = finished.length > 0 ? finished : await pick(ctx.db, 'notify', asked)
        ids = rows.map((row) => row.id)
        await followAll(ctx, rows)
      })
      if (ids.length === 0) return done
      done += ids.length
      alone--
    } catch (error) {
      const [first] = ids
      if (first === undefined) throw error
      if (ids.length > 1) {
        app.log.warn({ err: error, papers: ids.length }, 'finished papers are followed up one by one')
        alone = ids.length
        continue
      }
      app.log.error({ err: error, paperId: first }, 'a finished paper could not be followed up')
      seen.push(first)
      alone--
    }
  }
}

/** Locks the next papers with due effects. `notify`: the exam is over, so a score that was withheld until then is due. */
function pick(db: Database, which: 'finish' | 'notify', { now, seen, most }: { now: Date; seen: readonly string[]; most: number }) {
  return (
    db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .$if(which === 'finish', (q) => q.where('finishDue', '=', true))
      .$if(which === 'notify', (q) =>
        q
          .where('tellDue', '=', true)
          .where('finishDue', '=', false)
          // the candidate of a paper that is given up or marked again is notified when it is finished again
          .where('paper.state', '=', PaperState.done)
          .where((e) => e.or([e('exam.state', '!=', ExamState.enabled), e('exam.endTime', '<=', now)])),
      )
      .where('paper.id', '!=', sql<string>`all(${seen}::bigint[])`)
      .orderBy('paper.id')
      .limit(most)
      .select(['paper.id', 'examId', 'userId', 'paper.title', 'paper.state', 'passed', 'score', 'finishTime', 'tellDue', 'toldScore'])
      .select(['finishDue', 'reviewBy', 'awardPoints', 'awardBands', 'certId', 'showScore', 'exam.state as examState', 'exam.endTime'])
      .$narrowType<{ awardBands: AwardBand[] }>()
      .select(['exam.price', 'exam.costPoints'])
      // a fix may have dropped a question
      .select(sql<number>`coalesce(paper.marked_total, paper.total_score)`.as('totalScore'))
      // marking may be storing the paper's item rows; their foreign key must not wait for this lock
      .forNoKeyUpdate('paper')
      .skipLocked()
      .execute()
  )
}
