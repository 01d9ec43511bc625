// Slot for what domains above `course` show on the learner's first page; filled in by web/src/app/learner/compose-home.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/state/store.ts'

export const homeTools = store<{ Today: ComponentType | undefined }>({ Today: undefined })
