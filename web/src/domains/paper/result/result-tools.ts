// A slot of the result page for what stands above it. Filled in by web/src/app/learner/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/state/store.ts'

export const resultTools = store<{
  /** the surveys that follow this exam */
  Survey: ComponentType<{ examId: string }> | undefined
}>({ Survey: undefined })
