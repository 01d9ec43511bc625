// The kind of a course file.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'

/** By the media type detected at the upload: kinds that a browser can play or show, else a file to download. */
export function fileTypeOf(mediaType: string, isPackage = false): CourseFileType {
  if (isPackage) return CourseFileType.scorm
  if (mediaType.startsWith('video/')) return CourseFileType.video
  if (mediaType.startsWith('audio/')) return CourseFileType.audio
  return mediaType === 'application/pdf' ? CourseFileType.pdf : CourseFileType.other
}
