import type { Translated } from '../kernel/message.ts'
import type { pointsTexts } from './points.texts.ts'

export const pointsTextsEn: Translated<typeof pointsTexts> = {
  pointsZero: 'The points must not be 0',
}
