// Slots for what later rooms and domains above `course` add to lessons; filled in by web/src/app/learner/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/state/store.ts'

/**
 * Asks the next question of the file. `onAsk`: there is something to answer, so the file has to pause; a question that is passed over never calls
 * it. `onAnswered` gets the second of the question after it, null without another.
 */
export type StopDialogProps = { courseId: string; fileId: string; onAsk: () => void; onAnswered: (stopAt: number | null) => void }

/** Plays a SCORM package; `onReport` is called when the server stored a report that may have finished the file. */
export type PackageProps = { courseId: string; fileId: string; title: string; onReport: (finished: boolean) => void }

/** A file that is broadcast; `onChange` when the counted time or the kind of the file has changed. */
export type LiveProps = { courseId: string; fileId: string; onChange: () => void }

/** A link to a tool of another maker: the button that opens it. */
export type ToolProps = { courseId: string; fileId: string; finished: boolean }

/** An own assignment; `onChange` when something was handed in. */
export type WorkProps = { courseId: string; fileId: string; onChange?: () => void }

/** A lesson in a room; `onChange` when the own place has changed. */
export type RoomProps = { courseId: string; fileId: string; onChange?: () => void }

/** In the preview of a course: without the learner's own part. */
export type PreviewProps = { fileId: string; title: string }
export type LessonPreviewProps = { fileId: string; learner?: boolean }

type Slot<P> = ComponentType<P> | undefined
export const lessonTools = store<{
  Live: Slot<LiveProps>
  Package: Slot<PackageProps>
  PackagePreview: Slot<PreviewProps>
  StopDialog: Slot<StopDialogProps>
  Tool: Slot<ToolProps>
  Work: Slot<WorkProps>
  Room: Slot<RoomProps>
  WorkPreview: Slot<LessonPreviewProps>
  RoomPreview: Slot<LessonPreviewProps>
}>({
  Live: undefined,
  Package: undefined,
  PackagePreview: undefined,
  StopDialog: undefined,
  Tool: undefined,
  Work: undefined,
  Room: undefined,
  WorkPreview: undefined,
  RoomPreview: undefined,
})
