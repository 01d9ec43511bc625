// Slot for the question picker that a domain above `course` adds to the form of a course; filled in by web/src/app/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/state/store.ts'

export type PickedStop = { quId: string; title: string }
export type StopPickerProps = {
  open: boolean
  /** ids of questions that are not offered */
  excludes: string[]
  most: number
  onClose: () => void
  onPick: (picked: PickedStop[]) => void
}

/** Says which of the questions learners are not asked now. */
type StopsSkippedProps = { stops: readonly { quId: string; title?: string | undefined }[] }

export const courseTools = store<{
  StopPicker: ComponentType<StopPickerProps> | undefined
  StopsSkipped: ComponentType<StopsSkippedProps> | undefined
}>({ StopPicker: undefined, StopsSkipped: undefined })
