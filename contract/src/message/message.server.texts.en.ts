import type { Translated } from '../kernel/message.ts'
import type { messageServerTexts } from './message.server.texts.ts'

export const messageServerTextsEn: Translated<typeof messageServerTexts> = {
  pushAddress: 'The push address is not valid, or the server may not reach it',
}
