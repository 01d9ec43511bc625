// What kind of courseware an uploaded file is.
import type { courseFileType } from '@shuyuan/contract/course/file.ts'

export type CourseFileType = keyof typeof courseFileType

/** By the media type that was found when the file came: what a browser can play or show, else a file to download. */
export function fileTypeOf(mediaType: string): CourseFileType {
  if (mediaType.startsWith('video/')) return 22
  if (mediaType.startsWith('audio/')) return 21
  return mediaType === 'application/pdf' ? 11 : 12
}
