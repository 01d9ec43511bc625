// Sends a notification: resolves the audience, fills in the text, and inserts a row per user and channel, in a few statements.
import { say } from '@shuyuan/contract/notify/notify.server.texts.ts'
import {
  fillIn,
  namesIn,
  notifyEvents,
  type NotifyChannel,
  type NotifyEvent,
  personVariables,
  unknownVariables,
} from '@shuyuan/contract/notify/event.ts'
import type { notify } from '@shuyuan/contract/notify/notify.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { site } from '../site/config/config.service.ts'
import { sendMsgs } from '../message/msg.service.ts'
import { sendsMail } from '../site/provider/prop.service.ts'
import { activeSms } from '../site/outbox/sms-outbox.service.ts'
import { deliverSoon } from './deliver.service.ts'
import { reachableUsers } from './reachable-users.service.ts'
import { type NotifySource, sourceOf } from './source.service.ts'
import { findTmpl } from './tmpl.service.ts'

type Sending = Input<typeof notify.send>

/**
 * Inbox messages are delivered with the commit; SMS and e-mails wait for the queue. Fails at the field for a disabled template, a variable without a
 * value, and an empty audience.
 */
export async function sendNotify(ctx: Ctx, input: Sending): Promise<Output<typeof notify.send>> {
  const { channels, audience, refType, refId } = input
  const source = sourceOf(ctx, input)
  const texts = await textOf(ctx, input, source)
  const batch = randomUUID()
  const written = await writeDown(ctx, input, { ...texts, batch }, await reachableUsers(ctx, audience, source?.people(refId)))
  if (written.size === 0) failField('audience', say('recipientsNone'))
  const opened = (await source?.opens?.(ctx, refId)) ?? { refType, refId }
  if (channels.includes('msg'))
    await sendMsgs(ctx, sql`select user_id, title, content from notify_log where batch = ${batch} and channel = 'msg' order by id`, opened)
  const counts = { sent: written.get('sent') ?? 0, waiting: written.get('waiting') ?? 0, failed: written.get('failed') ?? 0 }
  if (counts.waiting > 0) ctx.afterCommit(() => deliverSoon(ctx.app))
  ctx.change.after = { batch, ...counts }
  return counts
}

export type NotifyText = {
  tmplId: string | null
  title: string
  content: string
  values: Record<string, string>
  smsTemplate: string
  /** the text of the SMS: with a provider's template, the approved text */
  smsContent: string
}

/** Title and content of a notification, and their values that are the same for every user. Fails at the field as sendNotify does. */
export async function textOf(ctx: Ctx, input: Sending, source: NotifySource | undefined): Promise<NotifyText> {
  const tmpl = input.tmplId === undefined ? undefined : await findTmpl(ctx, { id: input.tmplId })
  if (tmpl && tmpl.state !== NotifyTmplState.enabled) failField('tmplId', say('messageTmplDisabled'))
  const event = tmpl?.event ?? eventOf(input.refType)
  const values = { siteName: (await site(ctx)).siteName, ...(source ? await source.values(ctx, input.refId) : {}) }
  const texts = { title: input.title || (tmpl?.title ?? ''), content: input.content || (tmpl?.content ?? '') }
  if (input.channels.includes('sms')) await mustBeSendable(ctx, tmpl)
  if (input.channels.includes('mail') && !(await sendsMail(ctx))) failField('channels', say('mailOffHere'))
  const approved = tmpl && tmpl.smsTemplate !== '' ? tmpl : undefined
  const checked = [['title', texts.title] as const, ['content', texts.content] as const, ['content', approved?.content ?? ''] as const]
  for (const [field, text] of checked) {
    const [unknown] = unknownVariables(text, event)
    const missing = unknown ?? namesIn(text).find((name) => !(name in values) && !(name in personVariables))
    if (missing !== undefined) failField(field, say('variableEmpty', { name: missing }))
  }
  return {
    tmplId: tmpl?.id ?? null,
    ...texts,
    values,
    smsTemplate: approved?.smsTemplate ?? '',
    smsContent: approved?.content ?? texts.content,
  }
}

/** Providers send approved texts only; the local provider records any text. */
async function mustBeSendable(ctx: Ctx, tmpl: { smsTemplate: string } | undefined) {
  if (!tmpl?.smsTemplate && (await activeSms(ctx)).provider !== 'local') failField('channels', say('smsTmplNeeded'))
}

const eventOf = (refType: string): NotifyEvent => (Object.hasOwn(notifyEvents, refType) ? (refType as NotifyEvent) : 'custom')

/** Columns of the user's own values. The database fills them in, so that no list of users is held in memory. */
const columns: Record<keyof typeof personVariables, RawBuilder<string>> = {
  realName: sql`sys_user.real_name`,
  userName: sql`sys_user.user_name`,
  deptName: sql`d.dept_name`,
}
const personal = Object.entries(columns)

function filled(text: string, values: Record<string, string>): RawBuilder<string> {
  // normalises the spaces inside the braces, so that the placeholders can be found later
  const marks = Object.fromEntries(personal.map(([name]) => [name, `{{${name}}}`]))
  const start: RawBuilder<string> = sql`${fillIn(text, { ...values, ...marks })}::text`
  return personal.reduce((inner, [name, column]) => sql`replace(${inner}, ${`{{${name}}}`}, ${column})`, start)
}

/** Where the message of a channel goes to; '' for users without such an address. */
const address = sql`coalesce(case when c.channel = 'sms' then mobile else email end, '')`

/** Inserts one row per user and channel. @returns the counts by state */
async function writeDown(
  ctx: Ctx,
  { channels, refType, refId }: Sending,
  texts: NotifyText & { batch: string },
  people: RawBuilder<boolean>,
) {
  const { batch, tmplId, title, content, values, smsTemplate, smsContent } = texts
  const names = smsTemplate === '' ? [] : [...new Set(namesIn(smsContent))]
  const params = names.map((name) => (name in columns ? columns[name as keyof typeof columns] : sql`${values[name] ?? ''}::text`))
  const wanted: NotifyChannel[] = [...new Set(channels)]
  const { rows } = await sql<{ state: string; count: number }>`
    with written as (
      insert into notify_log (batch, tmpl_id, title, content, channel, user_id, state, error, ref_type, ref_id, create_by, create_time,
        sms_template, param_names, params)
      select ${batch}::text, ${tmplId}::bigint, ${filled(title, values)},
        case when c.channel = 'sms' then ${filled(smsContent, values)} else ${filled(content, values)} end, c.channel, sys_user.id,
        case when c.channel = 'msg' then 'sent' when ${address} = '' then 'failed' else 'waiting' end,
        case when c.channel = 'msg' or ${address} <> '' then '' when c.channel = 'sms' then '没有手机号' else '没有邮箱' end,
        ${refType}::text, ${refId}::text, ${ctx.user.id}::bigint, ${ctx.now}::timestamptz,
        case when c.channel = 'sms' then ${smsTemplate}::text else '' end,
        case when c.channel = 'sms' then ${names}::text[] else '{}' end,
        case when c.channel = 'sms' then array[${params.length > 0 ? sql.join(params) : sql``}]::text[] else '{}' end
      from sys_user join sys_depart d on d.dept_code = sys_user.dept_code cross join unnest(${wanted}::text[]) as c(channel)
      where ${people}
      order by sys_user.id
      returning state)
    select state, count(*)::int as count from written group by state`.execute(ctx.db)
  return new Map(rows.map((row) => [row.state, row.count]))
}
