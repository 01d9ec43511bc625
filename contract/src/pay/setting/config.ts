// Payment settings: one merchant account for each way of paying.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { flag } from '../../kernel/field.ts'
import { payName } from '../../site/provider/pay-name.ts'

const data = z.record(z.string().max(40), z.unknown())
const PayDetail = z.object({
  name: payName,
  enabled: z.boolean(),
  /** secrets are sent as ****** */
  data,
  /** whether the merchant account has been saved */
  stored: z.boolean(),
})

export const payConfig = endpoints('pay/config', {
  list: query({
    title: '支付方式',
    permit: 'any',
    input: z.object({}),
    /** `local` is the test channel of a demonstration */
    output: z.array(z.object({ name: z.enum([...payName.options, 'local']), enabled: z.boolean() })),
  }),
  detail: query({ title: '支付配置', permit: 'pay:config', input: z.object({}), output: z.array(PayDetail) }),
  /** where payment services send their notices */
  address: query({
    title: '支付通知地址',
    permit: 'pay:config',
    input: z.object({}),
    output: z.object({
      notifyUrl: z.string(),
      /** whether it is the address of the site settings, else the one by which the caller reached the site */
      isSet: z.boolean(),
    }),
  }),
  /** without `data` the stored settings stay; so does a secret that is masked or empty */
  save: command({
    slow: true,
    title: '保存支付配置',
    permit: 'pay:config',
    input: z.object({ name: payName, enabled: flag('启用'), data: data.optional() }),
    output: PayDetail,
  }),
})
