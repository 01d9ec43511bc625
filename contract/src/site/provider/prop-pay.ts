// Settings of a merchant account, for each way of paying.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { flag } from '../../kernel/field.ts'
import { orEmpty, webAddress } from '../../kernel/rule.ts'
import type { PayName } from './pay-name.ts'
import { address, baseUrl, optionalSetting, secret, setting } from './prop-field.ts'

/** WeChat Pay, API v3. */
const Wechat = z.object({
  mchId: setting('商户号', undefined, 32),
  appId: setting('AppID', undefined, 32),
  serialNo: setting('商户证书序列号', undefined, 64),
  privateKey: secret('商户私钥'),
  apiV3Key: secret('APIv3 密钥', undefined, [(value) => value.length === 32, say('lengthExactly', { count: 32 })]),
  /** the id of the public key below, or the serial number of the platform certificate */
  platformSerial: setting('微信支付公钥 ID', undefined, 64),
  platformKey: setting('微信支付公钥', undefined, 8_000).meta({ title: '微信支付公钥', control: 'textarea' }),
  /** a second pair while the vendor changes from certificates to its public key, or from one certificate to the next */
  platformSerial2: optionalSetting('第二个微信支付公钥 ID', 64),
  platformKey2: optionalSetting('第二个微信支付公钥', 8_000).meta({ title: '第二个微信支付公钥', control: 'textarea' }),
  baseUrl,
})
const Alipay = z.object({
  appId: setting('应用 AppID', undefined, 32),
  privateKey: secret('应用私钥'),
  alipayPublicKey: setting('支付宝公钥', undefined, 8_000).meta({ title: '支付宝公钥', control: 'textarea' }),
  /** the merchant's PID; notices of another one are refused. Empty: not checked */
  sellerId: optionalSetting('卖家支付宝用户号', 32),
  gateway: address(orEmpty(webAddress('网关地址'))),
})
const Paypal = z.object({
  clientId: setting('Client ID'),
  clientSecret: secret('Client Secret'),
  webhookId: setting('Webhook ID', undefined, 64),
  /** PayPal takes no yuan from most countries */
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/, encoded(say('currencyForm')))
    .default('USD')
    .meta({ title: '币种', control: 'text' }),
  /** yuan for one unit of the currency */
  rate: z
    .string()
    .trim()
    .regex(/^(?=.*[1-9])\d{1,5}(\.\d{1,6})?$/, encoded(say('rateForm')))
    .default('7.2')
    .meta({ title: '汇率', control: 'text' }),
  sandbox: flag('沙箱环境').default(false),
  baseUrl,
})

export const payKinds: Record<PayName, { title: string; data: z.ZodObject }> = {
  wechat: { title: '微信支付', data: Wechat },
  alipay: { title: '支付宝', data: Alipay },
  paypal: { title: 'PayPal', data: Paypal },
  // payment with points needs no merchant account
  points: { title: '积分支付', data: z.object({}) },
}
