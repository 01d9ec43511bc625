// What an editor sets of a course: the form that is saved.
import { say } from '../course.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { code, count, flag, id, moment, money, optionalText, sound, text } from '../../kernel/field.ts'
import { audienceLists } from '../../people/user/open-type.ts'
import { audienceChosen } from '../../people/user/audience-chosen.ts'
import { deadline, faceRules, item, MOST_ITEMS, readCheck } from './course-parts.ts'
import { materialFields } from './material.ts'
import { playerFields, Stops } from './player.ts'
import { courseOpenType } from './publish.ts'

export const settings = {
  title: text('课程名称', 100),
  cover: optionalText('封面', 500).meta({ title: '封面', control: 'image' }),
  /** rich text */
  content: optionalText('课程介绍', 50_000),
  /** dictionary course_catalog; empty: none */
  catId: optionalText('课程分类', 60),
  openType: code('开放类型', courseOpenType),
  required: flag('必修'),
  startTime: moment('开始时间').nullable(),
  endTime: moment('结束时间').nullable(),
  price: money('价格').default(0),
  costPoints: count('积分价格', 0, 10_000_000, '分').default(0),
  /** false: a jump of more than 2 seconds in a video is reverted */
  videoDrag: flag('允许拖动'),
  /** a finished video may be dragged although the course forbids it */
  dragFinished: flag('学完可拖动'),
  /** a file can be opened once the required files before it are finished */
  sequential: flag('按顺序学习'),
  ...readCheck,
  ...deadline,
  /** the certificate that finishing earns; null: none; a change without it leaves the stored one */
  certId: id('证书').nullable().optional(),
  ...playerFields,
  ...faceRules,
}

export const CourseForm = audienceChosen(
  z.object({
    id: id('课程').optional(),
    version: z.int32().optional(),
    ...settings,
    /** without it the stored ones stay, and a new course is a draft without files */
    files: z
      // without `stops` the stored questions of the file stay
      .array(z.object({ ...item, stops: Stops.optional() }))
      .max(MOST_ITEMS, encoded(say('courseFilesTooMany')))
      .optional(),
    /** a new course is a draft: for learners it does not exist until it is published; of a stored course: it still is one */
    draft: z.boolean().optional(),
    ...materialFields,
    ...audienceLists,
  }),
)
  .refine((form) => !form.startTime || !form.endTime || form.endTime > form.startTime, {
    when: sound('startTime', 'endTime'),
    path: ['endTime'],
    error: encoded(sayKernel('endBeforeStart')),
  })
  .refine((form) => !form.deadlineTime || !form.startTime || form.deadlineTime > form.startTime, {
    when: sound('startTime', 'deadlineTime'),
    path: ['deadlineTime'],
    error: encoded(say('deadlineTooEarly')),
  })
  .refine((form) => !form.deadlineTime || !form.endTime || form.deadlineTime <= form.endTime, {
    when: sound('endTime', 'deadlineTime'),
    path: ['deadlineTime'],
    error: encoded(say('deadlineTooLate')),
  })
  .refine((form) => new Set(form.files?.map((one) => one.fileId)).size === (form.files?.length ?? 0), {
    when: sound('files'),
    path: ['files'],
    error: encoded(say('courseFileTwice')),
  })
  .refine((form) => form.draft === true || !form.files || form.files.length > 0, {
    when: sound('files'),
    path: ['files'],
    error: encoded(say('courseFilesUnchosen')),
  })
  .refine((form) => !form.files || form.files.length === 0 || form.files.some((one) => one.required), {
    when: sound('files'),
    path: ['files'],
    error: encoded(say('courseFileRequired')),
  })
