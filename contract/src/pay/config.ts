// How the school is paid: one merchant account for each way. The trading itself is elsewhere.
import * as z from 'zod'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { flag } from '../kernel/field.ts'
import { payName } from '../sys/provider/prop-pay.ts'

const data = z.record(z.string().max(40), z.unknown())
const PayDetail = z.object({
  name: payName,
  enabled: z.boolean(),
  /** secrets read as ****** */
  data,
  /** whether the merchant's account was saved */
  stored: z.boolean(),
})

export const payConfig = endpoints('pay/config', {
  list: query({
    title: '支付方式',
    permit: 'any',
    input: z.object({}),
    output: z.array(z.object({ name: payName, enabled: z.boolean() })),
  }),
  detail: query({ title: '支付配置', permit: 'pay:config', input: z.object({}), output: z.array(PayDetail) }),
  /** `data` left out, or a secret in it masked or empty: what is stored stays */
  save: command({
    title: '保存支付配置',
    permit: 'pay:config',
    input: z.object({ name: payName, enabled: flag('启用'), data: data.optional() }),
    output: PayDetail,
  }),
})
