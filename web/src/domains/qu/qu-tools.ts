// Slot of the import dialog for questions that the assistant makes; filled in by web/src/app/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../kernel/state/store.ts'

type QuTools = {
  /** whether the caller may make questions here; a hook */
  useMakes: () => boolean
  MakeQuestions: ComponentType<{ repoId: string }> | undefined
}

export const quTools = store<QuTools>({ useMakes: () => false, MakeQuestions: undefined })
