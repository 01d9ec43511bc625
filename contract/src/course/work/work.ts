// Assignments: what a teacher asks for, hand-ins of learners, and their marks.
import * as z from '../../kernel/z.ts'
import { say } from '../course.texts.ts'
import { command, download, endpoints, fileReply, hot, query } from '../../kernel/endpoint.ts'
import { choice, code, count, id, keyword, moment, optionalText, pageOf, paging, points, text } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { handState, MOST_POINTS, MOST_WORK_FILES, MOST_WORK_TEXT, workReason, workView } from './work-codes.ts'
import { markerIds, rubric, SentFile, settings, WorkFile, WorkForm, WorkLine } from './work-form.ts'

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

const parts = z.array(z.object({ text: z.string(), /** in both texts, and not in the task */ same: z.boolean() }))

/** Beside the hand-in that is looked at; empty names as in HandRow. */
const SimilarHand = z.object({
  id: id('作业'),
  realName: z.string().meta({ title: '学员' }),
  deptName: z.string().meta({ title: '部门' }),
  handTime: moment('提交时间'),
  /** of the shorter text, in percent */
  share: z.int().meta({ title: '相同部分' }),
  own: parts,
  other: parts,
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
  /** a file of the hand-in `id` as PDF; the first call has it converted. `viewUrl` is empty until it is `ready` */
  view: hot({
    title: '在线阅读作业文档',
    permit: 'course:work',
    rate: { by: 'user', max: 600, seconds: 60 },
    input: z.object({ id: id('作业'), fileUrl: SentFile.shape.fileUrl }),
    output: z.object({ state: choice('状态', workView), viewUrl: z.string() }),
  }),
  /** hand-ins of other learners whose texts have much in common with this one, the most alike first */
  similar: query({
    title: '文字相似的作业',
    permit: 'course:work',
    input: z.object({ id: id('作业') }),
    output: z.object({
      /** texts of this assignment that are long enough */
      compared: z.int(),
      rows: z.array(SimilarHand),
    }),
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
