// The caller's sign-in sessions, and ending them.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { id, moment } from '../kernel/field.ts'

/** Shown when the user agent is not recognized. */
export const unknownDevice = '未知设备'

const OwnSession = z.object({
  id: id('会话'),
  /** browser and operating system */
  device: z.string().meta({ title: '设备' }),
  ip: z.string().meta({ title: 'IP 地址' }),
  createTime: moment('登录时间'),
  lastSeen: moment('最近活动'),
  /** the session of this call */
  current: z.boolean(),
})
export type OwnSession = z.input<typeof OwnSession>

export const session = endpoints('sys/user/session', {
  list: query({ title: '我的登录设备', permit: 'any', input: z.object({}), output: z.array(OwnSession) }),
  end: command({ title: '下线登录设备', permit: 'any', input: z.object({ id: id('会话') }), output: z.literal(true) }),
})
