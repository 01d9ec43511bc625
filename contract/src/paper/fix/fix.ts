// Corrects or voids a question of an exam after it was held: preview, commit, history (exam-rules.md, *Marking*, Void question, Key fix).
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { say } from '../paper.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, id, moment, pageOf, paging, points, text } from '../../kernel/field.ts'
import { Blank, PaperQuestion, ScoreRule } from '../../qu/content.ts'

export const fixHow = { key: '修正答案', full: '作废，全员给满分', drop: '作废，不计入总分', restore: '恢复原答案' } as const

const tag = z.string().regex(/^[A-Za-z]$/, encoded(sayKernel('optionTagForm')))
/** The corrected parts of a key, with the bank's option letters; omitted parts stay. */
export const KeyChange = z.object({
  /** several for a single choice: each of them gets full points */
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
  /** the sub-question of a composite; else empty */
  subId: z.string().max(20).default(''),
}
const Fix = z.object({
  ...target,
  how: choice('处理方式', fixHow),
  key: KeyChange.default({}),
  /** true: marks given by markers are replaced by the corrected key; false: they stay */
  overrideManual: z.boolean().default(false),
})

/** Points that may be negative because of penalties. */
const signed = (title: string) =>
  z
    .codec(z.number(), z.int(), { decode: (value) => Math.round(value * 100), encode: (value) => value / 100 })
    .meta({ title, control: 'points' })

/** One paper before and after the fix. */
export const FixRow = z.object({
  paperId: z.string(),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  /** of the question or sub-question */
  oldScore: signed('原得分'),
  newScore: signed('新得分'),
  oldTotal: points('原总分'),
  newTotal: points('新总分'),
  oldPassed: z.boolean().nullable(),
  newPassed: z.boolean().nullable(),
  /** the mark was given by a marker */
  manual: z.boolean(),
})

const { quId, quType, content, answerList, blankCount, left, right } = PaperQuestion.shape
/** A question of an exam with its current key, in the bank's option letters. */
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
  /** the fix in force; null: none */
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
      /** how other questions of the exam were voided; all must be voided in the same way */
      voidHow: z.enum(['full', 'drop']).nullable(),
      /** the bank's question is unchanged since the exam, so that it can be corrected with it */
      bankFits: z.boolean(),
    }),
  }),
  /** writes nothing; the list has the papers inside the caller's data scope, the counts cover all papers */
  preview: query({
    title: '预览修正结果',
    permit: 'paper:update',
    input: Fix.extend({ current: z.int().min(1).max(10_000).default(1), size: z.int().min(1).max(5_000).default(10) }),
    output: z.object({
      /** identifies this change and the marks from which it was computed */
      token: z.string(),
      papers: z.int(),
      rise: z.int(),
      fall: z.int(),
      same: z.int(),
      toPass: z.int(),
      toFail: z.int(),
      /** marks given by markers on this question */
      manual: z.int(),
      overridden: z.boolean(),
      /** open papers, which will be marked with the change */
      open: z.int(),
      /** number of versions of the question in the exam */
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
      /** also changes the question of the bank, as a new version */
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
        /** in force: no later fix was made */
        live: z.boolean(),
        createBy_dictText: z.string().meta({ title: '操作人' }),
        createTime: moment('时间'),
        /** false while papers are still being re-marked */
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
