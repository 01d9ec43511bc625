// Slots for the assistant: in the import dialog questions that it makes, in the form of a question what it suggests. Filled in by web/src/app/compose.ts.
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { ComponentType, ReactNode } from 'react'
import { store } from '../../kernel/state/store.ts'

/** A new content of a field of the form; `at` is the place of an option. */
export type TakenSuggestion = { field: 'stem' | 'option' | 'analysis' | 'level'; at: number; html: string; level: number | null }
export type ImproveProps = {
  quType: number
  level: number
  body: QuestionBody
  /** of a stored question */
  quId: string | undefined
  /** '' until one is chosen */
  repoId: string
  onTake: (taken: TakenSuggestion) => void
}

type QuTools = {
  /** tells its children whether the caller can make questions here */
  WithMakes: ComponentType<{ children: (makes: boolean) => ReactNode }> | undefined
  MakeQuestions: ComponentType<{ repoId: string }> | undefined
  ImproveQuestion: ComponentType<ImproveProps> | undefined
}

export const quTools = store<QuTools>({ WithMakes: undefined, MakeQuestions: undefined, ImproveQuestion: undefined })
