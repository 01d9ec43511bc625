// The row of a paper that is about to end.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Database } from '../../../../kernel/database.ts'

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
