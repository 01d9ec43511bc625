// Dialogs that other domains add to the list of exams; the application's frame puts them in, so that exams know no domain above them.
import type { ComponentType } from 'react'
import { store } from '../../kernel/store.ts'

/** `target`: the exam for which the dialog is open. */
export type ExamToolProps = { target: { id: string; title: string } | undefined; onClose: () => void }

export const examTools = store<{ ScoreImport: ComponentType<ExamToolProps> | undefined }>({ ScoreImport: undefined })
