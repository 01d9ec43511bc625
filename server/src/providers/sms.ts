// Short messages: one face for every vendor.
import { SmsAliyun, SmsTencent } from '@shuyuan/contract/sys/provider/prop-sms.ts'
import type { FastifyBaseLogger } from 'fastify'
import { aliyunSms } from './sms-aliyun.ts'
import { localSms } from './sms-local.ts'
import { tencentSms } from './sms-tencent.ts'

export type ShortMessage = {
  /** eleven digits of the mainland */
  mobile: string
  /** the vendor's number of an approved template */
  template: string
  /** the template's variables, in the order of its places */
  params: { name: string; value: string }[]
  /** the whole text, for who sends texts rather than templates */
  text: string
}
/** What became of a message: accepted, or refused in the vendor's words. */
export type SmsOutcome = { sent: true } | { sent: false; code: string; message: string }

export type SmsProvider = {
  /** Hands one message over. Fails smsDown when there was no usable answer in time. */
  send: (message: ShortMessage) => Promise<SmsOutcome>
}

/** The provider of short messages. Takes the active provider's name and stored settings, secrets included. */
export function smsProvider({ provider, data }: { provider: string; data: unknown }, log: FastifyBaseLogger): SmsProvider {
  if (provider === 'aliyun') return aliyunSms(SmsAliyun.parse(data))
  if (provider === 'tencent') return tencentSms(SmsTencent.parse(data))
  return localSms(log)
}
