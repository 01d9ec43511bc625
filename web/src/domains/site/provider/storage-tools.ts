// Slot for what domains above `sys` say about the storage settings; filled in by web/src/app/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/state/store.ts'

export const storageTools = store<{ EncoderNote: ComponentType | undefined }>({ EncoderNote: undefined })
