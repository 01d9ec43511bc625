// The caller's inbox. It never contains messages to other users.
import * as z from '../kernel/z.ts'
import { command, endpoints, hot, query } from '../kernel/endpoint.ts'
import { code, id, ids, keyword, moment, pageOf, paging } from '../kernel/field.ts'

export const ReadState = { unread: 0, read: 1 } as const
export type ReadState = (typeof ReadState)[keyof typeof ReadState]
export const readState = { [ReadState.unread]: '未读', [ReadState.read]: '已读' } as const

export const MsgRow = z.object({
  id: id('消息'),
  title: z.string().meta({ title: '标题', control: 'text' }),
  /** plain text with line breaks */
  content: z.string().meta({ title: '内容', control: 'textarea' }),
  readState: code('状态', readState),
  readState_dictText: z.string().meta({ title: '状态' }),
  /** the kind of object the message is about, e.g. exam, and its id; empty: none */
  refType: z.string(),
  refId: z.string(),
  createTime: moment('时间'),
})

export const msg = endpoints('sys/user/msg', {
  paging: query({
    title: '我的消息',
    permit: 'any',
    input: paging({ readState: code('状态', readState).optional(), title: keyword('标题') }),
    output: pageOf(MsgRow),
  }),
  // `hot`, because reading a message needs no audit row
  'detail-for-read': hot({ title: '阅读消息', permit: 'any', input: z.object({ id: id('消息') }), output: MsgRow }),
  'count-unread': query({ title: '未读消息数', permit: 'any', input: z.object({}), output: z.int() }),
  'mark-read': command({ title: '消息标记已读', permit: 'any', input: ids('消息'), output: z.literal(true) }),
  'mark-all-read': command({ title: '消息全部标记已读', permit: 'any', input: z.object({}), output: z.literal(true) }),
  'user-delete': command({ title: '删除消息', permit: 'any', input: ids('消息'), output: z.literal(true) }),
})
