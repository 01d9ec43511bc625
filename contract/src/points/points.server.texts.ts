// What the server refuses and reports, by key. English stands beside it in points.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const pointsServerTexts = {
  pointsShortNamed: '{{name}}的积分不足，只有{{points}}分',
  dayCapBelow: '每日上限不能低于每次积分，0表示不限',
} as const

export const say = speaker(pointsServerTexts)
