// One answer as it comes in, checked against its frozen question and made ready to be stored.
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { isStorable } from '@shuyuan/contract/kernel/field.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { cleanHtml } from '../../../kernel/richtext.ts'
import { checkAnswer, isBlank, isComplete } from '../marking/answer.rules.ts'
import type { CachedPaper } from './paper-cache.service.ts'
import type { SaveRow } from './save-statement.service.ts'

export type GivenAnswer = { quId: string; answer: Answer | null; seq?: number | undefined }

/** The row of one answer. Fails answerForeign where the frozen question does not take it, at `seq` where a page load sends none. */
export function saveRow(paper: CachedPaper, session: string, { quId, answer, seq }: GivenAnswer): SaveRow {
  if (session !== '' && seq === undefined) failField('seq', sayKernel('parametersWrong'))
  if (!isStorable(session)) failField('session', sayKernel('parametersWrong'))
  const shape = paper.shapes.get(quId)
  const reason = shape ? checkAnswer(shape, answer) : say('questionNotOnPaper')
  if (!shape || reason !== null) fail('answerForeign', undefined, { quId, reason })
  if (!isKeepable(answer)) failField('answer', say('answerUnstorable'))
  const kept = isBlank(answer) ? null : cleaned(answer)
  return {
    paperId: paper.id,
    quId,
    userId: paper.userId,
    session,
    seq: session === '' ? 0 : (seq ?? 0),
    answer: kept === null ? null : JSON.stringify(kept),
    complete: kept !== null && isComplete(shape, kept),
  }
}

/** No NUL, no half characters: one of them would fail the statement for everybody in it. Tags have been checked already. */
function isKeepable(answer: Answer | null): boolean {
  if (!answer) return true
  if ('text' in answer) return isStorable(answer.text)
  if ('blanks' in answer) return answer.blanks.every(isStorable)
  if ('subs' in answer) return Object.values(answer.subs).every(isKeepable)
  return true
}

/** Short answers are rich text that markers will look at. */
function cleaned(answer: Answer | null): Answer | null {
  if (!answer) return answer
  if ('text' in answer) return { text: cleanHtml(answer.text) }
  if (!('subs' in answer)) return answer
  return { subs: Object.fromEntries(Object.entries(answer.subs).map(([id, one]) => [id, cleaned(one) as typeof one])) }
}
