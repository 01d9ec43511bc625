// The writing assistant: what it may do here, its settings, and the log of what was sent (docs/assistant.md).
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, hot, query } from '../kernel/endpoint.ts'
import { choice, count, flag, id, keyword, moment, pageOf, paging } from '../kernel/field.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './assist.texts.ts'

/** What a request to a model was for. */
export const assistKind = {
  questions: '智能出题',
  improve: '智能改题',
  explain: '智能讲解',
  mark: '阅卷建议',
  notice: '公告草稿',
  embed: '向量',
  test: '测试',
} as const
export type AssistKind = keyof typeof assistKind
export const assistCallState = { running: '进行中', done: '成功', failed: '失败', cancelled: '已取消' } as const

/** What a site switches on; everything is off at first. */
const Switches = z.object({
  questions: flag('智能出题').default(false),
  improve: flag('智能改题').default(false),
  notice: flag('公告草稿').default(false),
  explain: flag('智能讲解').default(false),
  /** sends answers of candidates, as no other use does; refused unless `told` says that the candidates were informed */
  mark: flag('阅卷建议').default(false),
  told: flag('我已确认考生知情').default(false),
})
/** What a site may switch on. */
export type AssistUse = Exclude<keyof z.infer<typeof Switches>, 'told'>
/** Opinions on one answer. */
const MOST_TIMES = 5
/** 0: no limit */
const Limited = Switches.extend({
  userTokens: count('每人每天额度', 0, 100_000_000, 'tokens').default(50_000),
  learnerTokens: count('学员每天额度', 0, 100_000_000, 'tokens').default(5_000),
  siteTokens: count('全站每天额度', 0, 1_000_000_000, 'tokens').default(500_000),
  /** opinions on one answer: the middle one is shown, and how far they lie apart */
  markTimes: count('每份答案评几次', 1, MOST_TIMES, '次').default(1),
  /** a second request answers generated questions from the material alone, before their author gets them */
  recheck: flag('发送前二次核对答案').default(false),
  keepDays: count('记录保存天数', 1, 3_650, '天').default(30),
})
const Settings = Limited.refine((form) => !form.mark || form.told, { path: ['told'], error: encoded(say('toldNeeded')) })
export type AssistSettings = z.infer<typeof Limited>
export const assistSettings = Limited

/** `bad`: it does not work · `warn`: it works badly */
const Finding = z.object({ tone: z.enum(['good', 'warn', 'bad']), text: z.string() })

export const assistConfig = endpoints('assist/config', {
  detail: query({ title: '智能助手设置', permit: 'assist:config', input: z.object({}), output: Limited }),
  save: command({ title: '保存智能助手设置', permit: 'assist:config', apiToken: false, input: Settings, output: z.literal(true) }),
  /** Asks for one line of JSON, then sends a text of the configured length and asks for its first word. */
  test: hot({
    title: '测试智能助手',
    permit: 'assist:config',
    apiToken: false,
    rate: { by: 'user', max: 30, seconds: 600 },
    input: z.object({}),
    output: z.object({ ok: z.boolean(), findings: z.array(Finding), step: z.string(), ms: z.int(), tokens: z.int() }),
  }),
})

const cost = z.number().meta({ title: '费用（元）' })
const CallRow = z.object({
  id: id('记录'),
  createTime: moment('时间'),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  kind: choice('用途', assistKind),
  about: z.string().meta({ title: '关于' }),
  provider: z.string().meta({ title: '服务商' }),
  model: z.string().meta({ title: '模型' }),
  state: choice('结果', assistCallState),
  /** why it failed, in words; '' else */
  error: z.string().meta({ title: '失败原因' }),
  tokensIn: count('输入 tokens'),
  tokensOut: count('输出 tokens'),
  isEstimated: z.boolean().meta({ title: '估算' }),
  /** yuan; 0 where the provider had no price */
  cost,
  ms: count('用时', 0, 1_000_000_000, '毫秒'),
})
const callParams = {
  userName: keyword('姓名或账号'),
  kind: choice('用途', assistKind),
  state: choice('结果', assistCallState),
  from: moment('开始时间'),
  to: moment('结束时间'),
}

export const assistCall = endpoints('assist/call', {
  /** by day, the latest first, at most 92 days; filtered as the list */
  days: query({
    title: '智能助手每天的用量',
    permit: 'assist:log',
    input: z.object({ params: z.object(callParams).partial().default({}) }),
    output: z.array(
      z.object({
        day: z.string().meta({ title: '日期' }),
        calls: count('请求数'),
        failed: count('失败数'),
        tokensIn: count('输入 tokens'),
        tokensOut: count('输出 tokens'),
        cost,
      }),
    ),
  }),
  paging: query({ title: '智能助手记录', permit: 'assist:log', input: paging(callParams), output: pageOf(CallRow) }),
  detail: query({
    title: '智能助手记录详情',
    permit: 'assist:log',
    input: z.object({ id: id('记录') }),
    output: CallRow.extend({
      /** the service's own words */
      detail: z.string(),
      step: z.string(),
      sent: z.string().meta({ title: '发送内容' }),
      answered: z.string().meta({ title: '返回内容' }),
    }),
  }),
  export: download({
    title: '导出智能助手记录',
    permit: 'assist:log',
    input: z.object({ params: z.object(callParams).partial().default({}) }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
