// A staged question in the editor: a draft with bank and chapter by name instead of id.
import { messageText } from '../../../../kernel/messages.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { checkQuestion } from '@shuyuan/contract/qu/question-check.ts'
import type { quImport } from '@shuyuan/contract/qu/import/import.ts'
import type { DraftProblem } from '../../useDraft.ts'
import { type Draft, fromBody, toBody } from '../editor/question-draft.ts'

type Staged = Data<typeof quImport.row>
export type StagedForm = Pick<Staged, 'row' | 'quType' | 'level' | 'chapter' | 'tags'> & { importId: string; draft: Draft }

/** Form values of the server's data. */
export const stagedFormOf = (importId: string, { row, quType, level, chapter, tags, body }: Staged): StagedForm => ({
  importId,
  row,
  quType,
  level,
  chapter,
  tags,
  draft: fromBody(QuestionBody.parse(body)),
})

/** The request body. */
export const stagedBody = ({ draft, ...form }: StagedForm): Body<(typeof quImport)['save-row']> => ({
  ...form,
  body: toBody(form.quType, draft),
})

/** The problems found by the contract's check, with paths of the body. */
export const stagedCheck = ({ quType, draft }: StagedForm): DraftProblem[] =>
  checkQuestion(quType, toBody(quType, draft)).map(({ path, message, level }) => ({
    path: `body.${path}`,
    message: messageText(message),
    warn: level === 'warn',
  }))
