// What a teacher sets for an assignment.
import * as z from '../../kernel/z.ts'
import { say } from '../course.texts.ts'
import { choice, code, count, flag, id, moment, points, sound, text } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import type { Label } from '../../kernel/labels.ts'
import { encoded } from '../../kernel/message.ts'
import { MOST_POINTS, MOST_WORK_FILES, MOST_WORK_MB, workFinish, workKind, workKinds } from './work-codes.ts'

const MOST_ATTACHMENTS = 10

/** The points of a rubric line, may be negative: points on the wire, 1/100 point on the server. */
const signedPoints = (label: Label) =>
  z
    .codec(
      z
        .number({ error: encoded(sayKernel('empty', { label })) })
        .min(-MOST_POINTS, encoded(sayKernel('below', { label, min: -MOST_POINTS })))
        .max(MOST_POINTS, encoded(sayKernel('above', { label, max: MOST_POINTS })))
        .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, encoded(sayKernel('twoDecimals', { label }))),
      z.int(),
      { decode: (value) => Math.round(value * 100), encode: (value) => value / 100 },
    )
    .meta({ title: label, control: 'points' })

export const WorkLine = z.object({
  id: z.string().regex(/^[\w-]{1,20}$/),
  text: text('评分点', 200),
  points: signedPoints('分值'),
})
/** As a page has it: points with decimals. */
export type WorkLine = z.input<typeof WorkLine>

/** A file with an address that opens it for the caller. */
export const WorkFile = z.object({
  title: z.string(),
  fileUrl: z.string(),
  /** bytes */
  fileSize: z.number(),
  fileType: z.string(),
})
export type WorkFile = z.input<typeof WorkFile>
/** A file that is sent: the address of an upload, signed or not, and the name to show. */
export const SentFile = z.object({ title: text('文件名', 200), fileUrl: text('文件', 500) })

export const settings = {
  title: text('作业名称', 200),
  /** HTML */
  content: z
    .string({ error: encoded(sayKernel('empty', { label: '作业要求' })) })
    .min(1, encoded(sayKernel('empty', { label: '作业要求' })))
    .max(200_000, encoded(sayKernel('tooLong', { label: '作业要求', max: 200_000 })))
    .meta({ title: '作业要求', control: 'richtext' }),
  maxScore: points('满分', MOST_POINTS),
  passScore: points('及格分', MOST_POINTS),
  deadlineTime: moment('截止时间').nullable(),
  /** days from the learner's first opening of the course; null: none */
  deadlineDays: count('首次学习后天数', 1, 3_650, '天').nullable(),
  late: flag('允许逾期提交'),
  /** of the full score, for each begun day */
  latePercent: count('每逾期一天扣分', 0, 100, '%'),
  /** 0: any number */
  tries: count('提交次数', 0, 100),
  takesText: flag('填写文字'),
  kinds: z.array(choice('文件类型', workKind)).max(workKinds.length).meta({ title: '文件类型', control: 'kinds' }),
  mostFiles: count('文件数量上限', 1, MOST_WORK_FILES),
  mostMb: count('单个文件上限', 1, MOST_WORK_MB, 'MB'),
  finish: code('学完条件', workFinish),
  blind: flag('匿名批改'),
}
/** Empty: everybody with the right whose data scope has the learner. */
export const markerIds = z
  .array(id('批改人'))
  .max(50, encoded(say('workMarkersTooMany')))
  .meta({ title: '批改人', control: 'users' })
export const rubric = z
  .array(WorkLine)
  .max(50, encoded(say('workLinesTooMany')))
  .meta({ title: '评分点', control: 'rubric' })

export const WorkForm = z
  .object({
    id: id('作业').optional(),
    version: z.int32().optional(),
    ...settings,
    attachments: z
      .array(SentFile)
      .max(MOST_ATTACHMENTS, encoded(say('workAttachmentsTooMany')))
      .meta({ title: '附件', control: 'attachments' }),
    markerIds,
    rubric,
  })
  .refine((form) => form.maxScore > 0, { when: sound('maxScore'), path: ['maxScore'], error: encoded(say('workNoScore')) })
  .refine((form) => form.passScore <= form.maxScore, {
    when: sound('maxScore', 'passScore'),
    path: ['passScore'],
    error: encoded(say('workPassBeyond')),
  })
  .refine((form) => form.takesText || form.kinds.length > 0, {
    when: sound('takesText', 'kinds'),
    path: ['kinds'],
    error: encoded(say('workTakesNothing')),
  })
  .refine((form) => new Set(form.rubric.map((one) => one.id)).size === form.rubric.length, {
    when: sound('rubric'),
    path: ['rubric'],
    error: encoded(say('workLineTwice')),
  })
