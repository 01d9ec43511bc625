// Checks one sent answer against its frozen question and prepares it for storage.
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { isStorable } from '@shuyuan/contract/kernel/field.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { fail, failField } from '../../../../kernel/fail.ts'
import { cleanHtml } from '../../../../kernel/richtext.ts'
import { checkAnswer, isBlank, isComplete } from '../../marking/answer.rules.ts'
import { bankIdOf, type CachedPaper } from './paper-cache.service.ts'
import type { SaveRow } from './save-statement.service.ts'

export type GivenAnswer = { quId: string; answer: Answer | null; seq?: number | undefined }

/** The row to save for one answer. Fails answerForeign if the answer does not fit the question, and on field `seq` if it is missing. */
export function saveRow(paper: CachedPaper, session: string, { quId, answer, seq }: GivenAnswer): SaveRow {
  if (session !== '' && seq === undefined) failField('seq', sayKernel('parametersWrong'))
  if (!isStorable(session)) failField('session', sayKernel('parametersWrong'))
  const bankId = bankIdOf(paper, quId)
  const shape = paper.shapes.get(bankId)
  const reason = shape ? checkAnswer(shape, answer) : say('questionNotOnPaper')
  if (!shape || reason !== null) fail('answerForeign', undefined, { quId, reason })
  if (!isAnswerStorable(answer)) failField('answer', say('answerUnstorable'))
  const stored = isBlank(answer) ? null : cleaned(answer)
  return {
    paperId: paper.id,
    quId: bankId,
    userId: paper.userId,
    session,
    seq: session === '' ? 0 : (seq ?? 0),
    answer: stored === null ? null : JSON.stringify(stored),
    complete: stored !== null && isComplete(shape, stored),
  }
}

/** Refuses NUL and lone surrogates: PostgreSQL would reject them and fail the whole batch. Tags have been checked already. */
function isAnswerStorable(answer: Answer | null): boolean {
  if (!answer) return true
  if ('text' in answer) return isStorable(answer.text)
  if ('blanks' in answer) return answer.blanks.every(isStorable)
  if ('subs' in answer) return Object.values(answer.subs).every(isAnswerStorable)
  return true
}

/** Sanitises short answers: they are rich text that markers' pages display. */
function cleaned(answer: Answer | null): Answer | null {
  if (!answer) return answer
  if ('text' in answer) return { text: cleanHtml(answer.text) }
  if (!('subs' in answer)) return answer
  return { subs: Object.fromEntries(Object.entries(answer.subs).map(([id, one]) => [id, cleaned(one) as typeof one])) }
}
