// What is wrong with an input, by key. English stands beside it in points.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const pointsTexts = {
  pointsZero: '积分不能为0',
} as const

export const say = speaker(pointsTexts)
