// The form values of a question: bank, chapter, type and content.
import { messageText } from '../../../../kernel/messages.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { checkQuestion } from '@shuyuan/contract/qu/question-check.ts'
import { type qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import type { TakenSuggestion } from '../../qu-tools.ts'
import type { DraftProblem } from '../../useDraft.ts'
import { type Draft, fromBody, newDraft, toBody } from './question-draft.ts'

type Detail = Data<typeof qu.detail>
export type QuestionForm = Pick<Detail, 'repoId' | 'chapterId' | 'quType' | 'level' | 'tags'> & {
  id?: string
  version?: number
  draft: Draft
}

export const firstForm = (repoId: string, chapterId: string): QuestionForm => ({
  repoId,
  chapterId,
  quType: QuType.single,
  level: QuLevel.normal,
  tags: [],
  draft: newDraft(1),
})

/** An empty question of the same type in the same bank and chapter. */
export const nextForm = ({ repoId, chapterId, quType, level, tags }: QuestionForm): QuestionForm => ({
  repoId,
  chapterId,
  quType,
  level,
  tags,
  draft: newDraft(quType),
})

/** The request body. An empty bank becomes undefined, so that the schema reports it. */
export const bodyOf = ({ draft, repoId, ...form }: QuestionForm) =>
  ({ ...form, repoId: repoId === '' ? undefined : repoId, body: toBody(form.quType, draft) }) as Body<typeof qu.save>

/** Form values of the server's data. */
export const formOf = ({ id, repoId, chapterId, quType, level, tags, version, body }: Detail): QuestionForm => ({
  id,
  repoId,
  chapterId,
  quType,
  level,
  tags,
  version,
  draft: fromBody(QuestionBody.parse(body)),
})

/** The form with a suggestion in its field. */
export function withTaken(form: QuestionForm, { field, at, html, level }: TakenSuggestion): QuestionForm {
  const { draft } = form
  if (field === 'level') return level === null ? form : { ...form, level: level as QuestionForm['level'] }
  if (field === 'stem') return { ...form, draft: { ...draft, content: html } }
  if (field === 'analysis') return { ...form, draft: { ...draft, analysis: html } }
  return { ...form, draft: { ...draft, options: draft.options.map((one, place) => (place === at ? { ...one, content: html } : one)) } }
}

/** The problems found by the contract's check, with paths of the body. */
export const check = ({ quType, draft }: QuestionForm): DraftProblem[] =>
  checkQuestion(quType, toBody(quType, draft)).map(({ path, message, level }) => ({
    path: `body.${path}`,
    message: messageText(message),
    warn: level === 'warn',
  }))
