// A slot below a question that was not answered right, for what the assistant says about it. Filled in by web/src/app/learner/compose.ts.
import type { ComponentType, ReactNode } from 'react'
import { store } from '../../../kernel/state/store.ts'

/** Where the question is shown: the entry of the book, the paper or the training, and the question's id there. */
export type ExplainProps = {
  scene: 'book' | 'paper' | 'train'
  of: string
  quId: string
  /** shown until it is known whether there is one */
  waiting?: ReactNode
}

export const questionTools = store<{ Explain: ComponentType<ExplainProps> | undefined }>({ Explain: undefined })
