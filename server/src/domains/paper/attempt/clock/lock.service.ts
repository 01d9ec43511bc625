// The row of a paper that is about to end, and whether and how its candidate may end it now.
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Database } from '../../../../kernel/database.ts'
import { closesAt } from '../entry/entry.rules.ts'

/** Of a paper, without its questions. */
export const lockedColumns = [
  ...(['id', 'examId', 'userId', 'state', 'exState', 'liveSession', 'startTime', 'deadlineAt', 'earliestHandTime', 'penOnly'] as const),
  ...(['receiptNo', 'handTime', 'answered', 'answerHash', 'quCount', 'leaveTimes', 'faceFails', 'flagTimes', 'gradingNeeded'] as const),
] as const

/** Selects the paper's row without its questions and locks it until the transaction ends. */
export function lockPaper(db: Database, id: string) {
  return db
    .selectFrom('paper')
    .where('id', '=', id)
    .where('state', '>=', PaperState.open)
    .select([...lockedColumns])
    .forUpdate()
}
export type Locked = NonNullable<Awaited<ReturnType<ReturnType<typeof lockPaper>['executeTakeFirst']>>>

const isDue = (row: Locked, now: Date) => now.getTime() > closesAt(row)

/** Why a page may not hand in an open paper; undefined if it may. @param session of the page load; empty for a client without one */
export function refusalOf(row: Locked, session: string, now: Date): 'elsewhere' | 'early' | undefined {
  if ((session !== '' || row.penOnly) && session !== row.liveSession) return 'elsewhere'
  const isEarly = row.exState === ExState.normal && row.earliestHandTime !== null && now < row.earliestHandTime
  return isEarly && !isDue(row, now) ? 'early' : undefined
}

/** The time and the kind of a hand-in by the candidate. */
export const endingOf = (row: Locked, now: Date): { handTime: Date; exState: ExState } => ({
  handTime: now < row.deadlineAt ? now : row.deadlineAt,
  exState: row.exState || (isDue(row, now) ? ExState.timeout : ExState.normal),
})
