import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const notifyEn = {
  '“{{title}}”到时将不再发送，确定取消吗？': '“{{title}}” will not be sent. Cancel it?',
  不使用模板: 'No template',
  保留: 'Keep it',
  '发出的站内消息和短信，每人每个渠道一条记录': 'One entry for each person and channel',
  '发送通知时可以选用模板，变量会换成每个人自己的内容': 'Choose a template when you send; variables are filled in for each person',
  '发送通知时填写了发送时间的，会列在这里': 'Notifications with a time to be sent at are listed here',
  取消发送: 'Do not send',
  可用变量: 'Variables',
  '将发送给 {{n}} 人': { one: 'Goes to {{n}} person', other: 'Goes to {{n}} people' },
  '将在 {{time}} 向 {{n}} 人发送“{{title}}”。到时之前可以取消。': {
    one: '“{{title}}” goes to {{n}} person at {{time}}. Until then it can be cancelled.',
    other: '“{{title}}” goes to {{n}} people at {{time}}. Until then it can be cancelled.',
  },
  '将立即向 {{n}} 人发送“{{title}}”，发送后不能撤回。': {
    one: '“{{title}}” goes to {{n}} person now and cannot be taken back.',
    other: '“{{title}}” goes to {{n}} people now and cannot be taken back.',
  },
  '已发送 {{sent}} 条，等待发送 {{waiting}} 条，失败 {{failed}} 条': 'Sent {{sent}}, waiting {{waiting}}, failed {{failed}}',
  '已安排定时发送，可在“定时通知”中取消': 'Scheduled. It can be cancelled under “Scheduled notification”',
  '已经通知过，不会重复通知': 'They were notified before, and are not notified again',
  指定分组: 'Groups',
  '消息模板保存成功！': 'Message template saved!',
  留空立即发送: 'Empty: sent at once',
  '相关人员（{{n}} 人）': 'People concerned ({{n}})',
  '短信只发送内容，不含标题': 'An SMS carries the text without the title',
  '短信服务商审核通过的模板编号，变量按内容中的顺序传入':
    'The number of the template that the SMS provider approved; variables are passed in the order of the text',
  编辑消息模板: 'Edit message template',
  '课程功能未开启，不能通知学员': 'Courses are switched off on this site; learners cannot be notified',
  '通知 {{n}} 人': { one: 'Notify {{n}} person', other: 'Notify {{n}} people' },
  通知内容: 'Text of the notice',
  '预览（以您自己为例）': 'Preview (with yourself as an example)',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof notifyEn> {}
}
