// SMS by Tencent Cloud: sms 2021-01-11, SendSms.
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { SmsTencent } from '@shuyuan/contract/site/provider/prop-sms.ts'
import * as z from 'zod'
import { fail } from '../kernel/fail.ts'
import type { Outgoing } from '../kernel/http/outgoing.ts'
import { callProvider } from './call-provider.ts'
import { signTc3 } from './sign-tc3.ts'
import type { SmsProvider } from './sms.ts'

const Said = z.object({ Code: z.string(), Message: z.string().default('') })
const Answer = z.object({ Response: z.union([z.object({ Error: Said }), z.object({ SendStatusSet: z.tuple([Said]) })]) })
const contentType = 'application/json; charset=utf-8'

/** `data`: the account's settings. */
export const tencentSms = (data: z.output<typeof SmsTencent>, outgoing: Outgoing): SmsProvider => ({
  async send({ mobile, template, params }) {
    const url = new URL(`${addressOf(data.baseUrl, 'https://sms.tencentcloudapi.com')}/`)
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${mobile}`],
      SmsSdkAppId: data.sdkAppId,
      SignName: data.signName,
      TemplateId: template,
      TemplateParamSet: params.map(({ value }) => value),
    })
    const timestamp = Math.floor(Date.now() / 1_000)
    const signed = { 'content-type': contentType, host: url.host, 'x-tc-action': 'SendSms' }
    const answer = await callProvider(outgoing, {
      url: url.href,
      method: 'POST',
      headers: {
        'content-type': contentType,
        authorization: signTc3({ service: 'sms', body, headers: signed, timestamp, ...data }),
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-timestamp': String(timestamp),
        'x-tc-region': data.region,
      },
      body,
      timeoutMs: data.timeout * 1_000,
      down: 'smsDown',
    })
    const read = Answer.safeParse(answer.data)
    if (!read.success) return fail('smsDown')
    const { Response } = read.data
    const said = 'Error' in Response ? Response.Error : Response.SendStatusSet[0]
    return said.Code === 'Ok' ? { sent: true } : { sent: false, code: said.Code, message: said.Message }
  },
})
