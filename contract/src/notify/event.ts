// Events that cause notifications, and the variables `{{name}}` of their texts.
import { say } from './notify.texts.ts'
import { encoded } from '../kernel/message.ts'
import type * as z from '../kernel/z.ts'

export const notifyEvents = {
  custom: '自定义通知',
  exam: '考试通知',
  course: '课程通知',
  live: '直播通知',
  survey: '问卷通知',
  path: '培养通知',
  room: '线下培训提醒',
  cert: '证书到期提醒',
} as const
export type NotifyEvent = keyof typeof notifyEvents
export const notifyChannels = { msg: '站内消息', sms: '短信', mail: '邮件' } as const
export type NotifyChannel = keyof typeof notifyChannels

/** Variables with a value per recipient. */
export const personVariables = { realName: '姓名', userName: '账号', deptName: '部门' } as const
/** Variables with one value for all recipients, by event. */
const ownVariables: Record<NotifyEvent, Record<string, string>> = {
  custom: {},
  exam: {
    examTitle: '考试名称',
    startTime: '开始时间',
    endTime: '结束时间',
    minutes: '考试时长（分钟）',
    totalScore: '总分',
    passScore: '及格分',
    link: '考试网址',
  },
  course: { courseTitle: '课程名称', startTime: '开始时间', endTime: '结束时间' },
  live: { liveTitle: '直播名称', courseTitle: '课程名称', teacherName: '主讲人', startTime: '开始时间', endTime: '结束时间' },
  survey: { surveyTitle: '问卷名称', startTime: '开始时间', endTime: '结束时间' },
  path: { pathTitle: '方案名称', days: '完成期限' },
  room: {
    roomTitle: '培训名称',
    courseTitle: '课程名称',
    place: '地点',
    startTime: '开始时间',
    endTime: '结束时间',
    link: '培训网址',
  },
  cert: { certTitle: '证书名称', certNo: '证书编号', expireTime: '到期日期', link: '我的证书网址' },
}

/** The variables of an event, name → meaning. */
export const variablesOf = (event: NotifyEvent): Record<string, string> => ({
  ...personVariables,
  siteName: '站点名称',
  ...ownVariables[event],
})

const written = /\{\{([^{}]*)\}\}/g

/** The names between double braces. */
export const namesIn = (text: string): string[] => [...text.matchAll(written)].map(([, name = '']) => name.trim())

/** Names in the text that are no variables of the event; an unclosed brace counts as one. */
export function unknownVariables(text: string, event: NotifyEvent): string[] {
  const known = variablesOf(event)
  const rest = text.replaceAll(written, '')
  const broken = rest.includes('{{') || rest.includes('}}') ? [/\{\{|\}\}/.exec(rest)?.[0] ?? ''] : []
  return [...namesIn(text).filter((name) => !Object.hasOwn(known, name)), ...broken]
}

/** The text of a time that is not limited. */
export const NO_LIMIT = '不限'

const period = /\{\{\s*startTime\s*\}\}\s*(?:至|到|~|-|–|—)\s*\{\{\s*endTime\s*\}\}/g

/** A period without a begin or an end: “不限 至 不限” says nothing. */
function periodIn(text: string, { startTime, endTime }: Record<string, string>): string {
  if (startTime === NO_LIMIT) return text.replaceAll(period, endTime === NO_LIMIT ? NO_LIMIT : '{{endTime}} 前')
  return endTime === NO_LIMIT ? text.replaceAll(period, '{{startTime}} 起') : text
}

/** Replaces the given variables; others stay. */
export const fillIn = (text: string, values: Record<string, string>): string =>
  periodIn(text, values).replaceAll(written, (all, name: string) =>
    Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? '') : all,
  )

/** Adds an issue when `title` or `content` names a variable that the event does not have. */
export const checkVariables = (form: { title: string; content: string; event: NotifyEvent }, found: z.RefinementCtx) => {
  for (const field of ['title', 'content'] as const) {
    const [name] = unknownVariables(form[field], form.event)
    if (name !== undefined) found.addIssue({ code: 'custom', path: [field], message: encoded(say('variableUnknown', { name })) })
  }
}
