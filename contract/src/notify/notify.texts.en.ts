import type { Translated } from '../kernel/message.ts'
import type { notifyTexts } from './notify.texts.ts'

export const notifyTextsEn: Translated<typeof notifyTexts> = {
  variableUnknown: 'There is no variable {{name}}. Please choose from those offered',
  channelsUnchosen: 'Please choose a channel',
  recipientsUnchosen: 'Please choose the recipients',
  noticeTitleEmpty: 'Please enter a title',
  noticeContentEmpty: 'Please enter a text',
}
