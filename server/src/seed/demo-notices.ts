// Notices, notification templates and messages of the demo site.
import { NoticeState } from '@shuyuan/contract/message/notice.ts'
import { ReadState } from '@shuyuan/contract/message/msg.ts'
import { NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import { sql } from 'kysely'
import { saveTmpl } from '../domains/notify/tmpl.service.ts'
import { sendMsgs } from '../domains/message/msg.service.ts'
import { saveNotice } from '../domains/message/notice.service.ts'
import type { Ctx } from '../kernel/ctx.ts'

const DAY = 86_400_000

/** Newest first: how many days ago, title, text. */
const notices: [days: number, title: string, content: string][] = [
  [
    1,
    '关于开展消防安全月培训与考试的通知',
    `<p>各部门：</p><p>本月为集团消防安全月。请全体员工在月底前完成酒店安全与卫生考试，<strong>60 分及以上为合格</strong>，每人有三次机会，取最高分。</p>
<h2>时间安排</h2><ul><li>第一周：各部门组织自学，重点是疏散路线和灭火器的使用；</li><li>第二周至月底：登录“在线考试”自行安排时间参加考试；</li><li>月末：培训中心公布各部门合格率。</li></ul>
<p>客房部、工程部请同时检查本区域的应急照明和安全出口标志，发现问题当日报修。</p><p style="text-align: right">云栖酒店集团培训中心</p>`,
  ],
  [
    4,
    '会展酒店二楼培训教室启用',
    `<p>会展酒店二楼西侧的培训教室已经装修完毕，共 36 个座位，配有投影和无线网络，即日起可以预约。</p>
<table><tbody><tr><th>时段</th><th>开放时间</th></tr><tr><td>上午</td><td>9:00–11:30</td></tr><tr><td>下午</td><td>14:00–17:30</td></tr></tbody></table>
<p>预约请提前一天联系培训中心，用后请关好门窗和设备。</p>`,
  ],
  [
    9,
    '个人信息保护知识测试成绩说明',
    '<p>个人信息保护知识测试已经结束，简答题由老师人工阅卷，全部阅完后统一公布成绩。对成绩有疑问的，请在公布后三日内向培训中心提出。</p>',
  ],
  [
    16,
    '食品卫生抽查结果通报',
    '<p>本次共抽查两家酒店的后厨 12 处，11 处合格。主要问题是冷藏柜温度记录不完整。餐饮部已经补齐记录，并安排班组长每班签字确认。</p>',
  ],
  [
    23,
    '请核对个人联系方式',
    '<p>为便于接收考试通知，请在“用户中心”核对自己的手机号。手机号有变更的，请自行修改，或联系所在部门的管理员。</p>',
  ],
  [
    31,
    '书院学习平台上线试运行',
    '<p>集团学习平台“书院”今日上线试运行。使用工号登录，首次登录后请修改密码。使用中有任何建议，欢迎告诉培训中心。</p>',
  ],
  [35, '系统维护预告（已完成）', '<p>平台将于周六凌晨 1 点至 3 点维护，期间不能登录。</p>'],
]

/** How many days ago, title, text, and whether it has been read. */
const messages: [days: number, title: string, content: string, read: boolean][] = [
  [30, '欢迎使用书院', '您的账号已经开通。首次登录后请修改密码，并核对姓名和手机号。', true],
  [2, '考试通知：酒店安全与卫生考试', '年度酒店安全与卫生考试已经开放，时长 60 分钟，共有三次机会，取最高分。请在月底前完成。', false],
]

/** Adds them all; users and departments must exist. */
export async function addNotices(ctx: Ctx): Promise<void> {
  const on = (days: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() - days * DAY) })
  for (const [days, title, content] of notices.toReversed())
    await saveNotice(on(days), { title, content, state: days === 35 ? NoticeState.hidden : NoticeState.shown })
  for (const [days, title, content, read] of messages) {
    await sendMsgs(
      on(days),
      sql`select id as user_id, ${title}::text as title, ${content}::text as content from sys_user where state = ${sql.lit(NoticeState.shown)}`,
    )
    if (read)
      await sql`update sys_msg set read_state = ${sql.lit(ReadState.read)}, read_time = create_time where title = ${title}`.execute(ctx.db)
  }
  await saveTmpl(ctx, {
    title: '考试通知：{{examTitle}}',
    content:
      '{{realName}}，您好！\n请参加“{{examTitle}}”，时间 {{startTime}} 至 {{endTime}}，时长 {{minutes}} 分钟，{{passScore}} 分及格。\n请提前登录{{siteName}}，检查网络和设备。',
    event: 'exam',
    channels: ['msg'],
    smsTemplate: '',
    state: NotifyTmplState.enabled,
  })
  await saveTmpl(ctx, {
    title: '培训提醒',
    content: '{{realName}}，您好！请{{deptName}}的同事按时参加本周的培训，地点见公告。',
    event: 'custom',
    channels: ['msg'],
    smsTemplate: '',
    state: NotifyTmplState.enabled,
  })
}
