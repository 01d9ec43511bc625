// The content of a question in the bank (with key) and on a paper (without key), and the form of an answer.
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './qu.texts.ts'
import * as z from '../kernel/z.ts'

export const QuType = { single: 1, multiple: 2, trueFalse: 3, shortAnswer: 4, fillIn: 5, matching: 6, composite: 99 } as const
export type QuType = (typeof QuType)[keyof typeof QuType]

const tag = z.string().regex(/^[A-Za-z]$/, encoded(sayKernel('optionTagForm')))
const html = z.string().max(200_000)

/** A choice of a question of type 1, 2 or 3. `points` (1/100 point) is read only under the rule perOption. */
export const Option = z.object({
  tag,
  content: html,
  image: z.string().max(500).optional(),
  isRight: z.boolean(),
  pinned: z.boolean().optional(),
  points: z.int().min(0).optional(),
})
export type Option = z.infer<typeof Option>

/** One blank of a fill-in question; `answer` holds the accepted alternatives joined by `||` (exam-rules.md, 5 fill-in, key). */
export const Blank = z.object({
  answer: z
    .string()
    .min(1, encoded(sayKernel('blankAnswerEmpty')))
    .max(2_000),
  compare: z.enum(['normal', 'exact', 'contains', 'number']).default('normal'),
  caseSensitive: z.boolean().optional(),
  tolerance: z.number().min(0).optional(),
  weight: z.int().min(0).optional(),
})
export type Blank = z.infer<typeof Blank>

export const MatchItem = z.object({ tag, content: html, reusable: z.boolean().optional() })

/** The marking rule of a question; defaults as in exam-rules.md. Scores in 1/100 point. */
export const ScoreRule = z.object({
  multiple: z.enum(['strict', 'half', 'fixed', 'share', 'perOption', 'net']).optional(),
  fixed: z.int().min(0).optional(),
  credit: z.enum(['each', 'all']).optional(),
  order: z.enum(['fixed', 'any']).optional(),
  matching: z.enum(['share', 'strict']).optional(),
  penalty: z.int().min(0).optional(),
  /** type 4: groups of words joined by `||`; a group of which one word occurs suggests its points to the marker */
  keywords: z
    .array(z.object({ words: z.string().min(1).max(500), points: z.int().min(0) }))
    .max(50)
    .optional(),
})
export type ScoreRule = z.infer<typeof ScoreRule>

const simpleBody = {
  content: html.min(1, encoded(say('stemEmpty'))),
  analysis: html.default(''),
  /** types 1, 2, 3 */
  options: z.array(Option).max(26).default([]),
  /** type 5 */
  blanks: z.array(Blank).max(50).default([]),
  /** type 6: left items, right items (distractors allowed) and the pairs [left tag, right tag] */
  left: z.array(MatchItem).max(26).default([]),
  right: z.array(MatchItem).max(26).default([]),
  pairs: z
    .array(z.tuple([tag, tag]))
    .max(26 * 26)
    .default([]),
  /** type 4 */
  modelAnswer: html.default(''),
  rule: ScoreRule.default({}),
}
export const SimpleQuestion = z.object({ quType: z.int(), ...simpleBody })
export type SimpleQuestion = z.infer<typeof SimpleQuestion>

/** A question as the bank stores it; `subs` only for type 99, one level deep, each with its share of 100 parts in `weight`. */
export const QuestionBody = z.object({
  ...simpleBody,
  subs: z
    .array(SimpleQuestion.extend({ id: z.string().max(20), weight: z.int().min(1).default(1) }))
    .max(50)
    .default([]),
})
export type QuestionBody = z.infer<typeof QuestionBody>

const PaperOption = z.object({ tag, content: html, image: z.string().optional() })
const paperQuestion = {
  quId: z.string(),
  quType: z.int(),
  content: html,
  /** 1/100 point on the server; endpoints that send it declare it as points */
  score: z.number(),
  answerList: z.array(PaperOption),
  blankCount: z.int(),
  left: z.array(PaperOption),
  /** `reusable`: several left items may be matched with it */
  right: z.array(PaperOption.extend({ reusable: z.boolean().optional() })),
}
/** A question as a candidate sees it: no key, no analysis, options lettered in their displayed order. */
export const PaperQuestion = z.object({ ...paperQuestion, subList: z.array(z.object(paperQuestion)) })
export type PaperQuestion = z.infer<typeof PaperQuestion>

/** The key for marking, separate from the candidate's view so that it cannot be sent by mistake. Tags are those of the paper. */
export type QuestionKey = {
  quId: string
  quType: number
  /** the maximum, 1/100 point */
  score: number
  rule: ScoreRule
  /** types 1, 2, 3: the right tags (an accepted set for 1 and 3); `points` per tag for perOption */
  right: string[]
  points: Record<string, number>
  blanks: Blank[]
  pairs: [string, string][]
  reusable: string[]
  modelAnswer: string
  analysis: string
  subs: QuestionKey[]
  /** paper tag → tag in the bank, for statistics and key fixes */
  origin: Record<string, string>
  version: number
}

/** Characters (code points) of one blank; `max` of Zod would count UTF-16 units. */
export const LONGEST_BLANK = 500
/** Whether a blank is within the limit. */
export const isBlankShort = (text: string) =>
  text.length <= LONGEST_BLANK || (text.length <= 2 * LONGEST_BLANK && Array.from(text).length <= LONGEST_BLANK)

const simpleAnswer = [
  z.strictObject({ tags: z.array(tag).max(26) }),
  z.strictObject({ text: z.string().max(100_000) }),
  z.strictObject({ blanks: z.array(z.string().refine(isBlankShort, encoded(say('blankTooLong', { max: LONGEST_BLANK })))).max(50) }),
  z.strictObject({ pairs: z.array(z.tuple([tag, tag])).max(26) }),
] as const
const SimpleAnswer = z.union(simpleAnswer)
/** api.md, *Exams*, `answer`. */
export const Answer = z.union([...simpleAnswer, z.strictObject({ subs: z.record(z.string().max(20), SimpleAnswer.nullable()) })], {
  error: encoded(say('answerShapeWrong')),
})
export type Answer = z.infer<typeof Answer>

/** The key of a question in the form shown to learners and markers. */
export const ShownKey = z.object({
  right: z.array(z.string()),
  blanks: z.array(z.string()),
  pairs: z.array(z.tuple([z.string(), z.string()])),
  modelAnswer: z.string(),
  analysis: z.string(),
})
