// Slots of the marking for second opinions: on one answer, and for those who lead the marking. Filled in by web/src/app/compose.ts.
import type { ComponentType, ReactNode } from 'react'
import { store } from '../../../kernel/state/store.ts'

/** `onOpen` goes back to an answer that was marked before; without it the answer is the one on the page. */
export type OpinionProps = { taskId: string; onOpen?: () => void }

type ReviewTools = {
  Opinion: ComponentType<OpinionProps> | undefined
  /** the tab of an exam's marking */
  Opinions: ComponentType<{ examId: string }> | undefined
  /** tells its children whether the caller may use the tab */
  WithOpinions: ComponentType<{ children: (has: boolean) => ReactNode }> | undefined
}

export const reviewTools = store<ReviewTools>({ Opinion: undefined, Opinions: undefined, WithOpinions: undefined })
