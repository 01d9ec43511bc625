import type { Translated } from '../kernel/message.ts'
import type { messageTexts } from './message.texts.ts'

export const messageTextsEn: Translated<typeof messageTexts> = {
  noticeEmpty: 'Please write the notice',
  noticeTooLong: 'The notice is too long',
  noticeUnstorable: 'The notice contains characters that cannot be stored',
}
