import type { Translated } from '../kernel/message.ts'
import type { examTexts } from './exam.texts.ts'

export const examTextsEn: Translated<typeof examTexts> = {
  applyReasonEmpty: 'Please give a reason',
  prerequisitesTooMany: 'At most 20 exams to pass first',
  prerequisiteCoursesTooMany: 'At most 20 courses to finish first',
  certWhileHidden: 'An exam that never shows its score cannot grant a certificate: it would tell who passed',
  pointsWhileHidden: 'Points for passing need a published score: they tell who passed',
  signalCannotForce: 'This is a hint that may be wrong and cannot end a paper: choose ignore, warn or flag',
  awardBandEmpty: 'Please choose the scores',
  awardBandsTooMany: 'At most 10 bands of scores with points',
  overrideReasonEmpty: 'Please give the reason for the override',
  overrideWhom: 'Please choose one candidate or one group',
  overrideMinutesOrPercent: 'Fill in either minutes or percent, not both',
  overrideEmpty: 'Please arrange at least one thing',
}
