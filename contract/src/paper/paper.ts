// Papers: opened, answered, handed in, marked and looked at (exam-rules.md).
import * as z from 'zod'
import { command, endpoints, hot, query } from '../kernel/endpoint.ts'
import { code, id, moment, pageOf, paging, points } from '../kernel/field.ts'
import { Answer, PaperQuestion } from '../qu/content.ts'

export const paperState = { 0: '考试中', 1: '待阅卷', 2: '已完成', 3: '已放弃' } as const
/** dictionary paper_ex_state */
export const exState = { 0: '正常', 1: '超时', 2: '离开超限', 3: '人脸异常', 4: '监考收卷', 5: '全部收卷', 6: '管理员处理' } as const

const paperId = id('答卷')
const session = z.string().max(40)
const seq = z.int().min(0).max(1_000_000_000)
const saved = z.object({ quId: id('试题'), answer: Answer.nullable(), seq: seq.optional() })

/** A clock reading: what is left, by whose clock, and which change of the deadline it knows. */
const Clock = z.object({
  leftSeconds: z.int(),
  leftMs: z.int(),
  serverTime: moment('服务器时间'),
  deadlineAt: moment('截止时间'),
  timeRev: z.int(),
  state: z.int(),
  /** why the paper is being taken in, for a page that missed the hint; else empty */
  notice: z.string(),
})

export const PaperGroup = z.object({
  title: z.string(),
  quCount: z.int(),
  /** null where the questions of the group differ */
  perScore: points('每题分数').nullable(),
  totalScore: points('总分'),
  quList: z.array(
    PaperQuestion.extend({
      score: points('分数'),
      sort: z.int(),
      subList: z.array(z.object({ ...PaperQuestion.shape.subList.element.shape, score: points('分数') })),
    }),
  ),
})

const SavedAnswer = z.object({ quId: z.string(), answer: Answer.nullable(), seq: z.int(), session: z.string() })

export const Receipt = z.object({
  state: code('状态', paperState),
  waitReview: z.boolean(),
  receiptNo: z.string(),
  handTime: moment('交卷时间'),
  answered: z.int(),
  total: z.int(),
  answerHash: z.string(),
})

export const PaperRow = z.object({
  id: paperId,
  examId: id('考试'),
  title: z.string().meta({ title: '考试' }),
  userId: z.string(),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  state: code('状态', paperState),
  exState: code('交卷方式', exState),
  exMsg: z.string(),
  /** null until it may be shown to who asks */
  score: points('得分').nullable(),
  totalScore: points('总分'),
  passScore: points('及格分'),
  passed: z.boolean().nullable().meta({ title: '是否及格' }),
  startTime: moment('开始时间'),
  handTime: moment('交卷时间').nullable(),
  userTime: z.int().meta({ title: '用时（分钟）' }),
})

const Key = z.object({
  right: z.array(z.string()),
  blanks: z.array(z.string()),
  pairs: z.array(z.tuple([z.string(), z.string()])),
  modelAnswer: z.string(),
  analysis: z.string(),
})
const marked = {
  ...PaperQuestion.shape.subList.element.shape,
  score: points('分数'),
  answer: Answer.nullable(),
  markState: z.enum(['blank', 'right', 'wrong', 'partial', 'pending', 'hidden']),
  gained: points('得分').nullable(),
  comment: z.string(),
  /** only where the exam shows answers, or for a marker */
  key: Key.nullable(),
}
/** A handed-in paper, as its candidate or a marker may see it. */
export const MarkedPaper = PaperRow.extend({
  receiptNo: z.string(),
  version: z.int(),
  quCount: z.int(),
  answered: z.int(),
  groups: z.array(
    z.object({
      title: z.string(),
      totalScore: points('总分'),
      gained: points('得分').nullable(),
      quList: z.array(z.object({ ...marked, subList: z.array(z.object(marked)) })),
    }),
  ),
})

export const paper = endpoints('paper/paper', {
  'create-paper': hot({
    title: '开始考试',
    permit: 'any',
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ examId: id('考试'), password: z.string().max(60).optional(), faceToken: z.string().max(200).optional() }),
    output: z.object({ id: z.string() }),
  }),
  'paper-detail': hot({
    title: '打开试卷',
    permit: 'any',
    input: z.object({ id: paperId, takeover: z.boolean().optional() }),
    output: Clock.extend({
      id: z.string(),
      examId: z.string(),
      title: z.string(),
      session: z.string(),
      /** another page holds the pen: ask before taking it over */
      heldElsewhere: z.boolean(),
      quCount: z.int(),
      totalScore: points('总分'),
      earliestHandTime: moment('最早交卷时间').nullable(),
      allowPaste: z.boolean(),
      groups: z.array(PaperGroup),
      answers: z.array(SavedAnswer),
    }),
  }),
  'qu-detail': query({
    title: '取一道试题',
    permit: 'any',
    input: z.object({ paperId, quId: id('试题') }),
    output: PaperGroup.shape.quList.element.extend({ answer: Answer.nullable() }),
  }),
  'fill-answer': hot({
    title: '保存答案',
    permit: 'any',
    input: z
      .object({
        paperId,
        session: session.optional(),
        quId: id('试题').optional(),
        answer: Answer.nullable().optional(),
        seq: seq.optional(),
        answers: z.array(saved).min(1).max(500).optional(),
      })
      .refine((body) => (body.answers === undefined) !== (body.quId === undefined), {
        path: ['answers'],
        error: '缺少必要参数或参数类型不正确。',
      }),
    output: z.object({
      saved: z.array(z.object({ quId: z.string(), seq: z.int(), state: z.enum(['saved', 'stale']) })),
      savedAt: moment('保存时间'),
      answeredCount: z.int(),
      leftSeconds: z.int(),
      leftMs: z.int(),
      timeRev: z.int(),
    }),
  }),
  'hand-exam': hot({
    title: '交卷',
    permit: 'any',
    input: z.object({ id: paperId, session: session.optional(), lastAnswers: z.array(saved).max(500).optional() }),
    output: Receipt,
  }),
  'paper-result': query({
    title: '考试结果',
    permit: 'any',
    input: z.object({ id: paperId }),
    output: MarkedPaper.extend({ scoreShown: z.boolean(), answerShown: z.boolean() }),
  }),
  'check-process': query({
    title: '未完成的考试',
    permit: 'any',
    input: z.object({}),
    output: z.object({ id: z.string(), examId: z.string(), title: z.string(), leftSeconds: z.int() }).nullable(),
  }),
  'left-time': query({
    title: '剩余时间',
    permit: 'any',
    /** `session`: the page load that asks; the one that holds the pen shows by it that it is there */
    input: z.object({ id: paperId, session: session.optional() }),
    output: Clock,
  }),
  /** what the signed-in learner has made of these exams */
  'list-mine': query({
    title: '我的考试情况',
    permit: 'any',
    input: z.object({ examIds: z.array(id('考试')).max(5_000) }),
    output: z.array(
      z.object({
        examId: z.string(),
        tries: z.int(),
        ongoingPaperId: z.string().nullable(),
        lastPaperId: z.string().nullable(),
        bestScore: points('最高分').nullable(),
        passed: z.boolean().nullable(),
        waitReview: z.boolean(),
      }),
    ),
  }),
  paging: query({
    title: '答卷列表',
    permit: 'any',
    input: paging({
      examId: id('考试').optional(),
      userId: id('考生').optional(),
      realName: z.string().trim().max(60).optional().meta({ title: '姓名', control: 'keyword' }),
      title: z.string().trim().max(100).optional().meta({ title: '考试', control: 'keyword' }),
      state: code('状态', paperState).optional(),
      passed: z.boolean().optional(),
      /** true: one's own papers even for somebody who may list all */
      mine: z.boolean().optional(),
    }),
    output: pageOf(PaperRow),
  }),
  'review-paper': command({
    title: '阅卷',
    permit: 'paper:review',
    input: z.object({
      id: paperId,
      version: z.int().optional(),
      marks: z
        .array(
          z.object({
            quId: z.string().max(20),
            subId: z.string().max(20).optional(),
            score: points('得分', 1_000),
            comment: z.string().max(1_000).default(''),
          }),
        )
        .max(500)
        .optional(),
      finish: z.boolean().optional(),
    }),
    output: MarkedPaper,
  }),
  delete: command({
    title: '删除答卷',
    permit: 'paper:delete',
    input: z.object({ ids: z.array(paperId).min(1, '请至少选择一条数据！').max(5_000) }),
    output: z.literal(true),
  }),
})
