// Grades a handed-in paper: reads it, marks it with the pure rules, stores the result with one update.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { finishSoon } from './due.service.ts'
import { finishedColumns } from './finish.service.ts'
import { fixesColumn } from './applied-fix.service.ts'
import { itemsOf } from '../question/item.rules.ts'
import { keyColumns, storedKeys } from '../question/stored.service.ts'
import { storeItems } from './item.service.ts'
import { type Answers, readAnswers } from './stored-answers.service.ts'
import { type LiveFix, markingNow } from '../marking/marking-fix.rules.ts'
import { markPaper, type PaperMark } from '../marking/marking-paper.rules.ts'

/** A manual mark, in 1/100 point. */
export type ManualMark = { score: number; comment: string; by: string; at: string }
export type ManualMarks = Record<string, ManualMark>

/** Of a paper, for its marking; with the fixes of its exam. */
export const gradedColumns = ['examId', ...keyColumns, 'markOptions', 'passScore', 'manual', 'version', 'offline', fixesColumn] as const
type Graded = { keys: readonly QuestionKey[]; markOptions: unknown; passScore: number; manual: unknown; fixes: LiveFix[] }

/** Marks a paper as it was drawn, with the fixes of its exam. */
export function markGraded({ keys, markOptions, passScore, manual, fixes }: Graded, answers: Answers) {
  const frozen = { keys, markOptions: markOptions as MarkOptions, passScore }
  const now = markingNow(frozen, fixes)
  const mark = markPaper(now.keys, answers, new Map(Object.entries(manual as ManualMarks)), now.options)
  return { mark, keys: now.keys, state: mark.pending ? PaperState.marking : PaperState.done }
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
    .select([...gradedColumns])
    .executeTakeFirst()
  if (!row) return null
  if (row.offline) return finishOffline(app, id)
  const answers = loaded ?? (await readAnswers(app.db, id)).answers
  const { mark, keys, state } = markGraded({ ...row, keys: await storedKeys({ app, db: app.db }, row) }, answers)
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
