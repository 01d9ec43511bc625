// Courses: their files in order, audience, period, and the conditions for finishing.
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, code, count, flag, id, ids, keyword, moment, money, pageOf, paging } from '../../kernel/field.ts'
import { storedAudience } from '../../people/user/open-type.ts'
import { Prepared } from '../../notify/prepared.ts'
import { faceSettings } from '../face-settings.ts'
import { Caption } from '../file/caption.ts'
import { BuildItem, CourseItem, CourseSection, deadline } from './course-parts.ts'
import { Attachments, Notices } from './material.ts'
import { Stop } from './player.ts'
import { courseOpenType, coursePublishCalls } from './publish.ts'
import { CourseForm, settings } from './course-form.ts'

export const CourseState = { enabled: 0, disabled: 1 } as const
export type CourseState = (typeof CourseState)[keyof typeof CourseState]
export const courseState = { [CourseState.enabled]: '启用', [CourseState.disabled]: '停用' } as const
export const coursePhase = { waiting: '未开始', open: '进行中', closed: '已结束' } as const
/** A learner's progress in a course. */
export const learned = { none: '未学习', going: '学习中', finished: '已完成' } as const
/** Why a learner who sees a course cannot learn it now. */
export const courseReason = {
  waiting: '课程还没有开始',
  closed: '课程已经结束',
  buy: '请先购买课程',
} as const

const CourseRow = z.object({
  id: id('课程'),
  title: settings.title,
  cover: z.string(),
  catId: z.string(),
  catId_dictText: z.string(),
  openType: settings.openType,
  openType_dictText: z.string().meta({ title: '开放类型' }),
  required: settings.required,
  startTime: settings.startTime,
  endTime: settings.endTime,
  price: money('价格'),
  costPoints: count('积分价格', 0, 10_000_000, '分'),
  fileCount: count('课件数'),
  /** sum over all files of known length */
  duration: count('总时长', 0, 100_000_000, '秒'),
  state: code('状态', courseState),
  /** not published yet; always disabled */
  draft: z.boolean(),
  phase: choice('阶段', coursePhase),
  createTime: moment('创建时间'),
})
/** Of the ratings that are shown. */
const rated = {
  /** 1 to 5, rounded to a tenth; 0 without one */
  rateMean: z.number().meta({ title: '星级' }),
  rateCount: count('评价数'),
}

/** A course as a learner sees it in the list. */
export const MyCourseRow = CourseRow.omit({ state: true, draft: true, openType: true, openType_dictText: true, createTime: true }).extend({
  learned: choice('学习状态', learned),
  /** percent of the required files, whole */
  process: count('学习进度', 0, 100, '%'),
  finishTime: moment('完成时间').nullable(),
  lastTime: moment('最近学习').nullable(),
  /** days to finish from the first opening; before that there is no `dueTime` yet. null: none */
  deadlineDays: deadline.deadlineDays,
  /** the learner's deadline; null: none */
  dueTime: moment('截止时间').nullable(),
  /** the course has a lesson in a room */
  inRoom: z.boolean().optional().meta({ title: '线下培训' }),
  /** the deadline has passed, and the course is not finished */
  overdue: z.boolean().meta({ title: '已逾期' }),
  ...rated,
})

/** One file as a learner sees it; it has addresses only while the learner may open it. */
const LearnItem = CourseItem.omit({ enabled: true, minSec: true }).extend({
  needSec: z.int(),
  learnSec: z.int(),
  process: count('学习进度', 0, 100, '%'),
  finished: z.boolean(),
  /** sequential course: an earlier required file is not finished; or `openTime` has not come */
  locked: z.boolean(),
  /** while it has not come; null afterwards, and for a finished file */
  openTime: moment('开放时间').nullable(),
  /** `dueTime` has passed, and the file is not finished */
  overdue: z.boolean(),
  /** the rendition of a video or sound, '' without one; a playlist's ends with `index.m3u8` */
  viewUrl: z.string(),
  /** what is played or shown */
  fileUrl: z.string(),
  /** a picture of a video; '' for none */
  posterUrl: z.string(),
  captions: z.array(Caption),
})

/** A course as a learner opens it. */
const LearnDetail = MyCourseRow.extend({
  content: z.string(),
  videoDrag: z.boolean(),
  dragFinished: z.boolean(),
  sequential: z.boolean(),
  checkOn: z.boolean(),
  checkSec: z.int(),
  /** in rising order, with 1 */
  speeds: z.array(z.number()),
  /** the player shows the learner's name over the file */
  watermark: z.boolean(),
  /** minutes between two captures; 0: none */
  faceInterval: z.int(),
  /** failures in a row that end the learning */
  faceChance: z.int(),
  canLearn: z.boolean(),
  /** empty: the course can be learnt */
  reasons: z.array(choice('原因', courseReason)),
  files: z.array(LearnItem),
  attachments: Attachments,
  notices: Notices,
  /** the file to continue with; empty: none */
  nextFileId: z.string(),
  /** what finishing it gave; 0 before, and where it gives none */
  earnedPoints: z.int(),
})

export const course = endpoints('course/course', 'course', {
  'user-paging': query({
    title: '我的课程',
    permit: 'any',
    input: paging({ title: keyword('课程名称'), catId: z.string().max(60).optional(), learned: choice('学习状态', learned).optional() }),
    output: pageOf(MyCourseRow),
  }),
  detail: query({
    title: '课程详情',
    permit: 'any',
    input: z.object({ id: id('课程') }),
    output: LearnDetail,
  }),
  'simple-detail': query({
    title: '课程概要',
    permit: 'any',
    input: z.object({ id: id('课程') }),
    output: MyCourseRow.extend({ content: z.string() }),
  }),
  paging: query({
    title: '课程列表',
    permit: ['course:list', 'course:stat'],
    input: paging({
      title: keyword('课程名称'),
      catId: z.string().max(60).optional(),
      openType: code('开放类型', courseOpenType).optional(),
      state: code('状态', courseState).optional(),
      excludes: z.array(id('课程')).max(5_000).optional(),
    }),
    /** `own`: the caller made it */
    output: pageOf(CourseRow.extend({ procCount: count('学习中'), finishCount: count('已完成'), own: z.boolean(), ...rated })),
  }),
  'admin/detail': query({
    title: '课程设置',
    permit: 'course:list',
    input: z.object({ id: id('课程') }),
    output: CourseRow.extend({
      ...settings,
      checkOn: flag('学习检查'),
      checkSec: count('检查间隔', 0, 86_400, '秒'),
      deadlineTime: moment('截止时间').nullable(),
      deadlineDays: z.int().nullable(),
      speeds: z.array(z.number()),
      watermark: flag('姓名水印'),
      ...faceSettings,
      price: money('价格'),
      costPoints: count('积分价格', 0, 10_000_000, '分'),
      attachments: Attachments,
      notices: Notices,
      version: z.int32(),
      sections: z.array(CourseSection),
      files: z.array(BuildItem),
      /** the caller made it */
      own: z.boolean(),
      ...storedAudience,
    }),
  }),
  /** The course as `detail` answers it to a learner who begins: drafts, too, all files open, and nothing is counted. */
  preview: query({
    title: '预览课程',
    permit: 'course:list',
    input: z.object({ id: id('课程') }),
    output: LearnDetail.extend({
      /** `stops`: the seconds at which the file asks, with the beginning of each question */
      files: z.array(LearnItem.extend({ stops: z.array(Stop.pick({ atSec: true, title: true })) })),
      /** what an encrypted video needs */
      play: z.object({ key: z.string(), iv: z.string() }),
    }),
  }),
  save: command({
    title: '保存课程',
    permit: ['course:add', 'course:update'],
    addOrUpdate: true,
    input: CourseForm,
    output: z.object({ id: z.string() }),
  }),
  ...coursePublishCalls,
  /** refused while an exam requires the course, or when it has learning progress */
  delete: command({ title: '删除课程', rehearsable: true, permit: 'course:delete', input: ids('课程'), output: z.literal(true) }),
  state: command({
    title: '启用或停用课程',
    permit: 'course:update',
    input: z.object({
      ids: z
        .array(id('课程'))
        .min(1, encoded(sayKernel('rowsUnchosen')))
        .max(5_000),
      state: code('状态', courseState),
    }),
    output: z.literal(true),
  }),
  'list-titles': query({
    title: '课程名称',
    permit: ['course:list', 'course:stat', 'exam:list'],
    input: z.object({ ids: z.array(id('课程')).max(5_000) }),
    output: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
  'prepare-notify': query({
    title: '准备课程通知',
    permit: ['notify:send', 'notify:own'],
    input: z.object({ id: id('课程') }),
    output: Prepared,
  }),
})
