// Messages as notifications of the caller's browser, by Web Push.
import * as z from '../kernel/z.ts'
import { command, endpoints, hot } from '../kernel/endpoint.ts'

const endpoint = z.url().max(1_000).meta({ title: '推送地址' })
const key = z
  .string()
  .regex(/^[\w-]{16,200}={0,2}$/)
  .meta({ title: '推送密钥' })

export const push = endpoints('sys/push', {
  // `hot`: the first call makes the keys of the site
  key: hot({ title: '推送公钥', permit: 'any', input: z.object({}), output: z.object({ publicKey: z.string() }) }),
  /** As `PushSubscription` of the browser gives them. A browser that is known belongs to the caller from then on. */
  save: command({ title: '开启消息推送', permit: 'any', input: z.object({ endpoint, p256dh: key, auth: key }), output: z.literal(true) }),
  /** Of the caller only; an unknown address is no failure. */
  delete: command({ title: '关闭消息推送', permit: 'any', input: z.object({ endpoint }), output: z.literal(true) }),
})

/** What the service worker is sent, encrypted. */
export type PushPayload = { id: string; title: string }
