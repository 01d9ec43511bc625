// Second opinions on answers that people mark: rubric lines with the words of the answer that meet them. No mark is made of them.
import * as z from '../../kernel/z.ts'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, flag, id, points } from '../../kernel/field.ts'
import { leaf } from '../../paper/review/review.ts'

/** Which answers of a question get an opinion. */
export const opinionOf = { sample: '抽 10 份', waiting: '待评的', marked: '已评的' } as const
export const SAMPLE = 10
/** Answers of one run. */
export const MOST_OPINIONS = 2_000
/** The least number of comparisons for an agreement to be shown, and for opinions to be shown before the marker's own mark. */
export const LEAST_PAIRS = 30

const examId = id('考试')
const Chosen = z.object({
  examId,
  leaf,
  which: choice('答案', opinionOf),
  /** also those that have a current opinion */
  again: flag('已有建议的也重做').default(false),
})
const signed = z.number()
const Band = z.object({ n: z.int(), bias: signed })

/** What the opinions of a question agree on with the settled marks; points are points of the question. */
const Agreement = z.object({
  leaf: z.string(),
  title: z.string(),
  maxScore: points('分数'),
  hasRubric: z.boolean(),
  /** the question's bank is kept from the assistant */
  isKept: z.boolean(),
  /** answers with a current opinion, and with one of an earlier rubric */
  ready: z.int(),
  stale: z.int(),
  flagged: z.int(),
  /** answers whose opinions lie apart */
  apart: z.int(),
  /** opinions that were made by rules, without a model */
  byRules: z.int(),
  /** percent of the run that goes on; null: none */
  percent: z.int().nullable(),
  /** why the last run ended early; '' else */
  error: z.string(),
  early: z.boolean(),
  /** why it may not be shown before the own mark, in words; '' where it may */
  notEarly: z.string(),
  /** comparisons with marks that were given first */
  n: z.int(),
  /** shares of 1 */
  exact: z.number(),
  within: z.number(),
  /** mean of opinion minus mark */
  bias: signed,
  /** quadratic weighted kappa; null below 30 comparisons */
  qwk: z.number().nullable(),
  /** by the mark: lowest, middle and highest third of the points */
  low: Band,
  mid: Band,
  high: Band,
  /** marks that were given after the opinion was seen; not counted above */
  anchored: z.int(),
  /** by rubric line: met for both, for the opinion only, for the person only */
  lines: z.array(z.object({ line: z.string(), text: z.string(), both: z.int(), model: z.int(), person: z.int() })),
})
export type Agreement = z.infer<typeof Agreement>

export const assistMark = endpoints('assist/mark', {
  estimate: query({
    title: '估算阅卷建议',
    permit: 'assist:mark',
    input: Chosen,
    output: z.object({
      count: z.int(),
      tokens: z.int(),
      /** yuan; null where the provider has no price */
      cost: z.number().nullable(),
      /** tokens of the caller that are left today; null: no limit */
      left: z.int().nullable(),
    }),
  }),
  start: command({
    title: '生成阅卷建议',
    permit: 'assist:mark',
    apiToken: false,
    input: Chosen,
    output: z.object({ count: z.int(), tokens: z.int() }),
  }),
  /** shows the opinions of a question before the own mark; refused without enough agreement */
  early: command({
    title: '评前显示阅卷建议',
    permit: 'assist:mark',
    apiToken: false,
    input: z.object({ examId, leaf, early: flag('评前显示') }),
    output: z.literal(true),
  }),
  /** `hot`, because it notes that the opinion was seen before the mark */
  of: hot({
    title: '阅卷建议',
    permit: 'paper:review',
    input: z.object({ taskId: id('阅卷任务') }),
    output: z.object({
      /** off: not in use; none: no opinion; later: shown after the own mark; stale: the rubric was changed since */
      state: z.enum(['off', 'none', 'later', 'ready', 'stale']),
      score: points('建议得分').nullable(),
      /** the caller's own mark */
      own: points('得分').nullable(),
      lines: z.array(
        z.object({
          line: z.string(),
          text: z.string(),
          points: signed,
          met: z.boolean(),
          /** word for word of the answer; '' where the line is not met */
          quote: z.string(),
          reason: z.string(),
          /** whether the caller chose the line */
          own: z.boolean(),
        }),
      ),
      /** words to a program that were found in the answer; '' else */
      flagged: z.string(),
      /** how many opinions there were, and the highest score less the lowest */
      times: z.int(),
      spread: points('相差分数'),
      /** made by rules, without a model */
      byRules: z.boolean(),
    }),
  }),
  agreement: query({
    title: '阅卷建议与评分的一致性',
    permit: 'paper:update',
    input: z.object({ examId }),
    output: z.array(Agreement),
  }),
})
