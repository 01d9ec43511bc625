// Slot for dialogs that domains above `exam` add to the list of exams; filled in by web/src/app/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../kernel/state/store.ts'

/** `target`: the exam for which the dialog is open; undefined: closed. */
export type ExamToolProps = { target: { id: string; title: string } | undefined; onClose: () => void }

export const examTools = store<{ ScoreImport: ComponentType<ExamToolProps> | undefined }>({ ScoreImport: undefined })
