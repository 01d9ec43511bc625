// Papers: started, answered, handed in, marked and viewed (exam-rules.md).
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './paper.texts.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { code, id, moment, pageOf, paging, points, text } from '../kernel/field.ts'
import { Answer, PaperQuestion } from '../qu/content.ts'
import { exportCalls } from './result/export.ts'
import { ongoingCalls } from './attempt/ongoing.ts'
import { openPaperCalls } from './attempt/open-paper.ts'
import { exState, PaperState, paperState } from './paper-state.ts'
import { reportCalls } from './result/report.ts'
import { scoreColumns, scoreFilters } from './result/score-list.ts'

const paperId = id('答卷')

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
  /** null until the caller may see it */
  score: points('得分').nullable(),
  totalScore: points('总分'),
  passScore: points('及格分'),
  passed: z.boolean().nullable().meta({ title: '是否及格' }),
  startTime: moment('开始时间'),
  handTime: moment('交卷时间').nullable(),
  userTime: z.int().meta({ title: '用时（分钟）' }),
  /** flagged signals; 0 for the candidate */
  flagTimes: z.int().meta({ title: '标记' }),
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
  /** only when the exam shows answers, or for a marker */
  key: Key.nullable(),
  /** the fix of the question: key corrected, or voided; null: none, or not visible */
  fixed: z.enum(['key', 'full', 'drop']).nullable(),
}
/** A handed-in paper as its candidate or a marker sees it. */
export const MarkedPaper = PaperRow.extend({
  receiptNo: z.string(),
  version: z.int32(),
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

export const paper = endpoints('paper/paper', 'exam', {
  ...openPaperCalls,
  ...ongoingCalls,
  ...exportCalls,
  ...reportCalls,
  'paper-result': query({
    title: '考试结果',
    permit: 'any',
    module: false,
    /** `look`: starts another view of the answers when the exam limits their number; a view lasts 30 minutes */
    input: z.object({ id: paperId, look: z.boolean().optional() }),
    output: MarkedPaper.extend({
      scoreShown: z.boolean(),
      answerShown: z.boolean(),
      wrongOnly: z.boolean(),
      answerUntil: moment('答案查看截止').nullable(),
      /** views left; null: unlimited */
      looksLeft: z.int().nullable(),
      /** another view would show the answers */
      mayLook: z.boolean(),
      /** while short answers wait for a marker: points of the other questions, if the exam shows scores after the hand-in */
      objective: z.object({ score: points('客观题得分'), total: points('客观题总分') }).nullable(),
      /** the certificate that the caller has by this exam */
      cert: z.object({ title: z.string(), grantNo: z.string() }).nullable(),
      /** questions whose answer came too late, until when it can be accepted, and whether the candidate has asked for it */
      late: z.object({ count: z.int(), until: moment('可采纳至'), asked: z.boolean() }).nullable(),
      /** whether `paper/record/mine` has something to tell */
      recorded: z.boolean(),
    }),
  }),
  /** the caller's papers of these exams */
  'list-mine': query({
    title: '我的考试情况',
    permit: 'any',
    module: false,
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
    module: false,
    input: paging(scoreFilters),
    output: pageOf(PaperRow.extend(scoreColumns)),
  }),
  'review-paper': command({
    title: '阅卷',
    permit: 'paper:review',
    input: z.object({
      id: paperId,
      version: z.int32().optional(),
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
  /**
   * Sets another cause of the end. `state` 3 sets papers to given up, open ones too; without it given-up papers are restored, marked again and
   * get this cause.
   */
  'mark-as': command({
    title: '标记答卷',
    permit: 'paper:update',
    input: z.object({
      ids: z
        .array(paperId)
        .min(1, encoded(sayKernel('rowsUnchosen')))
        .max(5_000),
      exState: code('交卷方式', exState),
      exMsg: text('处理原因', 200, say('handlingReasonEmpty')),
      state: z.literal(PaperState.givenUp).optional(),
    }),
    output: z.literal(true),
  }),
  delete: command({
    title: '删除答卷',
    permit: 'paper:delete',
    input: z.object({
      ids: z
        .array(paperId)
        .min(1, encoded(sayKernel('rowsUnchosen')))
        .max(5_000),
    }),
    output: z.literal(true),
  }),
})
