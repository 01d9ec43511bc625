// Sends SMS through the active provider and stores a row of each, sent or not.
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import type { smsLog, smsPurpose } from '@shuyuan/contract/site/outbox/sms-log.ts'
import { randomInt } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail, failField, Failure } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { deleteOlder, SENT_KEEP_DAYS } from '../../../kernel/retention.ts'
import { smsProvider } from '../../../providers/sms.ts'
import { recorded } from '../log/log.service.ts'
import { type ActiveProp, activeProp } from '../provider/prop.service.ts'

type Purpose = keyof typeof smsPurpose
export type OutgoingSms = {
  mobile: string
  smsType: Purpose
  /** the provider's template id; for a code it follows from the settings */
  template?: string
  /** the template's variables in the order of its placeholders */
  params: { name: string; value: string }[]
  /** the whole text, for the local provider and for the log */
  text: string
  /** a part of the text that only the receiver may read */
  secret?: string
}

/** Error codes of providers whose cause the receiver can understand; API documents of Dysmsapi SendSms and Tencent SendSms. */
const understood: Record<string, 'smsTooSoon' | 'smsTooMany' | 'mobile'> = {
  'isv.BUSINESS_LIMIT_CONTROL': 'smsTooSoon',
  'isv.MOBILE_NUMBER_ILLEGAL': 'mobile',
  'LimitExceeded.PhoneNumberThirtySecondLimit': 'smsTooSoon',
  'LimitExceeded.PhoneNumberOneHourLimit': 'smsTooSoon',
  'LimitExceeded.PhoneNumberDailyLimit': 'smsTooMany',
  'InvalidParameterValue.IncorrectPhoneNumber': 'mobile',
}

/** The active provider; the local one while none is set up. */
export const activeSms = async (ctx: Pick<Ctx, 'app'>): Promise<ActiveProp> =>
  (await activeProp(ctx, 'sms')) ?? { provider: 'local', data: {} }

/**
 * Sends one message and records it, outside of the caller's transaction. Fails smsRefused when the provider refused it (smsTooSoon,
 * smsTooMany or at `mobile` where that was the cause), smsDown when there was no usable answer.
 */
export async function deliverSms(ctx: Pick<Ctx, 'app'>, message: OutgoingSms): Promise<{ provider: string }> {
  const { app } = ctx
  const active = await activeSms(ctx)
  const { provider } = active
  const template = message.template ?? templateOf(active, message.smsType)
  try {
    const outcome = await smsProvider(active, app).send({ ...message, template, loggable: withoutSecret(message.text, message.secret) })
    await record(app, provider, message, outcome.sent ? '' : `${outcome.code} ${outcome.message}`)
    return outcome.sent ? { provider } : refuse(outcome.code)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.reason === 'smsDown') await record(app, provider, message, '没有收到可用的答复')
    throw error
  }
}

function refuse(vendorCode: string): never {
  const cause = understood[vendorCode]
  return cause === 'mobile' ? failField('mobile', sayKernel('mobileForm')) : fail(cause ?? 'smsRefused')
}

function templateOf({ data }: ActiveProp, smsType: Purpose): string {
  const templates = (data.templates ?? {}) as Record<string, string | undefined>
  return templates[smsType] || templates.login || ''
}

const withoutSecret = (text: string, secret: string | undefined) => (secret ? text.replaceAll(secret, '******') : text)

async function record(app: App, provider: string, { mobile, smsType, text, secret }: OutgoingSms, error: string) {
  const content = withoutSecret(text, secret)
  const state = error === '' ? 'sent' : 'failed'
  await app.db
    .insertInto('sysSmsLog')
    .values({ mobile, smsType, provider, content, state, error: error.slice(0, 300).toWellFormed(), createTime: app.clock() })
    .execute()
}

/** The variables of a code's template, as many as the provider's template has. */
export const codeParams = ({ data }: ActiveProp, code: string, minutes: number) =>
  data.params === 'minutes'
    ? [
        { name: 'code', value: code },
        { name: 'minutes', value: String(minutes) },
      ]
    : [{ name: 'code', value: code }]

/** Sends a message with an unusable code, to test the settings. Fails as deliverSms. */
export async function sendTestSms(ctx: Ctx, input: Input<(typeof configProp)['sms-test']>): Promise<{ provider: string }> {
  await recorded(ctx, configProp['sms-test'], input, async () => undefined)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const params = codeParams(await activeSms(ctx), code, 5)
  return deliverSms(ctx, {
    mobile: input.mobile,
    smsType: 'test',
    params,
    text: `这是一条测试短信，验证码 ${code} 没有任何用途。`,
    secret: code,
  })
}

/** Deletes messages sent more than half a year ago. */
export const deleteOldSms = (app: App): Promise<number> => deleteOlder(app, 'sys_sms_log', SENT_KEEP_DAYS)

// ids grow with the time of the message
const sortable = { createTime: 'id' }

const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Sent messages, newest first, with masked numbers. */
export async function pageSmsLog({ db }: Ctx, { params, ...paging }: Input<typeof smsLog.paging>): Promise<Output<typeof smsLog.paging>> {
  let found = db.selectFrom('sysSmsLog')
  if (params.mobile) found = found.where('mobile', 'like', containing(params.mobile))
  if (params.smsType) found = found.where('smsType', '=', params.smsType)
  if (params.state) found = found.where('state', '=', params.state)
  const rows = found.select(['id', 'mobile', 'smsType', 'provider', 'content', 'state', 'error', 'createTime'])
  const page = await pageByKey(db, rows.$narrowType<{ smsType: Purpose; state: 'sent' | 'failed' }>(), paging, {
    key: 'id',
    sortable,
    fallback: [['id', 'desc']],
  })
  return { ...page, records: page.records.map((row) => ({ ...row, mobile: masked(row.mobile) })) }
}
