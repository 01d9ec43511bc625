// A question of an exam corrected or voided after it was sat: dry run, commit, history (exam-rules.md, *Marking*, Void question, Key fix).
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { say } from '../paper.texts.ts'
import * as z from 'zod'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, id, moment, pageOf, paging, points, text } from '../../kernel/field.ts'
import { Blank, PaperQuestion, ScoreRule } from '../../qu/content.ts'

export const fixHow = { key: '修正答案', full: '作废，全员给满分', drop: '作废，不计入总分', restore: '恢复原答案' } as const

const tag = z.string().regex(/^[A-Za-z]$/, encoded(sayKernel('optionTagForm')))
/** The corrected parts of a key, with the bank's letters; what is left out stays. */
export const KeyChange = z.object({
  /** several for a single choice: each of them earns full marks */
  right: z
    .array(tag)
    .min(1, encoded(say('rightOptionUnchosen')))
    .max(26)
    .optional(),
  blanks: z.array(Blank).min(1).max(50).optional(),
  pairs: z
    .array(z.tuple([tag, tag]))
    .min(1)
    .max(26)
    .optional(),
  rule: ScoreRule.optional(),
})
const target = {
  examId: id('考试'),
  quId: id('试题'),
  /** a part of a composite; else empty */
  subId: z.string().max(20).default(''),
}
const Fix = z.object({
  ...target,
  how: choice('处理方式', fixHow),
  key: KeyChange.default({}),
  /** marks given by people give way to the corrected key; else they stay */
  overrideManual: z.boolean().default(false),
})

/** Points that penalties may have taken below 0. */
const signed = (title: string) =>
  z
    .codec(z.number(), z.int(), { decode: (value) => Math.round(value * 100), encode: (value) => value / 100 })
    .meta({ title, control: 'points' })

/** One paper before and after. */
export const FixRow = z.object({
  paperId: z.string(),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  /** of the question, or of the part */
  oldScore: signed('原得分'),
  newScore: signed('新得分'),
  oldTotal: points('原总分'),
  newTotal: points('新总分'),
  oldPassed: z.boolean().nullable(),
  newPassed: z.boolean().nullable(),
  /** a person had given the mark */
  manual: z.boolean(),
})

const { quId, quType, content, answerList, blankCount, left, right } = PaperQuestion.shape
/** A question of an exam with the key that holds now, in the bank's letters. */
const leaf = {
  quId,
  quType,
  content,
  answerList,
  blankCount,
  left,
  right,
  score: points('分数'),
  rightTags: z.array(z.string()),
  blanks: z.array(Blank),
  pairs: z.array(z.tuple([z.string(), z.string()])),
  rule: ScoreRule,
  /** the fix that holds; null where none was made */
  fixed: choice('处理方式', fixHow).nullable(),
}

export const fix = endpoints('paper/fix', {
  item: query({
    title: '考试中的试题',
    permit: 'paper:update',
    input: z.object({ examId: target.examId, quId: target.quId }),
    output: z.object({
      ...leaf,
      subs: z.array(z.object(leaf)),
      /** the way in which other questions of the exam were voided, which all must share */
      voidHow: z.enum(['full', 'drop']).nullable(),
      /** the bank's question is still the one that was asked, so that it may be corrected along with the exam */
      bankFits: z.boolean(),
    }),
  }),
  /** writes nothing; the list names papers within the caller's reach, the counts mean all */
  preview: query({
    title: '预览修正结果',
    permit: 'paper:update',
    input: Fix.extend({ current: z.int().min(1).max(10_000).default(1), size: z.int().min(1).max(5_000).default(10) }),
    output: z.object({
      /** stands for this change and the marks that it was computed from */
      token: z.string(),
      papers: z.int(),
      rise: z.int(),
      fall: z.int(),
      same: z.int(),
      toPass: z.int(),
      toFail: z.int(),
      /** marks of people on this question, and whether they give way */
      manual: z.int(),
      overridden: z.boolean(),
      /** not handed in yet: marked with the change later */
      open: z.int(),
      /** in how many versions the question was asked */
      versions: z.int(),
      page: pageOf(FixRow),
    }),
  }),
  commit: command({
    title: '修正试题并重新计分',
    permit: 'paper:update',
    input: Fix.extend({
      token: z.string().min(1).max(120),
      reason: text('修正原因', 200),
      /** the question of the bank becomes so as well, as its next version */
      updateBank: z.boolean().default(false),
    }),
    output: z.object({ id: z.string() }),
  }),
  paging: query({
    title: '修正记录',
    permit: ['paper:update', 'exam:stat'],
    input: paging({ examId: id('考试').optional(), quId: id('试题').optional() }),
    output: pageOf(
      z.object({
        id: z.string(),
        examId: z.string(),
        quId: z.string(),
        subId: z.string(),
        title: z.string().meta({ title: '试题' }),
        how: choice('处理方式', fixHow),
        reason: z.string().meta({ title: '原因' }),
        overrideManual: z.boolean(),
        /** it holds: no later one was made */
        live: z.boolean(),
        createBy_dictText: z.string().meta({ title: '操作人' }),
        createTime: moment('时间'),
        /** false while papers are being marked again */
        done: z.boolean(),
        papers: z.int().meta({ title: '重新计分' }),
        changed: z.int().meta({ title: '分数有变' }),
      }),
    ),
  }),
  'log-paging': query({
    title: '分数变动明细',
    permit: ['paper:update', 'exam:stat'],
    input: paging({ fixId: id('修正记录').optional(), paperId: id('答卷').optional() }),
    output: pageOf(
      FixRow.extend({
        id: z.string(),
        how: choice('处理方式', fixHow),
        reason: z.string(),
        createBy_dictText: z.string(),
        createTime: moment('时间'),
      }),
    ),
  }),
})
