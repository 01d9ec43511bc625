import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const notifyEn = {
  不使用模板: 'No template',
  全部人员: 'Everybody',
  '发出的站内消息和短信，每人每个渠道一条记录': 'One entry for each person and channel',
  '发送通知时可以选用模板，变量会换成每个人自己的内容': 'Choose a template when you send; variables are filled in for each person',
  可用变量: 'Variables',
  '已发送 {{sent}} 条，等待发送 {{waiting}} 条，失败 {{failed}} 条': 'Sent {{sent}}, waiting {{waiting}}, failed {{failed}}',
  指定分组: 'Groups',
  '消息模板保存成功！': 'Message template saved!',
  '相关人员（{{n}} 人）': 'People concerned ({{n}})',
  '短信只发送内容，不含标题': 'An SMS carries the text without the title',
  '短信服务商审核通过的模板编号，变量按内容中的顺序传入':
    'The number of the template that the SMS provider approved; variables are passed in the order of the text',
  编辑消息模板: 'Edit message template',
  '预览（以您自己为例）': 'Preview (with yourself as an example)',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof notifyEn> {}
}
