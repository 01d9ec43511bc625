import type { Translated } from '../kernel/message.ts'
import type { courseServerTexts } from './course.server.texts.ts'

export const courseServerTextsEn: Translated<typeof courseServerTexts> = {
  courseCatGone: 'The course category does not exist, please choose again',
  courseLearntNamed: 'The course “{{title}}” has been learnt and cannot be deleted, turn it off instead',
  courseAskedNamed: 'The exam “{{examTitle}}” asks for this course, so it cannot be deleted',
  fileCatGone: 'The courseware category does not exist, please choose again',
  fileUploadGone: 'The file does not exist, please upload it again',
  courseFileInUseNamed: '“{{title}}” is used in the course “{{courseTitle}}” and cannot be deleted',
  attachmentGone: 'The file of the attachment “{{title}}” does not exist, please upload it again',
  courseNoticeGone: 'One of the notices does not exist, reload the page before saving',
  courseFileGone: 'One of the files does not exist, please choose again',
  courseFileTranscoding: 'The file “{{title}}” cannot be chosen: it is not converted yet',
  stopForbidden: 'You may not see questions, so you cannot put them into files',
  stopInDocument: '“{{title}}” is neither video nor audio, so it can have no questions',
  stopBeyondEnd: 'A question of “{{title}}” comes after the end of the file',
  faceBreak: 'The face check failed {{n}} times in a row!',
  faceMissing: 'The page sent no picture in time',
  courseFileDisabled: 'The file “{{title}}” cannot be chosen: it is disabled',
  notesTooMany: 'A course holds at most {{n}} notes',
  questionsTooMany: '{{n}} of your questions wait for an answer; please ask again when they are answered',
  remindNobody: 'Nobody matches',
  learnersTooMany: 'At most {{n}} people at once; narrow the list or export in the background',
  fetchForm: 'Enter a whole address that begins with https://',
}
