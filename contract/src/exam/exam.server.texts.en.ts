import type { Translated } from '../kernel/message.ts'
import type { examServerTexts } from './exam.server.texts.ts'

export const examServerTextsEn: Translated<typeof examServerTexts> = {
  hoursNeverOpen: 'The window of the exam has none of these hours: no candidate could start',
  examPasswordEmpty: 'Please enter the exam password',
  passScoreAboveTotal: 'The pass mark cannot exceed the total score',
  overrideStartTooLate: 'This start is not before the end of the exam: give an end of its own as well',
  overrideEndTooEarly: 'This end is not after the start of the exam: give a start of its own as well',
  overrideExists: 'There is an override already, please change it',
  candidateGone: 'There is no such candidate, please choose again',
  groupGone: 'There is no such group, please choose again',
  prerequisiteGone: 'One of the exams to pass first does not exist, please choose again',
  prerequisiteLoop: 'An exam cannot wait for itself, nor can two exams wait for each other',
  invigilatorUnable: 'One of the invigilators has no permission to watch exams, please choose again',
  prerequisiteCourseGone: 'One of the courses to finish first does not exist, please choose again',
  examTypeGone: 'The exam type does not exist, please choose again',
  presetBeyondReach: 'Presets of the site need the permission to change exams and all data in scope',
}
