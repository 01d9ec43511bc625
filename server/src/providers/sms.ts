// SMS: one interface for all providers.
import { SmsAliyun, SmsTencent } from '@shuyuan/contract/site/provider/prop-sms.ts'
import type { App } from '../kernel/ctx.ts'
import { aliyunSms } from './sms-aliyun.ts'
import { localSms } from './sms-local.ts'
import { tencentSms } from './sms-tencent.ts'

export type ShortMessage = {
  /** eleven digits, mainland China */
  mobile: string
  /** the provider's id of an approved template */
  template: string
  /** the template's variables, in the order of its placeholders */
  params: { name: string; value: string }[]
  /** the complete text, for providers that send texts instead of templates */
  text: string
  /** the text without what only the receiver may read */
  loggable: string
}
/** The result: accepted, or refused with the provider's message. */
export type SmsOutcome = { sent: true } | { sent: false; code: string; message: string }

export type SmsProvider = {
  /** Sends one message. Fails smsDown without a usable answer in time. */
  send: (message: ShortMessage) => Promise<SmsOutcome>
}

/** The SMS provider of these settings: the active provider's name and its stored data, secrets included. */
export function smsProvider(
  { provider, data }: { provider: string; data: unknown },
  { log, outgoing }: Pick<App, 'log' | 'outgoing'>,
): SmsProvider {
  if (provider === 'aliyun') return aliyunSms(SmsAliyun.parse(data), outgoing)
  if (provider === 'tencent') return tencentSms(SmsTencent.parse(data), outgoing)
  return localSms(log)
}
