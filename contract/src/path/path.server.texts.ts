// What the server says about learning paths, by key. English stands beside it in path.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const pathServerTexts = {
  pathRemindNobody: '没有需要提醒的人员',
} as const

export const say = speaker(pathServerTexts)
