// The timeline of a paper: all events in order, each with its evidence.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { id, moment } from '../../kernel/field.ts'
import { watchTags } from '../../exam/entry/invigilation.ts'
import { signalKinds, verdicts } from '../../exam/integrity-settings.ts'

/** Kinds of timeline events. Signals have a verdict, other events do not. */
export const timelineKinds = {
  ...signalKinds,
  start: '开始考试',
  session: '打开试卷',
  reload: '刷新页面',
  pledge: '诚信承诺',
  record: '录制',
  verdict: '录像复核',
  ask: '申请换机',
  unlock: '换机解锁',
  identity: '身份核验',
  admit: '允许进入',
  refuse: '拒绝进入',
  seb: '安全浏览器校验',
  message: '监考消息',
  note: '监考备注',
  flag: '监考标记',
  extra: '补时',
  pause: '暂停',
  resume: '恢复',
  reopen: '重新开放',
  collect: '监考收卷',
  hand: '交卷',
  clock: '服务器时钟回拨',
  late: '迟到作答',
  accept: '采纳迟到作答',
  mark: '处理答卷',
  finish: '阅卷完成',
  award: '积分奖励',
  appeal: '成绩复核',
} as const
/** The title of a capture that passed the check. */
export const goodPicture = '抓拍'
export type TimelineKind = keyof typeof timelineKinds

export const TimelineEvent = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(timelineKinds) as TimelineKind[]),
  kind_dictText: z.string().meta({ title: '事件' }),
  time: moment('时间'),
  /** empty: the event is no signal */
  verdict: z.enum(['', ...(Object.keys(verdicts) as (keyof typeof verdicts)[])]),
  message: z.string().meta({ title: '说明' }),
  /** the user who did it; empty: the candidate or the server */
  byName: z.string().meta({ title: '操作人' }),
  /** address of a picture; empty: none */
  image: z.string(),
  /** null: unknown */
  passed: z.boolean().nullable(),
  /** a leave or reload: its duration; a page load: seconds since the last sign of the page before it */
  seconds: z.int(),
  ip: z.string(),
  userAgent: z.string(),
  /** when the page confirmed it; null: not confirmed, or nothing to confirm */
  ackTime: moment('确认时间').nullable(),
  /** further evidence by name */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const timeline = endpoints('paper/timeline', {
  /** in chronological order */
  list: query({
    title: '答卷时间线',
    permit: [...watchTags, 'paper:list', 'paper:review'],
    input: z.object({ paperId: id('答卷') }),
    output: z.object({
      flagTimes: z.int(),
      events: z.array(TimelineEvent),
      /** when the watching events of the archived exam were removed; null: they are all there */
      trimmedTime: moment('清除时间').nullable(),
    }),
  }),
})
