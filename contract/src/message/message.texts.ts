// What is wrong with an input, by key. English stands beside it in message.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const messageTexts = {
  noticeEmpty: '请填写公告内容',
  noticeTooLong: '公告内容过长',
  noticeUnstorable: '公告内容含有不能保存的字符',
} as const

export const say = speaker(messageTexts)
