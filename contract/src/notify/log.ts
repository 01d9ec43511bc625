// Sent notifications and their delivery.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { choice, id, keyword, moment, pageOf, paging } from '../kernel/field.ts'
import { notifyChannels } from './event.ts'

export const notifyState = { waiting: '等待发送', sending: '发送中', sent: '已发送', failed: '发送失败' } as const

export const NotifyLogRow = z.object({
  id: id('记录'),
  createTime: moment('时间'),
  title: z.string().meta({ title: '标题', control: 'text' }),
  content: z.string().meta({ title: '内容', control: 'textarea' }),
  channel: choice('渠道', notifyChannels),
  channel_dictText: z.string().meta({ title: '渠道' }),
  userName: z.string().meta({ title: '账号', control: 'text' }),
  realName: z.string().meta({ title: '接收人', control: 'text' }),
  state: choice('状态', notifyState),
  state_dictText: z.string().meta({ title: '状态' }),
  /** the reason of a failure */
  error: z.string().meta({ title: '失败原因', control: 'text' }),
  createBy_dictText: z.string().meta({ title: '发送人' }),
})

export const notifyLog = endpoints('notify/log', {
  /** counts up to 10,000 rows; `capped`: there are more */
  paging: query({
    title: '发送记录',
    permit: 'notify:log:list',
    input: paging({
      realName: keyword('接收人'),
      title: keyword('标题'),
      channel: choice('渠道', notifyChannels).optional(),
      state: choice('状态', notifyState).optional(),
      from: moment('开始时间').optional(),
      to: moment('结束时间').optional(),
    }),
    output: pageOf(NotifyLogRow).extend({ capped: z.boolean() }),
  }),
})
