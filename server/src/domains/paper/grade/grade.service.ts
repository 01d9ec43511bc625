// Grades a handed-in paper: reads it, marks it with the pure rules, stores the result with one update.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { finishSoon } from './due.service.ts'
import { finishedColumns } from './finish.service.ts'
import { fixesColumn } from './applied-fix.service.ts'
import { itemsOf } from '../question/item.rules.ts'
import { storeItems } from './item.service.ts'
import { markingNow } from '../marking/marking-fix.rules.ts'
import { markPaper, type PaperMark } from '../marking/marking-paper.rules.ts'

export type Answers = ReadonlyMap<string, Answer | null>
/** A manual mark, in 1/100 point. */
export type ManualMark = { score: number; comment: string; by: string; at: string }
export type ManualMarks = Record<string, ManualMark>

/** The stored answers of a paper and its answered count. */
export async function readAnswers(db: Database, paperId: string): Promise<{ answers: Answers; answered: number; savedAt: Date | null }> {
  const rows = await db.selectFrom('paperAnswer').where('paperId', '=', paperId).select(['quId', 'answer', 'complete', 'savedAt']).execute()
  const times = rows.map((row) => row.savedAt.getTime())
  return {
    answers: new Map(rows.map((row) => [row.quId, row.answer as unknown as Answer | null])),
    answered: rows.filter((row) => row.complete).length,
    /** of the newest answer */
    savedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  }
}

/** The columns of a paper that store its mark. */
export function markedColumns(mark: PaperMark) {
  return {
    marks: json({ ruleVersion: mark.ruleVersion, marks: mark.marks }),
    score: mark.score,
    objScore: mark.objScore,
    subjScore: mark.subjScore,
    passed: mark.passed,
    markedTotal: mark.total,
    markedPass: mark.passScore,
  }
}

/** The paper of an offline exam has no answers to mark: when it is restored, its imported score stays. */
async function finishOffline(app: App, id: string): Promise<2> {
  await app.db
    .updateTable('paper')
    .set({ state: PaperState.done, gradingNeeded: false, ...finishedColumns(app.clock()) })
    // a paper that was given up has no result
    .set({ passed: sql<boolean>`score >= pass_score` })
    .where('id', '=', id)
    .where('gradingNeeded', '=', true)
    .execute()
  return 2
}

/**
 * Grades a paper with `gradingNeeded` and clears that flag. The new state is 2 (done), or 1 (marking) if a marker has to give marks.
 * A concurrent second call changes nothing, as it would write the same.
 * @param loaded the paper's answers, if the caller has just read them
 * @returns the new state; null if the paper needed no grading
 */
export async function gradePaper(app: App, id: string, loaded?: Answers): Promise<1 | 2 | null> {
  const row = await app.db
    .selectFrom('paper')
    .where('id', '=', id)
    .where('gradingNeeded', '=', true)
    .select(['examId', 'keys', 'markOptions', 'passScore', 'manual', 'version', 'offline', fixesColumn])
    .executeTakeFirst()
  if (!row) return null
  if (row.offline) return finishOffline(app, id)
  const answers = loaded ?? (await readAnswers(app.db, id)).answers
  const manual = new Map(Object.entries(row.manual as unknown as ManualMarks))
  const frozen = {
    keys: row.keys as unknown as QuestionKey[],
    markOptions: row.markOptions as unknown as MarkOptions,
    passScore: row.passScore,
  }
  const { keys, options } = markingNow(frozen, row.fixes)
  const mark = markPaper(keys, answers, manual, options)
  const state = mark.pending ? PaperState.marking : PaperState.done
  const { numUpdatedRows } = await app.db
    .updateTable('paper')
    .set({ ...markedColumns(mark), state, gradingNeeded: false, reviewLaid: false, version: row.version + 1 })
    // part of the same statement: when all candidates hand in at once, one more statement per paper would cost too much
    .$if(state === PaperState.done, (q) => q.set(finishedColumns(app.clock())))
    .where('id', '=', id)
    .where('gradingNeeded', '=', true)
    .where('version', '=', row.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return null
  if (state === PaperState.done) {
    void finishSoon(app)
    await storeItems(app.db, [{ ...itemsOf(keys, mark.marks, answers), paperId: id, examId: row.examId, version: row.version + 1 }])
  }
  return state
}
