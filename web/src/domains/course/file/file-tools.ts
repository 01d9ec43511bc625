// Slot of the library of files for what a later room plays; filled in by web/src/app/compose.ts.
import type { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ShownCaption } from './CaptionTracks.tsx'
import { store } from '../../../kernel/state/store.ts'

export type PackagePreviewProps = { fileId: string; title: string }

/** A playlist and, for an encrypted video, with what its key is asked for. */
export type PlaylistPreviewProps = {
  src: string
  title: string
  play: { key: string; iv: string } | null
  isSound: boolean
  captions: readonly ShownCaption[]
}

/** Shows what an assignment asks for, or where and when a lesson in a room is; its form: a new one without `id`. */
/** `learner`: as a learner sees it */
export type LessonPreviewProps = { fileId: string; learner?: boolean }
export type LessonDialogProps = { id?: string | undefined; onClose: () => void; onSaved: (id: string, title: string) => void }

/** A kind of lesson that is made in a form, without an upload. */
type LessonDialog = { fileType: CourseFileType; Dialog: ComponentType<LessonDialogProps> }

/** Makes questions of a file. */
export type MakeFromFileProps = { source: { fileId: string }; title: string; onClose: () => void }

type FileTools = {
  /** tells its children whether the caller can make questions here */
  WithMakes: ComponentType<{ children: (makes: boolean) => ReactNode }> | undefined
  MakeFrom: ComponentType<MakeFromFileProps> | undefined
  /** in the order in which the builder of a course offers them */
  lessonDialogs: readonly LessonDialog[]
  WorkPreview: ComponentType<LessonPreviewProps> | undefined
  WorkDialog: ComponentType<LessonDialogProps> | undefined
  RoomPreview: ComponentType<LessonPreviewProps> | undefined
  RoomDialog: ComponentType<LessonDialogProps> | undefined
  PackagePreview: ComponentType<PackagePreviewProps> | undefined
  PlaylistPreview: ComponentType<PlaylistPreviewProps> | undefined
}

export const fileTools = store<FileTools>({
  WithMakes: undefined,
  MakeFrom: undefined,
  lessonDialogs: [],
  WorkPreview: undefined,
  WorkDialog: undefined,
  RoomPreview: undefined,
  RoomDialog: undefined,
  PackagePreview: undefined,
  PlaylistPreview: undefined,
})
