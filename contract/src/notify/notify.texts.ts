// What is wrong with an input, by key. English stands beside it in notify.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const notifyTexts = {
  variableUnknown: '没有变量 {{name}}，请从可用变量中选择',
  channelsUnchosen: '请选择发送渠道',
  recipientsUnchosen: '请选择接收人',
  noticeTitleEmpty: '请填写标题',
  noticeContentEmpty: '请填写内容',
} as const

export const say = speaker(notifyTexts)
