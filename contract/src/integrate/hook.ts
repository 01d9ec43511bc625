// Other systems that receive events of this site: webhooks and learning record stores (docs/integrate.md, docs/decisions/0131).
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, flag, id, ids, moment, optionalText, pageOf, paging, text } from '../kernel/field.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'

/** hook: a signed JSON message; xapi: statements for a learning record store */
export const hookKind = { hook: 'Webhook', xapi: 'xAPI 学习记录库' } as const
export type HookKind = keyof typeof hookKind

export const hookEvent = {
  'paper.finished': '答卷已评分',
  'course.finished': '课程已学完',
  'assignment.handed': '作业已提交',
  'survey.answered': '问卷已填写',
  'path.finished': '培养方案已完成',
  'order.paid': '订单付款成功',
  'order.refunded': '订单退款成功',
  'cert.granted': '证书已颁发',
  'cert.revoked': '证书被撤销',
  'user.created': '用户已创建',
  'user.disabled': '用户被禁用',
} as const
export type HookEvent = keyof typeof hookEvent
/** Events that become statements. */
export const statementEvents: readonly HookEvent[] = [
  'paper.finished',
  'course.finished',
  'assignment.handed',
  'survey.answered',
  'path.finished',
]
/** The event of a score for a learning platform (LTI). */
export const LTI_SCORE = 'lti.score'
/** The events of deliveries. */
export const deliveryEvent = { ...hookEvent, [LTI_SCORE]: '成绩回传学习平台' } as const
/** The event of a trial message. */
export const PING = 'ping'

export const deliveryState = { waiting: '等待推送', done: '推送成功', failed: '推送失败' } as const
export type DeliveryState = keyof typeof deliveryState

const fields = {
  title: text('名称', 60),
  kind: choice('接收方式', hookKind),
  /** of a learning record store: its endpoint, without /statements */
  url: text('接收地址', 500),
  /** the user name at a learning record store */
  account: optionalText('接收方账号', 200),
  /** the address of this site in statements */
  homePage: optionalText('本站地址', 300),
  events: z
    .array(choice('推送的事件', hookEvent), { error: encoded(sayKernel('unchosen', { label: '推送的事件' })) })
    .min(1, encoded(sayKernel('unchosen', { label: '推送的事件' })))
    .max(20)
    .meta({ title: '推送的事件', control: 'events' }),
}

const Hook = z.object({
  id: id('推送目标'),
  ...fields,
  enabled: flag('启用'),
  /** why the server has switched it off */
  problem: z.string().meta({ title: '停用原因' }),
  /** messages that are not delivered yet */
  waiting: z.int().meta({ title: '等待推送' }),
  createBy_dictText: z.string().meta({ title: '创建人' }),
  createTime: moment('创建时间'),
})

const Delivery = z.object({
  id: id('推送记录'),
  /** null: a score for a learning platform, `hookTitle` is its name */
  hookId: id('推送目标').nullable(),
  /** of a score: the column of the platform’s grade book */
  address: z.string().meta({ title: '成绩列地址' }),
  hookTitle: z.string().meta({ title: '推送目标' }),
  eventId: z.string().meta({ title: '事件编号' }),
  event: z.string().meta({ title: '事件' }),
  body: z.string().meta({ title: '推送内容' }),
  state: choice('状态', deliveryState),
  attempts: z.int().meta({ title: '推送次数' }),
  /** the HTTP status of the last answer */
  httpStatus: z.int().nullable().meta({ title: 'HTTP 状态' }),
  /** how long the last attempt took */
  ms: z.int().nullable().meta({ title: '耗时（毫秒）' }),
  error: z.string().meta({ title: '失败原因' }),
  nextTime: moment('下次推送').nullable(),
  createTime: moment('时间'),
})

/** Callers need the data scope of all users: messages are about everybody. */
export const hook = endpoints('integrate/hook', {
  paging: query({ title: '推送目标列表', permit: 'integrate:hook:list', input: paging({}), output: pageOf(Hook) }),
  /** answers the secret of a new webhook, which is not shown again */
  save: command({
    title: '保存推送目标',
    permit: ['integrate:hook:add', 'integrate:hook:update'],
    addOrUpdate: true,
    slow: true,
    input: z.object({
      id: id('推送目标').optional(),
      ...fields,
      /** the password at a learning record store; '' leaves the stored one */
      password: z.string().max(500).default('').meta({ title: '接收方密码', control: 'password' }),
    }),
    output: z.object({ id: z.string(), secret: z.string() }),
  }),
  state: command({
    title: '启用或停用推送',
    permit: 'integrate:hook:update',
    input: ids('推送目标').extend({ enabled: flag('启用') }),
    output: z.literal(true),
  }),
  /** a new key for the signature; the old one ends at once */
  secret: command({
    title: '更换签名密钥',
    permit: 'integrate:hook:update',
    input: z.object({ id: id('推送目标') }),
    output: z.object({ secret: z.string() }),
  }),
  /** sends a trial message */
  ping: command({
    title: '发送测试消息',
    permit: 'integrate:hook:update',
    input: z.object({ id: id('推送目标') }),
    output: z.literal(true),
  }),
  delete: command({ title: '删除推送目标', permit: 'integrate:hook:delete', input: ids('推送目标'), output: z.literal(true) }),
})

export const delivery = endpoints('integrate/delivery', {
  /** counts up to 10,000 rows; `capped`: there are more */
  paging: query({
    title: '推送记录列表',
    permit: 'integrate:hook:list',
    input: paging({
      hookId: id('推送目标').optional(),
      event: choice('事件', deliveryEvent).optional(),
      state: choice('状态', deliveryState).optional(),
      from: moment('开始时间').optional(),
      to: moment('结束时间').optional(),
    }),
    output: pageOf(Delivery).extend({ capped: z.boolean() }),
  }),
  /** sends messages again, with the same id and body */
  replay: command({ title: '重新推送', permit: 'integrate:hook:update', input: ids('推送记录'), output: z.literal(true) }),
})
