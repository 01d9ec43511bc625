// What kind of courseware an uploaded file is.
import { CourseFileType } from '@shuyuan/contract/course/file.ts'

/** By the media type that was found when the file came: what a browser can play or show, else a file to download. */
export function fileTypeOf(mediaType: string): CourseFileType {
  if (mediaType.startsWith('video/')) return CourseFileType.video
  if (mediaType.startsWith('audio/')) return CourseFileType.audio
  return mediaType === 'application/pdf' ? CourseFileType.pdf : CourseFileType.other
}
