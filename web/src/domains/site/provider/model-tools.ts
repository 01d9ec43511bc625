// Slot of the page of model providers for the button that tries the one in use; filled in by web/src/app/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/state/store.ts'

export const modelTools = store<{ TryModel: ComponentType | undefined }>({ TryModel: undefined })
