// Notifies one person of an event by itself, through the channels of the site's template.
import { fillIn, namesIn, type NotifyChannel, type NotifyEvent } from '@shuyuan/contract/notify/event.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import { sendsMail } from '../site/provider/prop.service.ts'
import { activeSms } from '../site/outbox/sms-outbox.service.ts'
import { sendMsg } from '../message/msg.service.ts'
import { site } from '../site/config/config.service.ts'
import { deliverSoon } from './deliver.service.ts'
import { builtIn } from './prepare.service.ts'
import { newestTmpl } from './tmpl.service.ts'

type Sending = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
/** `values`: the event's own variables, name → text */
type Told = { userId: string; refType: string; refId: string; values: Record<string, string> }

/**
 * In the caller's transaction. The newest enabled template of the event says text and channels; without one, the built-in text goes to the
 * inbox. SMS and e-mails wait for the queue; one that cannot be sent is in the log with its reason.
 */
export async function notifyPerson(ctx: Sending, event: NotifyEvent, { userId, refType, refId, values }: Told): Promise<void> {
  const person = await ctx.db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('sysUser.id', '=', userId)
    .select(['realName', 'userName', 'deptName', 'mobile', 'email'])
    .executeTakeFirst()
  if (!person) return
  const { realName, userName, deptName, mobile, email } = person
  const all = { siteName: (await site(ctx)).siteName, realName, userName, deptName: deptName ?? '', ...values }
  const tmpl = await newestTmpl(ctx, event)
  const { title, content } = tmpl ?? builtIn[event]
  const channels = tmpl?.channels ?? ['msg']
  const text = { title: fillIn(title, all), content: fillIn(content, all) }
  if (channels.includes('msg')) await sendMsg(ctx, [userId], { ...text, refType, refId })
  if (!tmpl) return
  const problems: Partial<Record<NotifyChannel, string>> = {
    sms: await smsProblem(ctx, tmpl.smsTemplate, mobile),
    mail: email === '' ? '没有邮箱' : (await sendsMail(ctx)) ? '' : '尚未启用邮件服务',
  }
  const names = tmpl.smsTemplate === '' ? [] : [...new Set(namesIn(content))]
  const row = { ...text, batch: randomUUID(), tmplId: tmpl.id, userId, refType, refId, createTime: ctx.now }
  const sms = { smsTemplate: tmpl.smsTemplate, paramNames: names, params: names.map((name) => (all as Record<string, string>)[name] ?? '') }
  const rows = channels.map((channel) => {
    const error = problems[channel as NotifyChannel]
    const state = error === undefined ? 'sent' : error === '' ? 'waiting' : 'failed'
    return { ...row, ...(channel === 'sms' && sms), channel, state, error: error ?? '' }
  })
  for (const one of rows) await ctx.db.insertInto('notifyLog').values(one).execute()
  if (rows.some((one) => one.state === 'waiting')) ctx.afterCommit(() => deliverSoon(ctx.app))
}

/** Why no SMS can be sent; '' when it can. Providers send approved texts only. */
async function smsProblem(ctx: Sending, smsTemplate: string, mobile: string | null): Promise<string> {
  if (!mobile) return '没有手机号'
  return smsTemplate === '' && (await activeSms(ctx)).provider !== 'local' ? '消息模板没有短信模板编号' : ''
}
