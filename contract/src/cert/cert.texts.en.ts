import type { Translated } from '../kernel/message.ts'
import type { certTexts } from './cert.texts.ts'

export const certTextsEn: Translated<typeof certTexts> = {
  certVariableUnknown: 'There is no variable {{name}}. Please choose from those offered',
  certItemsMany: 'A certificate has at most 60 items',
  certItemOutside: 'Item {{n}} lies outside the page',
  certRemindDays: 'At most 5 reminders, each 1 to 365 days before',
}
