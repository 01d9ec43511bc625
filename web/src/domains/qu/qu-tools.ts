// Slot of the import dialog for questions that the assistant makes; filled in by web/src/app/compose.ts.
import type { ComponentType, ReactNode } from 'react'
import { store } from '../../kernel/state/store.ts'

type QuTools = {
  /** tells its children whether the caller can make questions here */
  WithMakes: ComponentType<{ children: (makes: boolean) => ReactNode }> | undefined
  MakeQuestions: ComponentType<{ repoId: string }> | undefined
}

export const quTools = store<QuTools>({ WithMakes: undefined, MakeQuestions: undefined })
