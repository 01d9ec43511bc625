// Overrides: other time, window, tries or exemptions for one person or one group of an exam.
import { say } from '../exam.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, count, flag, id, ids, moment, pageOf, paging, sound, text } from '../../kernel/field.ts'

export const overrideTarget = { user: '个人', group: '分组' } as const

/** Null or false: the exam's setting applies. */
const ways = {
  minutes: count('加时', 1, 600, '分钟').nullable(),
  percent: count('按比例加时', 1, 300, '%').nullable(),
  startTime: moment('单独开始时间').nullable(),
  endTime: moment('单独结束时间').nullable(),
  /** 0: unlimited */
  tries: count('考试次数', 0, 100, '次').nullable(),
  /** exempt from the face check before and during the exam */
  noFace: flag('免人脸核验'),
  noFullScreen: flag('免全屏'),
}
/** Form fields; nothing is overridden by default. */
const formWays = {
  minutes: ways.minutes.default(null),
  percent: ways.percent.default(null),
  startTime: ways.startTime.default(null),
  endTime: ways.endTime.default(null),
  tries: ways.tries.default(null),
  noFace: ways.noFace.default(false),
  noFullScreen: ways.noFullScreen.default(false),
}

const OverrideForm = z
  .object({
    id: id('个别安排').optional(),
    examId: id('考试'),
    userId: id('考生').nullable().default(null),
    groupId: id('分组').nullable().default(null),
    ...formWays,
    reason: text('安排原因', 200, say('overrideReasonEmpty')),
  })
  .superRefine(
    (form, context) => {
      if ((form.userId === null) !== (form.groupId === null)) return
      // a form shows only one of the two fields
      for (const field of ['userId', 'groupId']) context.addIssue({ code: 'custom', path: [field], message: encoded(say('overrideWhom')) })
    },
    { when: sound('userId', 'groupId') },
  )
  .refine((form) => form.minutes === null || form.percent === null, {
    when: sound('minutes', 'percent'),
    path: ['percent'],
    error: encoded(say('overrideMinutesOrPercent')),
  })
  .refine((form) => !form.startTime || !form.endTime || form.endTime > form.startTime, {
    when: sound('startTime', 'endTime'),
    path: ['endTime'],
    error: encoded(sayKernel('endBeforeStart')),
  })
  .refine(
    ({ minutes, percent, startTime, endTime, tries, noFace, noFullScreen }) =>
      [minutes, percent, startTime, endTime, tries].some((one) => one !== null) || noFace || noFullScreen,
    {
      when: sound('minutes', 'percent', 'startTime', 'endTime', 'tries', 'noFace', 'noFullScreen'),
      path: ['minutes'],
      error: encoded(say('overrideEmpty')),
    },
  )

const OverrideRow = z.object({
  id: id('个别安排'),
  examId: id('考试'),
  userId: z.string().nullable(),
  groupId: z.string().nullable(),
  target: choice('对象类型', overrideTarget),
  name: z.string().meta({ title: '对象' }),
  /** groups of this person that have overrides too; they supply the fields that the personal override leaves open */
  alsoGroups: z.array(z.string()),
  ...ways,
  reason: z.string().meta({ title: '安排原因' }),
  updateBy_dictText: z.string().meta({ title: '安排人' }),
  updateTime: moment('安排时间'),
})

/** Message to a candidate whose time was overridden while the paper is open. */
export const overrideMessage = '您的考试时间已单独调整'

export const override = endpoints('exam/override', {
  list: query({
    title: '个别安排列表',
    permit: 'exam:update',
    input: paging({ examId: id('考试') }),
    output: pageOf(OverrideRow),
  }),
  /** A personal override takes precedence over those of groups, field by field; of several groups the most generous value counts. */
  save: command({
    title: '保存个别安排',
    permit: 'exam:update',
    input: OverrideForm,
    /** `papers`: open papers whose deadline changed */
    output: z.object({ id: z.string(), papers: z.int() }),
  }),
  delete: command({ title: '删除个别安排', permit: 'exam:update', input: ids('个别安排'), output: z.literal(true) }),
})
