// Props of every answer field.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { SimpleAnswer } from '../answer.ts'
import type { RunnerSub } from '../questions.ts'

export type InputProps = {
  question: RunnerSub
  answer: Answer | null
  onChange: (answer: SimpleAnswer | null, kind: 'choice' | 'text') => void
  disabled: boolean
  /** id of the stem, which names the field or the group of options */
  labelledBy: string
}
