// A staged question while it is mended: the editor's draft, with its place in words instead of ids.
import { messageText } from '../../../../kernel/messages.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { checkQuestion } from '@shuyuan/contract/qu/question-check.ts'
import type { quImport } from '@shuyuan/contract/qu/import/import.ts'
import type { DraftProblem } from '../../useDraft.ts'
import { type Draft, fromBody, toBody } from '../editor/question-draft.ts'

type Staged = Data<typeof quImport.row>
export type StagedForm = Pick<Staged, 'row' | 'quType' | 'level' | 'chapter' | 'tags'> & { importId: string; draft: Draft }

/** What the server sent, for the form. */
export const stagedFormOf = (importId: string, { row, quType, level, chapter, tags, body }: Staged): StagedForm => ({
  importId,
  row,
  quType,
  level,
  chapter,
  tags,
  draft: fromBody(QuestionBody.parse(body)),
})

/** What is sent. */
export const stagedBody = ({ draft, ...form }: StagedForm): Body<(typeof quImport)['save-row']> => ({
  ...form,
  body: toBody(form.quType, draft),
})

/** The findings of the contract's check, at their places in the body. */
export const stagedCheck = ({ quType, draft }: StagedForm): DraftProblem[] =>
  checkQuestion(quType, toBody(quType, draft)).map(({ path, message, level }) => ({
    path: `body.${path}`,
    message: messageText(message),
    warn: level === 'warn',
  }))
