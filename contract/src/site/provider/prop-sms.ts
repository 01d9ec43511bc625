// Settings of SMS: account, signature, and an approved template for each occasion.
import { say } from '../site.texts.ts'
import * as z from '../../kernel/z.ts'
import { choice, count, optionalText } from '../../kernel/field.ts'
import { baseUrl, secret, setting } from './prop-field.ts'

/** An occasion without a template uses that of signing in. */
const templates = z.object({
  login: setting('登录模板编号', undefined, 60),
  reg: optionalText('注册模板编号', 60),
  forgot: optionalText('找回密码模板编号', 60),
  bind: optionalText('绑定手机模板编号', 60),
  unbind: optionalText('解绑手机模板编号', 60),
})
const signName = setting('短信签名', undefined, 60)
const timeout = count('超时时间', 1, 30, '秒').default(5)

/** Maximum number of messages in 24 hours per mobile number and per client address. */
const limits = {
  numberLimit: count('每号码每日上限', 1, 100, '条').default(10),
  addressLimit: count('每 IP 每日上限', 1, 100_000, '条').default(500),
}

/** No provider: the text is written to the server's log and to the list of sent messages. */
export const SmsLocal = z.object(limits)
export const SmsAliyun = z.object({
  accessKeyId: setting('AccessKeyId', say('accessKeyIdEmpty')),
  accessKeySecret: secret('AccessKeySecret', say('accessKeySecretEmpty')),
  signName,
  templates,
  ...limits,
  timeout,
  baseUrl,
})
export const SmsTencent = z.object({
  secretId: setting('SecretId', say('requiredPlain', { label: 'SecretId' })),
  secretKey: secret('SecretKey', say('requiredPlain', { label: 'SecretKey' })),
  sdkAppId: setting('短信应用 SdkAppId', undefined, 40),
  region: setting('地域', undefined, 40).default('ap-guangzhou'),
  signName,
  templates,
  /** Tencent requires exactly as many values as the template has placeholders. */
  params: choice('模板变量', { code: '{1} 验证码', minutes: '{1} 验证码，{2} 有效分钟数' }).default('code'),
  ...limits,
  timeout,
  baseUrl,
})

/** The limits that all providers' settings contain. */
export const SmsLimits = z.object(limits)
