// Default text and audience of the notification dialog, for every domain with something to notify about.
import type { NotifyEvent } from '@shuyuan/contract/notify/event.ts'
import type { notify } from '@shuyuan/contract/notify/notify.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Prepared } from '@shuyuan/contract/notify/prepared.ts'
import type * as z from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { site } from '../site/config/config.service.ts'
import { countReachableUsers } from './reachable-users.service.ts'
import { mustMayNotify } from './own.service.ts'
import { sourceOf } from './source.service.ts'
import { newestTmpl } from './tmpl.service.ts'

/** Used while the site has no template of its own. */
export const builtIn: Record<NotifyEvent, { title: string; content: string }> = {
  custom: { title: '', content: '' },
  exam: {
    title: '考试通知：{{examTitle}}',
    content:
      '{{realName}}，您好！\n请参加“{{examTitle}}”。\n考试时间：{{startTime}} 至 {{endTime}}，时长 {{minutes}} 分钟，及格分 {{passScore}}。\n请提前登录{{siteName}}做好准备。',
  },
  course: {
    title: '课程通知：{{courseTitle}}',
    content: '{{realName}}，您好！\n请学习课程“{{courseTitle}}”。\n学习时间：{{startTime}} 至 {{endTime}}。\n请登录{{siteName}}开始学习。',
  },
  live: {
    title: '直播通知：{{liveTitle}}',
    content:
      '{{realName}}，您好！\n课程“{{courseTitle}}”将有直播“{{liveTitle}}”，主讲人 {{teacherName}}。\n直播时间：{{startTime}} 至 {{endTime}}。\n请届时登录{{siteName}}观看。',
  },
  survey: {
    title: '问卷通知：{{surveyTitle}}',
    content: '{{realName}}，您好！\n请填写问卷“{{surveyTitle}}”。\n填写时间：{{startTime}} 至 {{endTime}}。',
  },
  path: {
    title: '培养通知：{{pathTitle}}',
    content: '{{realName}}，您好！\n您已加入培养方案“{{pathTitle}}”，完成期限：{{days}}。\n请登录{{siteName}}，在“我的培养”中按顺序完成。',
  },
  room: {
    title: '线下培训提醒：{{roomTitle}}',
    content: '线下培训“{{roomTitle}}”将于 {{startTime}} 开始，地点：{{place}}。不能参加时请提前取消报名。',
  },
  cert: {
    title: '证书即将到期',
    content: '您的证书“{{certTitle}}”（编号{{certNo}}）将于{{expireTime}}到期，请及时重新学习、考试或联系管理员续发。',
  },
}

/** The site's newest text of an event, with its placeholders; the built-in one (`id` null) without a template. */
export async function draftOf(ctx: Pick<Ctx, 'db'>, event: NotifyEvent): Promise<{ id: string | null; title: string; content: string }> {
  const tmpl = await newestTmpl(ctx, event)
  return tmpl ? { id: tmpl.id, title: tmpl.title, content: tmpl.content } : { id: null, ...builtIn[event] }
}

/** Users whom the reference concerns, within the caller's data scope, and the default text. Fails notFound. */
export async function prepareNotify(ctx: Ctx, event: NotifyEvent, refId: string): Promise<z.output<typeof Prepared>> {
  const source = sourceOf(ctx, { refType: event, refId })
  const values = source ? await source.values(ctx, refId) : {}
  return {
    count: await countReachableUsers(ctx, { ref: true }, source?.people(refId)),
    tmpl: await draftOf(ctx, event),
    channels: ['msg', 'sms', 'mail'],
    variables: { siteName: (await site(ctx)).siteName, ...values },
  }
}

/** reachOf for a caller; fails as mustMayNotify, too. */
export async function readReach(ctx: Ctx, input: Input<typeof notify.reach>): Promise<Output<typeof notify.reach>> {
  await mustMayNotify(ctx, input)
  return reachOf(ctx, input)
}

/** So many people are counted once while the question of sending is open. */
export const LARGE = 2_000
export const COUNTED_MS = 10_000

/** Number of users whom an audience reaches now; of thousands, some seconds ago. Fails at the field for an unknown reference, notFound without an id. */
export async function reachOf(ctx: Ctx, { audience, refType, refId }: Input<typeof notify.reach>): Promise<Output<typeof notify.reach>> {
  const source = sourceOf(ctx, { refType, refId })
  const key = JSON.stringify(['notify reach', audience, refType, refId, (await scopeOf(ctx)).key])
  const count = () => countReachableUsers(ctx, audience, source?.people(refId))
  return { people: await briefly(ctx, key, count, { forMs: COUNTED_MS, isDear: (people) => people >= LARGE }) }
}
