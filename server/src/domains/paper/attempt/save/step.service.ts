// Checks answers in step mode: only for questions that were shown (exam option 逐题作答) and have time left (每题限时).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { sql } from 'kysely'
import type { Database } from '../../../../kernel/database.ts'
import { fail } from '../../../../kernel/fail.ts'
import type { CachedPaper } from './paper-cache.service.ts'
import { closedQuestions } from './qu-time.service.ts'
import type { SaveRow } from './save-statement.service.ts'
import { mayAnswer, stepModes } from './step.rules.ts'

/**
 * Fails questionHidden if one of the questions has not been shown yet, or may not be answered any more. Outside step mode it returns
 * without a query.
 */
export async function mustBeCurrentQuestions(db: Database, paper: CachedPaper, answers: readonly { quId: string }[]): Promise<void> {
  if (paper.stepMode === stepModes.off || answers.length === 0) return
  const row = await db.selectFrom('paper').where('id', '=', paper.id).select(['state', 'stepAt']).executeTakeFirst()
  // a closed paper refuses saves anyway
  if (row?.state !== PaperState.open) return
  const places = [...paper.shapes.keys()]
  if (answers.some(({ quId }) => !mayAnswer(paper.stepMode, places.indexOf(quId), row.stepAt))) fail('questionHidden')
}

/**
 * Removes the answers to questions whose time is over; they go to the late store. Without question time it needs no query.
 * @returns the answers that may still be saved
 */
export async function withinQuestionTime(
  db: Database,
  paper: CachedPaper,
  rows: readonly SaveRow[],
  now: Date,
): Promise<readonly SaveRow[]> {
  const closed = await closedQuestions(
    db,
    paper,
    rows.map((row) => row.quId),
    now,
  )
  if (closed.size === 0) return rows
  const late = rows.filter((row) => closed.has(row.quId))
  await storeLate(db, late, closed, now)
  return rows.filter((row) => !closed.has(row.quId))
}

/** Writes to the late store, except answers that the paper has already. */
async function storeLate(db: Database, rows: readonly SaveRow[], closed: ReadonlyMap<string, Date>, now: Date) {
  const stored = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', rows[0]?.paperId ?? '0')
    .select(['quId', 'session', 'seq'])
    .execute()
  const isStored = (row: SaveRow) => stored.some((one) => one.quId === row.quId && one.session === row.session && one.seq >= row.seq)
  const late = rows.filter((row) => !isStored(row))
  if (late.length === 0) return
  await db
    .insertInto('paperLate')
    .values(
      late.map(({ paperId, quId, session, seq, answer }) => ({
        paperId,
        quId,
        session,
        seq,
        answer,
        reason: 'late',
        receivedAt: now,
        deadlineAt: closed.get(quId) ?? now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['paperId', 'quId', 'session'])
        .doUpdateSet({
          seq: sql`excluded.seq`,
          answer: sql`excluded.answer`,
          receivedAt: now,
          reason: 'late',
          deadlineAt: sql`excluded.deadline_at`,
          state: LateState.waiting,
        })
        .where(sql<boolean>`excluded.seq > paper_late.seq or excluded.session = ''`),
    )
    .execute()
}
