import type { Translated } from '../kernel/message.ts'
import type { pathServerTexts } from './path.server.texts.ts'

export const pathServerTextsEn: Translated<typeof pathServerTexts> = {
  pathRemindNobody: 'There is nobody to remind',
}
