// SMS by Alibaba Cloud: Dysmsapi 2017-05-25, SendSms.
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { SmsAliyun } from '@shuyuan/contract/site/provider/prop-sms.ts'
import type * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import type { Outgoing } from '../kernel/http/outgoing.ts'
import { callProvider, textOf } from './call-provider.ts'
import { acs3Query, signAcs3 } from './sign-acs3.ts'
import type { SmsProvider } from './sms.ts'

/** `data`: the account's settings. */
export const aliyunSms = (data: z.output<typeof SmsAliyun>, outgoing: Outgoing): SmsProvider => ({
  async send({ mobile, template, params }) {
    const query = acs3Query({
      PhoneNumbers: mobile,
      SignName: data.signName,
      TemplateCode: template,
      TemplateParam: JSON.stringify(Object.fromEntries(params.map(({ name, value }) => [name, value]))),
    })
    const url = new URL(`${addressOf(data.baseUrl, 'https://dysmsapi.aliyuncs.com')}/?${query}`)
    const { host: _host, ...headers } = signAcs3({ method: 'POST', url, action: 'SendSms', version: '2017-05-25', ...data })
    const answer = await callProvider(outgoing, {
      url: url.href,
      method: 'POST',
      headers,
      timeoutMs: data.timeout * 1_000,
      down: 'smsDown',
    })
    const code = textOf(answer.data, 'Code')
    if (code === '') fail('smsDown')
    return code === 'OK' ? { sent: true } : { sent: false, code, message: textOf(answer.data, 'Message') }
  },
})
