import type { Translated } from '../kernel/message.ts'
import type { courseTexts } from './course.texts.ts'

export const courseTextsEn: Translated<typeof courseTexts> = {
  courseFilesUnchosen: 'Tick courseware',
  courseFilesTooMany: 'At most 500 files',
  courseFileTwice: 'A file can be chosen only once',
  courseFileRequired: 'At least one file must be required',
  courseFileEmpty: 'Please upload a file',
  deadlineTooEarly: 'The deadline must be after the start',
  deadlineTooLate: 'The deadline must not be after the end',
  stopTwice: 'Only one question can stand at one second',
  stopsTooMany: 'At most 50 questions in a file',
  captionLanguage: 'A language code reads zh, en or zh-Hant',
  captionTooLong: 'The file of captions is too large',
  rateStars: 'Please choose 1 to 5 stars',
  workMarkersTooMany: 'At most 50 markers',
  workLinesTooMany: 'At most 50 rubric lines',
  workAttachmentsTooMany: 'At most 10 attachments',
  workNoScore: 'The full score must be more than 0',
  workPassBeyond: 'The pass mark must not be above the full score',
  workTakesNothing: 'Take text, files, or both',
  workLineTwice: 'A rubric line is there twice',
  workFilesTooMany: 'At most 10 files',
  roomTeachersTooMany: 'At most 20 teachers',
  roomEnrolTooLate: 'Enrolment must not close after the begin',
  roomPeopleTooMany: 'At most 500 people at a time',
  speedsUnchosen: 'Choose at least one speed',
}
