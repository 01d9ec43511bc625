// What is wrong with an input, by key. English stands beside it in cert.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const certTexts = {
  certVariableUnknown: '没有变量 {{name}}，请从可用变量中选择',
  certItemsMany: '一张证书最多60个元素',
  certItemOutside: '第{{n}}个元素超出了纸张',
  certRemindDays: '到期提醒最多5个，每个为1到365天',
} as const

export const say = speaker(certTexts)
