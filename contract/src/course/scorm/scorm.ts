// SCORM packages while they are learnt: opening a part, and storing what it reports.
import * as z from '../../kernel/z.ts'
import { callback, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, code, count, id } from '../../kernel/field.ts'

/** In the order of their worth: a status never falls back. */
export const ScormStatus = { none: 0, incomplete: 1, failed: 2, completed: 3, passed: 4 } as const
export type ScormStatus = (typeof ScormStatus)[keyof typeof ScormStatus]
export const scormStatus = {
  [ScormStatus.none]: '未学习',
  [ScormStatus.incomplete]: '学习中',
  [ScormStatus.failed]: '不通过',
  [ScormStatus.completed]: '已完成',
  [ScormStatus.passed]: '已通过',
} as const

/** Rules of a manifest that this site does not follow: learners choose the parts, and each part is judged by itself. */
export const unfollowedRules = {
  choice: '不许自选单元',
  choiceExit: '未结束不许离开',
  forwardOnly: '只能前进',
  constrained: '限制可选范围',
  precondition: '打开单元的条件',
  exitCondition: '离开单元的条件',
  postCondition: '学完单元后的跳转',
  prerequisites: '先修单元',
  attempts: '限制次数或时长',
  time: '限时',
  rollup: '成绩和完成的汇总规则',
  objectives: '单元之间共用的目标',
  random: '随机选取或排列单元',
  untracked: '不计入的单元',
  threshold: '完成进度的门槛',
} as const
export type UnfollowedRule = keyof typeof unfollowedRules

export const scormLimits = { items: 200, cmiNames: 5_000, cmiChars: 200_000, session: 2_000_000_000 } as const

/** Best status and score of a part or of the whole package; null: no score was reported. */
export const ScormResult = z.object({
  outcome: code('状态', scormStatus),
  score: z.number().nullable().meta({ title: '得分' }),
})

/** The data model by names as `cmi.core.lesson_status`. */
const Cmi = z.record(z.string().max(250), z.string().max(70_000)).refine((cmi) => {
  const entries = Object.entries(cmi)
  return (
    entries.length <= scormLimits.cmiNames &&
    entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) <= scormLimits.cmiChars
  )
})

/** What a package reports. `session` and `seq` number the openings and their reports: only a newer one is taken. */
export const ScormReport = z.object({
  session: z.int().min(1).max(scormLimits.session),
  seq: z.int().min(1).max(scormLimits.session),
  cmi: Cmi,
})
export type ScormReport = z.infer<typeof ScormReport>

/** `sandbox`: the attribute of the frame that shows `url`. */
const frame = { url: z.string(), sandbox: z.string() }

export const courseScorm = endpoints('course/scorm', 'course', {
  /** Opens a part of the package: the chosen one, else the one to continue with. Fails as load-process of a course file. */
  open: hot({
    title: '打开 SCORM 课件',
    permit: 'any',
    input: z.object({ courseId: id('课程'), fileId: id('课件'), item: count('学习单元', 0, scormLimits.items).optional() }),
    output: z.object({
      ...frame,
      items: z.array(ScormResult.extend({ title: z.string(), depth: z.int() })),
      /** the place of the open part in `items` */
      item: z.int(),
      /** what reports of this opening name */
      track: z.string(),
      session: z.int(),
    }),
  }),
  /** Stores a report. `taken`: false for one that is not newer than the stored one, which changes nothing. */
  save: hot({
    title: '保存 SCORM 学习数据',
    permit: 'any',
    rate: { by: 'user', max: 240, seconds: 60 },
    input: ScormReport.extend({ track: id('学习单元') }),
    output: ScormResult.extend({ taken: z.boolean(), isNewest: z.boolean(), finished: z.boolean(), courseFinished: z.boolean() }),
  }),
  /** The same from the package's own frame when it closes, as text: `k` is the ticket of the opening. */
  commit: callback({ title: '保存 SCORM 学习数据' }),
  /** The package for editors; nothing is stored. */
  preview: query({
    title: '预览 SCORM 课件',
    permit: ['course:file:list', 'course:list'],
    input: z.object({ id: id('课件'), item: count('学习单元', 0, scormLimits.items).optional() }),
    output: z.object({
      ...frame,
      items: z.array(z.object({ title: z.string(), depth: z.int() })),
      item: z.int(),
      /** what the manifest rules and is not followed, with the part or folder */
      unfollowed: z.array(z.object({ rule: choice('排序规则', unfollowedRules), item: z.string() })),
      /** the first page with frames or windows, where no second host name lets them call one another; '' for none */
      windowed: z.string(),
    }),
  }),
})
