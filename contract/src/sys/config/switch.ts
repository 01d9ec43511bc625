// The switches that a visitor may know before signing in.
import * as z from 'zod'
import { command, endpoints, query } from '../../kernel/endpoint.ts'

/** loginTick: 0 several sign-ins at once, 1 a newer sign-in ends the older (admin.md §3). */
export const Switches = z.object({
  userReg: z.boolean(),
  userAudit: z.boolean(),
  mobileLogin: z.boolean(),
  wechatLogin: z.boolean(),
  faceLogin: z.boolean(),
  cropLogin: z.boolean(),
  dingLogin: z.boolean(),
  realPerson: z.boolean(),
  loginTick: z.int().min(0).max(1),
  invoiceApply: z.boolean(),
})
export type Switches = z.infer<typeof Switches>

export const configSwitch = endpoints('sys/config/switch', {
  detail: query({ title: '功能开关', permit: '-', input: z.object({}), output: Switches }),
  save: command({ title: '保存功能开关', permit: 'sys:switch:update', input: Switches, output: z.literal(true) }),
})
