// Exams: template, audience, window, tries, and what candidates see afterwards.
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './exam.texts.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, code, count, flag, id, ids, keyword, moment, optionalText, pageOf, paging, points, sound, text } from '../kernel/field.ts'
import { audienceLists, OpenType, storedAudience } from '../people/user/open-type.ts'
import { audienceChosen } from '../people/user/audience-chosen.ts'
import { Prepared } from '../notify/prepared.ts'
import { entryRules, entrySettings, listedEntry } from './entry-settings.ts'
import { integritySettings } from './integrity-form.ts'
import { integrityRules } from './integrity-settings.ts'
import { markingSettings } from './marking-settings.ts'
import { resultSettings } from './result-settings.ts'
import { recordRules, recordSettings } from './record-settings.ts'
import { roomRules, roomSettings } from './room-settings.ts'
import { excludedUsersCalls } from './entry/excluded-users.ts'
import { invigilationCalls, Invigilator, invigilatorIds } from './entry/invigilation.ts'
import { publishCalls } from './publish.ts'
import { trainingBanksCalls } from './training-banks.ts'

export const ExamOpenType = { ...OpenType, password: 9 } as const
export type ExamOpenType = (typeof ExamOpenType)[keyof typeof ExamOpenType]
export const openType = {
  [ExamOpenType.all]: '完全公开',
  [ExamOpenType.departs]: '指定部门',
  [ExamOpenType.persons]: '指定人员',
  [ExamOpenType.password]: '需要密码',
} as const
export const ExamState = { enabled: 0, disabled: 1 } as const
export type ExamState = (typeof ExamState)[keyof typeof ExamState]
export const examState = { [ExamState.enabled]: '启用', [ExamState.disabled]: '停用' } as const
export const examPhase = { waiting: '未开始', open: '进行中', closed: '已结束' } as const
/** A learner's tabs: an exam is done when it is closed, or when they handed it in and no paper of theirs is open. */
export const examStage = { todo: '待考', done: '已考' } as const
export const examShelf = { listed: '未归档', archived: '已归档' } as const
/** When a part of the result becomes visible. */
export const showWhen = { never: '不公布', handed: '交卷后', marked: '阅卷完成后', closed: '考试结束后' } as const

/** How blanks, negative scores and multiple choice are marked in this exam (exam-rules.md, *Marking*). */
export const MarkOptions = z.object({
  blankShortZero: z.boolean().default(true),
  ignoreCase: z.boolean().default(true),
  negative: z.boolean().default(false),
})
export type MarkOptions = z.infer<typeof MarkOptions>

/** A value of the dictionary exam_type. */
const examType = z.int().min(0).max(32_767).meta({ title: '考试类型' })

const settings = {
  title: text('考试名称', 100),
  remark: optionalText('考试说明', 5_000),
  tmplId: id('试卷模板'),
  openType: code('开放类型', openType),
  /** value of the dictionary exam_type; 0: none; a change without it leaves the stored one */
  examType: examType.optional(),
  startTime: moment('开始时间').nullable(),
  endTime: moment('结束时间').nullable(),
  minutes: count('考试时长', 1, 1_440, '分钟'),
  passScore: points('及格分'),
  /** 0: unlimited */
  tries: count('考试次数', 0, 100, '次'),
  /** latest entry after the start of the window; 0: until its end */
  lateMinutes: count('最晚进入', 0, 1_440, '分钟'),
  /** earliest hand-in after the candidate's start; 0: immediately */
  earliestMinutes: count('最早交卷', 0, 1_440, '分钟'),
  showScore: choice('公布成绩', showWhen),
  showAnswer: choice('公布答案', showWhen),
  /** paste into answers */
  allowPaste: flag('允许粘贴'),
  markOptions: MarkOptions.default({ blankShortZero: true, ignoreCase: true, negative: false }),
  ...roomSettings,
  ...entrySettings,
  ...markingSettings,
  ...integritySettings,
  ...resultSettings,
  ...recordSettings,
}
const window = (form: { startTime: Date | null; endTime: Date | null }) => !form.startTime || !form.endTime || form.endTime > form.startTime

const ExamForm = audienceChosen(
  z.object({
    id: id('考试').optional(),
    version: z.int32().optional(),
    /** a new exam is a draft: for learners it does not exist until it is published; without effect on a stored exam */
    draft: z.boolean().optional(),
    ...settings,
    /** for openType 9; an empty value keeps the stored password */
    password: optionalText('考试密码', 60),
    ...audienceLists,
    /** omitted: unchanged */
    invigilatorIds: invigilatorIds.optional(),
  }),
)
  .refine(window, { when: sound('startTime', 'endTime'), path: ['endTime'], error: encoded(sayKernel('endBeforeStart')) })
  .refine((form) => !form.certId || form.showScore !== 'never', {
    when: sound('certId', 'showScore'),
    path: ['certId'],
    error: encoded(say('certWhileHidden')),
  })
  .refine((form) => (form.awardPoints === 0 && form.awardBands.length === 0) || form.showScore !== 'never', {
    when: sound('awardPoints', 'awardBands', 'showScore'),
    path: ['awardPoints'],
    error: encoded(say('pointsWhileHidden')),
  })

/** An exam in a list, for learners and back office; contains nothing secret. */
export const ExamRow = z.object({
  id: id('考试'),
  title: text('考试名称', 100),
  openType: code('开放类型', openType),
  openType_dictText: z.string().meta({ title: '开放类型' }),
  examType,
  examType_dictText: z.string().meta({ title: '考试类型' }),
  startTime: moment('开始时间').nullable(),
  endTime: moment('结束时间').nullable(),
  minutes: count('时长', 1, 1_440, '分钟'),
  totalScore: points('总分'),
  passScore: points('及格分'),
  quCount: count('题量'),
  tries: count('次数'),
  state: code('状态', examState),
  /** not published yet; always disabled */
  draft: z.boolean(),
  phase: choice('阶段', examPhase),
  createTime: moment('创建时间'),
  ...listedEntry,
})

export const exam = endpoints('exam/exam', 'exam', {
  ...excludedUsersCalls,
  ...invigilationCalls,
  ...publishCalls,
  ...trainingBanksCalls,
  paging: query({
    title: '考试列表',
    permit: 'any',
    input: paging({
      title: keyword('考试名称'),
      excludes: z.array(id('考试')).max(5_000).optional(),
      openType: code('开放类型', openType).optional(),
      state: code('状态', examState).optional(),
      phase: choice('阶段', examPhase).optional(),
      /** without it: those that are not archived */
      shelf: choice('归档', examShelf).optional(),
      /** for the caller's own list only; ignored otherwise */
      stage: choice('待考或已考', examStage).optional(),
      /** a value of the dictionary exam_type */
      examType: examType.optional(),
      /** exams that ask for this course */
      courseId: id('课程').optional(),
      /** true: the caller's own list, even with the permission to list all */
      mine: z.boolean().optional(),
      /** true: only exams that the caller may watch */
      watchable: z.boolean().optional(),
    }),
    output: pageOf(
      ExamRow.extend({
        /** the caller may watch candidates of the exam */
        watchable: z.boolean(),
        /** the caller made it */
        own: z.boolean(),
        archived: z.boolean(),
        needFace: z.boolean(),
        /** only in Safe Exam Browser */
        needSeb: z.boolean(),
        /** the whole screen is recorded, which phones and some browsers cannot */
        recordsScreen: z.boolean(),
        /** courses come first: for a learner those that they have not finished */
        needCourse: z.boolean(),
      }),
    ),
  }),
  detail: query({
    title: '考试详情',
    permit: 'exam:list',
    input: z.object({ id: id('考试') }),
    output: ExamRow.extend({
      ...settings,
      examType,
      version: z.int32(),
      hasPassword: z.boolean(),
      tmplId_dictText: z.string(),
      ...storedAudience,
      /** a candidate has started: template and duration can no longer change */
      started: z.boolean(),
      /** the caller made it */
      own: z.boolean(),
      invigilators: z.array(Invigilator),
    }),
  }),
  save: command({
    title: '保存考试',
    permit: ['exam:add', 'exam:update'],
    addOrUpdate: true,
    input: ExamForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除考试', rehearsable: true, permit: 'exam:delete', input: ids('考试'), output: z.literal(true) }),
  state: command({
    title: '启用或停用考试',
    permit: 'exam:update',
    input: z
      .object({ id: id('考试').optional(), ids: z.array(id('考试')).max(5_000).optional(), state: code('状态', examState) })
      .refine((form) => form.id !== undefined || (form.ids?.length ?? 0) > 0, { path: ['ids'], error: encoded(sayKernel('rowsUnchosen')) }),
    output: z.literal(true),
  }),
  'simple-detail': query({
    title: '考试须知',
    permit: 'any',
    input: z.object({ id: id('考试') }),
    output: ExamRow.extend({
      remark: z.string(),
      lateMinutes: z.int(),
      earliestMinutes: z.int(),
      showScore: choice('公布成绩', showWhen),
      showAnswer: choice('公布答案', showWhen),
      allowPaste: z.boolean(),
      ...roomRules,
      ...integrityRules,
      ...entryRules,
      ...recordRules,
    }),
  }),
  'prepare-notify': query({
    title: '准备考试通知',
    permit: ['notify:send', 'notify:own'],
    input: z.object({ id: id('考试') }),
    output: Prepared,
  }),
  'list-titles': query({
    title: '考试名称',
    permit: 'exam:list',
    input: z.object({ ids: z.array(id('考试')).max(5_000) }),
    output: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
})
