import type { Translated } from '../kernel/message.ts'
import type { pointsServerTexts } from './points.server.texts.ts'

export const pointsServerTextsEn: Translated<typeof pointsServerTexts> = {
  pointsShortNamed: '{{name}} has only {{points}} {{points, point/points}}',
  dayCapBelow: 'The daily cap must not be below the points of one award; 0 means no cap',
}
