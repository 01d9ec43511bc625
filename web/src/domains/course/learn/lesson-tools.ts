// Slot for the dialog that a domain above `course` adds to lessons; filled in by web/src/app/learner/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/store.ts'

/** Asks the next question of the file; `onAnswered` gets the second of the one after it, null without another. */
export type StopDialogProps = { courseId: string; fileId: string; onAnswered: (stopAt: number | null) => void }

export const lessonTools = store<{ StopDialog: ComponentType<StopDialogProps> | undefined }>({ StopDialog: undefined })
