import type { Translated } from '../kernel/message.ts'
import type { activityTexts } from './activity.texts.ts'

export const activityTextsEn: Translated<typeof activityTexts> = {
  activityCount: 'A try needs 1 to {{max}} {{max, question/questions}}',
  prizeEmpty: 'Each prize needs points or a certificate',
  prizePlaces: 'The places of the prizes are wrong or overlap',
  activityStock: 'The bank has only {{n}} of the type {{type}}',
  activityLocked: 'People have taken part: questions and time can no longer be changed',
}
