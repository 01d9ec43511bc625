// Answers in step mode: taken only where the candidate is (exam option 逐题作答).
import type { Database } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import type { KnownPaper } from './known.service.ts'
import { mayAnswer, stepModes } from './step.rules.ts'

/** Passes outside step mode without asking anybody. Fails questionHidden where one of the questions has not been shown, or must not be returned to. */
export async function mustBeHere(db: Database, paper: KnownPaper, answers: readonly { quId: string }[]): Promise<void> {
  if (paper.stepMode === stepModes.off || answers.length === 0) return
  const row = await db.selectFrom('paper').where('id', '=', paper.id).select(['state', 'stepAt']).executeTakeFirst()
  // a closed paper answers for itself
  if (row?.state !== 0) return
  const places = [...paper.shapes.keys()]
  if (answers.some(({ quId }) => !mayAnswer(paper.stepMode, places.indexOf(quId), row.stepAt))) fail('questionHidden')
}
