// Assignments: what a teacher asks for, hand-ins of learners, and their marks.
import * as z from 'zod'
import { say } from '../course.texts.ts'
import { command, download, endpoints, fileReply, hot, query } from '../../kernel/endpoint.ts'
import { choice, code, count, flag, id, keyword, moment, optionalText, pageOf, paging, points, sound, text } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import type { Label } from '../../kernel/labels.ts'
import { encoded } from '../../kernel/message.ts'

export const WorkFinish = { handed: 1, passed: 2 } as const
export type WorkFinish = (typeof WorkFinish)[keyof typeof WorkFinish]
export const workFinish = { [WorkFinish.handed]: '提交后', [WorkFinish.passed]: '通过后' } as const

export const HandState = { draft: 0, handed: 1, returned: 2, marked: 3 } as const
export type HandState = (typeof HandState)[keyof typeof HandState]
export const handState = {
  [HandState.draft]: '未提交',
  [HandState.handed]: '待批改',
  [HandState.returned]: '已退回重做',
  [HandState.marked]: '已批改',
} as const

/** Kinds of files that an assignment may take. */
export const workKind = { image: '图片', document: '文档', audio: '录音', video: '视频', archive: '压缩包' } as const
export type WorkKind = keyof typeof workKind
export const workKinds = Object.keys(workKind) as WorkKind[]

/** The kind of an upload by its media type. */
export function workKindOf(type: string): WorkKind {
  if (type === 'application/zip' || type === 'application/vnd.rar') return 'archive'
  const [main] = type.split('/')
  return main === 'image' || main === 'audio' || main === 'video' ? main : 'document'
}

/** Why nothing can be handed in now; empty: it can. */
export const workReason = {
  waiting: '作业已提交，等待批改',
  passed: '作业已通过',
  used: '提交次数已用完',
  late: '已过截止时间，不能再提交',
} as const
export type WorkReason = keyof typeof workReason

export const MOST_WORK_FILES = 10
export const MOST_WORK_MB = 200
export const MOST_WORK_TEXT = 20_000
const MOST_ATTACHMENTS = 10
const MOST_POINTS = 1_000
const MB = 1_048_576

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
const WorkFile = z.object({
  title: z.string(),
  fileUrl: z.string(),
  /** bytes */
  fileSize: z.number(),
  fileType: z.string(),
})
export type WorkFile = z.input<typeof WorkFile>
/** A file that is sent: the address of an upload, signed or not, and the name to show. */
const SentFile = z.object({ title: text('文件名', 200), fileUrl: text('文件', 500) })

const settings = {
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
const markerIds = z
  .array(id('批改人'))
  .max(50, encoded(say('workMarkersTooMany')))
  .meta({ title: '批改人', control: 'users' })
const rubric = z
  .array(WorkLine)
  .max(50, encoded(say('workLinesTooMany')))
  .meta({ title: '评分点', control: 'rubric' })

const WorkForm = z
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

const place = { courseId: id('课程'), fileId: id('作业') }
const score = points('得分', MOST_POINTS)
const state = code('状态', handState)

/** One try as its learner sees it; mark and comment only when it is marked or returned. */
const OwnHand = z.object({
  id: z.string(),
  tryNo: z.int(),
  state,
  content: z.string(),
  files: z.array(WorkFile),
  /** files whose time of storage is over */
  saveTime: moment('保存时间'),
  handTime: moment('提交时间').nullable(),
  lateDays: z.int(),
  score: score.nullable(),
  finalScore: score.nullable(),
  passed: z.boolean().nullable(),
  lines: z.array(WorkLine),
  comment: z.string(),
  markTime: moment('批改时间').nullable(),
})

const OwnWork = z.object({
  ...place,
  ...settings,
  attachments: z.array(WorkFile),
  rubric,
  dueTime: moment('截止时间').nullable(),
  /** tries that were handed in, the newest first */
  hands: z.array(OwnHand),
  /** the try that is written now; `version` 0: nothing is stored yet. Null: nothing can be handed in */
  draft: z
    .object({ tryNo: z.int(), version: z.int32(), content: z.string(), files: z.array(WorkFile), saveTime: moment('保存时间').nullable() })
    .nullable(),
  reason: choice('原因', workReason).nullable(),
  /** begun days after the deadline, if it were handed in now */
  lateDays: z.int(),
  finished: z.boolean(),
})

const written = {
  ...place,
  tryNo: count('提交次数', 1, 1_000),
  /** of the draft that the page has; 0: none */
  version: z.int32().min(0),
  content: z
    .string()
    .max(MOST_WORK_TEXT, encoded(sayKernel('tooLong', { label: '作业内容', max: MOST_WORK_TEXT })))
    .meta({ title: '作业内容', control: 'textarea' }),
  files: z
    .array(SentFile)
    .max(MOST_WORK_FILES, encoded(say('workFilesTooMany')))
    .meta({ title: '文件', control: 'files' }),
}

/** Empty names: the hand-in is to be marked without them. */
const HandRow = z.object({
  id: id('作业'),
  ...place,
  title: z.string().meta({ title: '作业名称' }),
  courseTitle: z.string().meta({ title: '课程' }),
  realName: z.string().meta({ title: '学员' }),
  userName: z.string().meta({ title: '账号' }),
  deptName: z.string().meta({ title: '部门' }),
  tryNo: z.int().meta({ title: '第几次' }),
  state,
  handTime: moment('提交时间'),
  lateDays: z.int().meta({ title: '逾期天数' }),
  finalScore: score.nullable(),
  maxScore: points('满分', MOST_POINTS),
  passed: z.boolean().nullable().meta({ title: '是否通过' }),
  /** the caller may give the mark */
  mayMark: z.boolean(),
})

/** A hand-in on the marking desk. */
const DeskHand = HandRow.extend({
  version: z.int32(),
  blind: z.boolean(),
  /** what the teacher asks for, HTML */
  task: z.string(),
  content: z.string(),
  files: z.array(WorkFile),
  passScore: points('及格分', MOST_POINTS),
  latePercent: z.int(),
  rubric: z.array(WorkLine),
  score: score.nullable(),
  lines: z.array(z.string()),
  comment: z.string(),
  markBy_dictText: z.string().meta({ title: '批改人' }),
  markTime: moment('批改时间').nullable(),
  /** hand-ins of this choice that wait for the caller, this one included */
  waiting: z.int(),
})

const chosen = {
  courseId: id('课程'),
  fileId: id('作业'),
  title: keyword('作业名称'),
  state: code('状态', { 1: '待批改', 2: '已退回重做', 3: '已批改' }),
  realName: keyword('学员'),
  deptCode: z.string().max(60).meta({ title: '部门' }),
  late: z.boolean().meta({ title: '逾期' }),
}

export const courseWork = endpoints('course/work', 'course', {
  /** an assignment is a course file: it is listed, switched off and deleted as one */
  save: command({
    title: '保存作业',
    permit: ['course:file:add', 'course:file:update'],
    addOrUpdate: true,
    input: WorkForm,
    output: z.object({ id: z.string() }),
  }),
  setting: query({
    title: '作业设置',
    permit: ['course:file:list', 'course:list'],
    input: z.object({ id: id('作业') }),
    output: z.object({
      id: z.string(),
      version: z.int32(),
      ...settings,
      attachments: z.array(WorkFile),
      markerIds,
      rubric,
      /** hand-ins that are stored */
      hands: z.int(),
    }),
  }),
  /** enabled users of the back office that have course:work */
  markers: query({
    title: '可选批改人',
    permit: ['course:file:add', 'course:file:update'],
    input: z.object({ name: keyword('姓名或账号'), ids: z.array(id('批改人')).max(50).optional() }),
    output: z.array(z.object({ id: z.string(), realName: z.string(), userName: z.string() })),
  }),
  /** the caller's own assignment: the task, own tries with marks, and the draft */
  detail: query({ title: '我的作业详情', permit: 'any', input: z.object(place), output: OwnWork }),
  /** refused with workDraftChanged when another page of the learner has stored a newer draft */
  'save-draft': hot({
    title: '保存作业草稿',
    permit: 'any',
    rate: { by: 'user', max: 120, seconds: 60 },
    input: z.object(written),
    output: z.object({ version: z.int32(), saveTime: moment('保存时间') }),
  }),
  /** a repeated call for the same try changes nothing and has the same answer */
  hand: command({
    title: '提交作业',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object(written),
    output: OwnWork,
  }),
  /** the caller's own assignments with the newest try of each, the newest first */
  mine: query({
    title: '我的作业',
    permit: 'any',
    module: false,
    input: paging({ state }),
    output: pageOf(
      z.object({
        id: z.string(),
        ...place,
        title: z.string().meta({ title: '作业名称' }),
        courseTitle: z.string().meta({ title: '课程' }),
        tryNo: z.int(),
        state,
        saveTime: moment('保存时间'),
        handTime: moment('提交时间').nullable(),
        finalScore: score.nullable(),
        maxScore: points('满分', MOST_POINTS),
        passed: z.boolean().nullable(),
      }),
    ),
  }),
  /** of learners within the caller's data scope, of own assignments, and of those that name the caller as marker */
  paging: query({ title: '作业列表', permit: 'course:work', input: paging(chosen), output: pageOf(HandRow) }),
  /** the hand-in `id`, or without it the one that waits longest, after `after`; null: none is left */
  next: query({
    title: '下一份作业',
    permit: 'course:work',
    input: z.object({
      id: id('作业').optional(),
      after: id('作业').optional(),
      courseId: chosen.courseId.optional(),
      fileId: chosen.fileId.optional(),
    }),
    output: DeskHand.nullable(),
  }),
  /** refused with workChanged when another marker was earlier */
  mark: command({
    title: '批改作业',
    permit: 'course:work',
    input: z.object({
      id: id('作业'),
      version: z.int32(),
      /** before the deduction for delay */
      score,
      lines: z.array(z.string().max(20)).max(50).default([]),
      comment: optionalText('评语', 2_000),
    }),
    output: z.object({ version: z.int32(), finalScore: score, passed: z.boolean() }),
  }),
  /** the learner may hand in once more, also after the deadline */
  return: command({
    title: '退回作业',
    permit: 'course:work',
    input: z.object({
      id: id('作业'),
      version: z.int32(),
      comment: text('退回原因', 2_000).meta({ title: '退回原因', control: 'textarea' }),
    }),
    output: z.object({ version: z.int32() }),
  }),
  export: download({
    title: '导出作业',
    permit: 'course:work',
    input: z.object(chosen).partial(),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})

/** Bytes that one file of this assignment may have. */
export const mostBytes = ({ mostMb }: { mostMb: number }): number => mostMb * MB
