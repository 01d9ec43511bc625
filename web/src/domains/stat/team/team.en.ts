// English for the pages of a team.
import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const teamEn = {
  '24 小时内都已提醒过。': 'All of it was reminded within 24 hours.',
  '{{day}} 到期': 'Ends {{day}}',
  '{{hours}} 小时': '{{hours}} h',
  '{{n}} 门在学': '{{n}} in progress',
  '{{n}} 门逾期': '{{n}} overdue',
  '下一场：{{title}}': 'Next: {{title}}',
  下载档案: 'Download record',
  '人均 {{hours}} 小时': '{{hours}} h a person',
  '另有 {{n}} 项 24 小时内提醒过，不再发送。': {
    one: '{{n}} more thing was reminded within 24 hours and is left out.',
    other: '{{n}} more things were reminded within 24 hours and are left out.',
  },
  '将提醒 {{people}} 人，共 {{things}} 项。': 'Reminds {{people}} {{people, person/people}} of {{things}} {{things, thing/things}}.',
  待办: 'To do',
  我的团队: 'My team',
  '提醒 {{name}}': 'Remind {{name}}',
  提醒全部: 'Remind all',
  提醒全部成员: 'Remind everybody',
  搜索成员: 'Search people',
  '数据正在统计。': 'The figures are being counted.',
  '数据每小时统计一次。': 'Figures are counted every hour.',
  暂无记录: 'Nothing yet',
  '最近：{{title}}': 'Last: {{title}}',
  '本月 {{hours}} 小时': 'This month: {{hours}} h',
  '正在统计…': 'Counting…',
  '每人收到一条站内消息，列出各自的待办。': 'Each person gets one message with their own list.',
  '每小时统计一次，最近 {{time}}。': 'Counted every hour, most recently {{time}}.',
  '没有需要提醒的事项。': 'There is nothing to remind of.',
  '证书 {{day}} 到期': 'Certificate ends {{day}}',
  '请选择提醒内容。': 'Choose what to remind of.',
  返回我的团队: 'Back to my team',
  '逾期 {{share}}%': '{{share}}% overdue',
  部门对比: 'Departments side by side',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof teamEn> {}
}
