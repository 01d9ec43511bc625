// Marking by people: tasks, queues, allotment, progress (exam-rules.md, *Marking*).
import { say } from '../paper.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, count, id, keyword, moment, optionalText, pageOf, paging, points, text } from '../../kernel/field.ts'
import { Answer, ShownKey } from '../../qu/content.ts'
import { MarkedPart } from '../question/marked.ts'

export const TaskRole = { first: 1, second: 2, third: 3, chief: 4 } as const
export type TaskRole = (typeof TaskRole)[keyof typeof TaskRole]
export const taskRole = { [TaskRole.first]: '一评', [TaskRole.second]: '二评', [TaskRole.third]: '三评', [TaskRole.chief]: '仲裁' } as const
/** settled: the final mark is stored in the paper. */
export const TaskState = { waiting: 0, marked: 1, settled: 2 } as const
export type TaskState = (typeof TaskState)[keyof typeof TaskState]
export const allotBy = { question: '按题分配', paper: '按卷分配' } as const
/** The order of tasks: by question or by paper. */
const walk = choice('阅卷顺序', { question: '按题', paper: '按卷' })
const examId = id('考试')
/** `questionId`, or `questionId/subId` for a sub-question. */
export const leaf = z.string().regex(/^\d{1,18}(\/[\w-]{1,20})?$/, encoded(say('questionGone')))

/** The points of a rubric line, may be negative: points on the wire, 1/100 point on the server. */
const signedPoints = (label: string) =>
  z
    .codec(
      z
        .number({ error: encoded(sayKernel('empty', { label })) })
        .min(-1_000, encoded(say('belowMinus1000', { label })))
        .max(1_000, encoded(say('above1000', { label })))
        .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, encoded(sayKernel('twoDecimals', { label }))),
      z.int(),
      { decode: (value) => Math.round(value * 100), encode: (value) => value / 100 },
    )
    .meta({ title: label, control: 'points' })

const given = { score: points('得分').nullable(), comment: z.string(), lines: z.array(z.string()) }
const GivenMark = z.object({ role: z.int(), ...given, by: z.string(), at: moment('阅卷时间') })

/** One answer as its marker sees it, without name, account or id of the candidate. */
export const MarkTask = z.object({
  taskId: z.string(),
  version: z.int32(),
  role: z.int(),
  /** 0 waiting, 1 marked, 2 its question is settled */
  state: z.int(),
  examId: z.string(),
  paperId: z.string(),
  leaf: z.string(),
  title: z.string(),
  /** the stem of the composite; empty for other questions */
  stem: z.string(),
  question: z.object({ ...MarkedPart, answer: Answer.nullable(), key: ShownKey }),
  maxScore: points('分数'),
  step: points('评分步长'),
  ...given,
  /** the score suggested by the keywords of the key; null: no keywords */
  suggested: points('建议得分').nullable(),
  /** the differing marks, only for the marker who decides between them */
  others: z.array(GivenMark),
  leaseUntil: moment('保留到').nullable(),
  /** the caller's previous task; null: none */
  previousId: z.string().nullable(),
  /** answers that still wait for the caller in this order, this one included */
  waiting: z.int(),
})

export const RubricLine = z.object({
  id: z.string(),
  text: z.string(),
  points: signedPoints('分值'),
  version: z.int32(),
  /** number of marks that use the line */
  used: z.int(),
})

const question = {
  leaf: z.string(),
  title: z.string(),
  maxScore: points('分数'),
  /** answers without a mark */
  waiting: z.int(),
}

export const review = endpoints('paper/review', {
  paging: query({
    title: '阅卷考试列表',
    permit: 'paper:review',
    input: paging({ title: keyword('考试名称') }),
    output: pageOf(
      z.object({
        id: z.string(),
        title: z.string().meta({ title: '考试名称' }),
        /** papers with missing marks */
        papers: z.int().meta({ title: '待阅答卷' }),
        /** missing marks, of all markers */
        waiting: z.int().meta({ title: '待评' }),
        /** missing marks allotted to the caller */
        mine: z.int().meta({ title: '分配给我' }),
        /** marks given */
        marked: z.int().meta({ title: '已评' }),
        /** differing marks that wait for a third mark or for arbitration */
        differences: z.int().meta({ title: '有差异' }),
        /** answers that need another mark which no marker may give */
        stuck: z.int().meta({ title: '无人可评' }),
        markBlind: z.boolean(),
        markDouble: z.boolean(),
      }),
    ),
  }),
  queue: query({
    title: '我的阅卷任务',
    permit: ['paper:review', 'paper:update'],
    input: z.object({ examId }),
    output: z.object({
      examId: z.string(),
      title: z.string(),
      markBlind: z.boolean(),
      markDouble: z.boolean(),
      step: points('评分步长'),
      /** the caller may arbitrate, allot and see the progress */
      chief: z.boolean(),
      waiting: z.int(),
      mine: z.int(),
      marked: z.int(),
      /** papers with at least one task for the caller */
      papers: z.int(),
      /** answers that need another mark which no marker may give */
      stuck: z.int(),
      questions: z.array(
        z.object({
          ...question,
          /** allotted to the caller */
          mine: z.int(),
          /** given by the caller */
          marked: z.int(),
        }),
      ),
    }),
  }),
  /** claims the next answer for 15 minutes; no other marker gets it meanwhile. Null: no task is left for the caller */
  next: hot({
    title: '取下一份答案',
    permit: 'paper:review',
    input: z.object({
      examId,
      leaf: leaf.optional(),
      by: walk.default('question'),
      /** releases this task and skips it */
      skip: id('阅卷任务').optional(),
    }),
    output: MarkTask.nullable(),
  }),
  /** opens one of the caller's own tasks again, to view or to change */
  open: query({ title: '查看阅卷任务', permit: 'paper:review', input: z.object({ taskId: id('阅卷任务') }), output: MarkTask }),
  save: command({
    title: '保存评分',
    permit: 'paper:review',
    input: z.object({
      taskId: id('阅卷任务'),
      version: z.int32(),
      score: points('得分', 1_000),
      comment: optionalText('评语', 1_000),
      lines: z.array(id('评分点')).max(50).default([]),
    }),
    output: z.object({
      version: z.int32(),
      /** the final mark of the question is known */
      settled: z.boolean(),
      /** this was the last missing mark of the paper */
      finished: z.boolean(),
    }),
  }),
  allocate: command({
    title: '分配阅卷任务',
    permit: 'paper:update',
    input: z.object({
      examId,
      markers: z
        .array(id('阅卷人'))
        .min(1, encoded(say('markersUnchosen')))
        .max(200),
      by: choice('分配方式', allotBy),
      /** only these questions; default: all */
      quIds: z.array(leaf).max(500).optional(),
    }),
    output: z.object({
      allotted: z.int(),
      /** left in the common queue, because a marker may not give both marks of a double marking */
      left: z.int(),
      markers: z.array(z.object({ userId: z.string(), realName: z.string(), count: z.int() })),
    }),
  }),
  /** arbitration: decides an answer that needs another mark which no marker may give */
  decide: command({
    title: '转为仲裁',
    permit: 'paper:update',
    input: z.object({ examId }),
    output: z.object({ answers: z.int() }),
  }),
  /** users to whom tasks can be allotted: enabled back-office accounts with paper:review */
  markers: query({
    title: '可选阅卷人',
    permit: 'paper:update',
    input: paging({ name: keyword('姓名或账号') }),
    output: pageOf(
      z.object({
        id: z.string(),
        realName: z.string().meta({ title: '姓名' }),
        userName: z.string().meta({ title: '账号' }),
        deptCode_dictText: z.string().meta({ title: '部门' }),
      }),
    ),
  }),
  progress: query({
    title: '阅卷进度',
    permit: 'paper:update',
    input: z.object({ examId }),
    output: z.object({
      title: z.string(),
      papers: z.object({ waiting: z.int(), finished: z.int() }),
      questions: z.array(
        z.object({
          ...question,
          marked: z.int(),
          settled: z.int(),
          differences: z.int(),
          mean: points('平均分').nullable(),
        }),
      ),
      markers: z.array(
        z.object({
          userId: z.string(),
          realName: z.string(),
          /** allotted and not yet marked */
          waiting: z.int(),
          marked: z.int(),
          /** mean score in percent of the maximum, 0 to 100 */
          meanShare: z.number().nullable(),
          lastTime: moment('最近评分').nullable(),
        }),
      ),
    }),
  }),
  'rubric-list': query({
    title: '评分点',
    permit: 'paper:review',
    input: z.object({ examId, leaf }),
    output: z.array(RubricLine),
  }),
  /** the effect of changing a rubric line on the marks that use it; without points: of removing it */
  'rubric-preview': query({
    title: '预览评分点改动',
    permit: 'paper:review',
    input: z.object({ id: id('评分点'), points: signedPoints('分值').optional() }),
    output: z.object({
      /** marks that use the line */
      used: z.int(),
      raised: z.int(),
      lowered: z.int(),
      /** papers whose total changes */
      papers: z.int(),
      /** finished papers whose pass state would change */
      passed: z.int(),
      failed: z.int(),
    }),
  }),
  'rubric-save': command({
    title: '保存评分点',
    permit: 'paper:review',
    input: z.object({
      id: id('评分点').optional(),
      version: z.int32().optional(),
      examId,
      leaf,
      text: text('评分点', 200),
      points: signedPoints('分值'),
      sort: count('排序', 0, 1_000).optional(),
      /** true: existing marks change with the line */
      follow: z.boolean().default(false),
    }),
    output: z.object({ id: z.string(), changed: z.int() }),
  }),
  'rubric-delete': command({
    title: '删除评分点',
    permit: 'paper:review',
    input: z.object({ id: id('评分点'), follow: z.boolean().default(false) }),
    output: z.object({ changed: z.int() }),
  }),
})
