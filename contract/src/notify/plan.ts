// Notifications that are sent later.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, id, ids, keyword, moment, pageOf, paging } from '../kernel/field.ts'

export const planState = { waiting: '待发送', sent: '已发送', failed: '发送失败', cancelled: '已取消' } as const

export const NotifyPlanRow = z.object({
  id: id('定时通知'),
  sendAt: moment('发送时间'),
  title: z.string().meta({ title: '标题', control: 'text' }),
  content: z.string().meta({ title: '内容', control: 'textarea' }),
  state: choice('状态', planState),
  state_dictText: z.string().meta({ title: '状态' }),
  /** the reason of a failure */
  error: z.string().meta({ title: '失败原因', control: 'text' }),
  createBy_dictText: z.string().meta({ title: '发送人' }),
  createTime: moment('创建时间'),
})

export const notifyPlan = endpoints('notify/plan', {
  /** plans of people within the caller's data scope */
  paging: query({
    title: '定时通知',
    permit: 'notify:log:list',
    input: paging({ title: keyword('标题'), state: choice('状态', planState).optional() }),
    output: pageOf(NotifyPlanRow),
  }),
  /** plans that still wait, of people within the caller's data scope; the others stay as they are */
  cancel: command({ title: '取消定时通知', permit: 'notify:send', input: ids('定时通知'), output: z.literal(true) }),
})
