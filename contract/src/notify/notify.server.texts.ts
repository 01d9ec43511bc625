// What the server refuses and reports, by key. English stands beside it in notify.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const notifyServerTexts = {
  recipientsNone: '没有可以通知的人员',
  messageTmplDisabled: '消息模板已停用',
  variableEmpty: '变量 {{name}} 没有对应的内容',
  mailOffHere: '尚未启用邮件服务，请先在邮件配置中设置',
  smsTmplNeeded: '发送短信须选择填写了短信模板编号的消息模板',
  refTypeUnknown: '不支持的关联类型',
  sendAtPast: '发送时间应晚于现在',
  sendAtFar: '发送时间应在一年以内',
} as const

export const say = speaker(notifyServerTexts)
