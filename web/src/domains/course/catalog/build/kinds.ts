// Kinds of lessons that are made in the builder itself; each comes with its dialog by the slot `fileTools`.
import { courseFileType } from '@shuyuan/contract/course/file/file.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { tLabel } from '../../../../kernel/i18n.ts'
import { fileTools } from '../../file/file-tools.ts'

export type LessonKind = ReturnType<typeof useLessonKinds>[number]

/** None for users without the tag to add course files. */
export function useLessonKinds() {
  const { lessonDialogs } = fileTools.use()
  return can(['course:file:add']) ? lessonDialogs.map((one) => ({ ...one, name: tLabel(courseFileType[one.fileType]) })) : []
}
