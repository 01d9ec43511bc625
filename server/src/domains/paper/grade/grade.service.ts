// Marking a handed-in paper: read once, marked by the pure rules, written with one update.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { App } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { finishedColumns, finishSoon } from './finish.service.ts'
import { fixesColumn } from './applied-fix.service.ts'
import { itemsOf } from '../question/item.rules.ts'
import { keepItems } from './item.service.ts'
import { markingNow } from '../marking/marking-fix.rules.ts'
import { markPaper, type PaperMark } from '../marking/marking-paper.rules.ts'

export type Answers = ReadonlyMap<string, Answer | null>
/** A mark that a person gave, 1/100 point. */
export type ManualMark = { score: number; comment: string; by: string; at: string }
export type ManualMarks = Record<string, ManualMark>

/** The stored answers of a paper, and how many questions count as answered. */
export async function readAnswers(db: Database, paperId: string): Promise<{ answers: Answers; answered: number }> {
  const rows = await db.selectFrom('paperAnswer').where('paperId', '=', paperId).select(['quId', 'answer', 'complete']).execute()
  return {
    answers: new Map(rows.map((row) => [row.quId, row.answer as unknown as Answer | null])),
    answered: rows.filter((row) => row.complete).length,
  }
}

/** What a paper's columns are after marking. */
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

/** A paper that was written on paper has nothing to mark: brought back, it keeps the score of its sheet. */
async function keepScore(app: App, id: string): Promise<2> {
  await app.db
    .updateTable('paper')
    .set({ state: PaperState.done, gradingNeeded: false, ...finishedColumns(app.clock()) })
    .where('id', '=', id)
    .where('gradingNeeded', '=', true)
    .execute()
  return 2
}

/**
 * Marks a paper whose gradingNeeded is set, and clears it: to state 2, or to 1 where a person has to mark. Whoever comes second
 * changes nothing, as both would write the same.
 * @param known its answers, where they have just been read
 * @returns its new state; null where there was nothing to mark
 */
export async function gradePaper(app: App, id: string, known?: Answers): Promise<1 | 2 | null> {
  const row = await app.db
    .selectFrom('paper')
    .where('id', '=', id)
    .where('gradingNeeded', '=', true)
    .select(['examId', 'keys', 'markOptions', 'passScore', 'manual', 'version', 'offline', fixesColumn])
    .executeTakeFirst()
  if (!row) return null
  if (row.offline) return keepScore(app, id)
  const answers = known ?? (await readAnswers(app.db, id)).answers
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
    // the event of the end commits with it; one statement more would cost the whole hall
    .$if(state === PaperState.done, (q) => q.set(finishedColumns(app.clock())))
    .where('id', '=', id)
    .where('gradingNeeded', '=', true)
    .where('version', '=', row.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return null
  if (state === PaperState.done) {
    void finishSoon(app)
    await keepItems(app.db, [{ ...itemsOf(keys, mark.marks, answers), paperId: id, examId: row.examId, version: row.version + 1 }])
  }
  return state
}
