// What the server refuses and reports, by key. English stands beside it in message.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const messageServerTexts = {
  pushAddress: '推送地址无效，或服务器不能访问',
} as const

export const say = speaker(messageServerTexts)
