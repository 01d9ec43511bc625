// The questions of surveys.
import * as z from '../kernel/z.ts'
import { choice, count, flag, optionalText, text } from '../kernel/field.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './survey.texts.ts'

export const surveyQuestionType = {
  single: '单选',
  multiple: '多选',
  rating: '量表',
  nps: '推荐度',
  matrix: '矩阵单选',
  text: '文字',
} as const
export type SurveyQuestionType = keyof typeof surveyQuestionType

export const MOST_SURVEY_QUESTIONS = 100
export const MOST_SURVEY_OPTIONS = 50
/** The highest answer of 推荐度. */
export const NPS_TOP = 10

/** The id of a question, an option or a row within a survey; it stays when texts or places change. */
const key = z.string().regex(/^[a-z0-9]{1,12}$/)
const Choice = z.object({ id: key, text: text('选项内容', 200) })

const SurveyCondition = z.object({
  /** an earlier question of the types single, multiple, rating or nps */
  question: key,
  /** options, or numbers as text: one of them was answered */
  values: z.array(z.string().max(12)).min(1).max(MOST_SURVEY_OPTIONS),
})

export const SurveyQuestion = z.object({
  id: key,
  type: choice('题型', surveyQuestionType),
  title: text('题目', 500),
  /** plain text */
  hint: optionalText('题目说明', 500),
  required: flag('必答').default(true),
  /** of single and multiple; the columns of a matrix */
  options: z.array(Choice).max(MOST_SURVEY_OPTIONS).default([]),
  /** of a matrix */
  rows: z.array(Choice).max(MOST_SURVEY_OPTIONS).default([]),
  /** the highest answer of a rating */
  steps: count('最高分值', 3, 10).default(5),
  /** what the lowest and the highest answer of rating and nps mean */
  low: optionalText('低分含义', 30),
  high: optionalText('高分含义', 30),
  /** of multiple; 0: no limit */
  most: count('最多可选', 0, MOST_SURVEY_OPTIONS, '项').default(0),
  /** null: always shown */
  showIf: SurveyCondition.nullable().default(null),
})
export type SurveyQuestion = z.output<typeof SurveyQuestion>

const { hint, required, options, rows, steps, low, high, most, showIf } = SurveyQuestion.shape
/** The same in answers of the server, where nothing is left out. */
export const ShownSurveyQuestion = SurveyQuestion.extend({
  hint: hint.unwrap(),
  required: required.unwrap(),
  options: options.unwrap(),
  rows: rows.unwrap(),
  steps: steps.unwrap(),
  low: low.unwrap(),
  high: high.unwrap(),
  most: most.unwrap(),
  showIf: showIf.unwrap(),
})

/** The answers that a condition may name. */
export function conditionValues({ type, options, steps }: Pick<SurveyQuestion, 'type' | 'options' | 'steps'>): string[] {
  if (type === 'single' || type === 'multiple') return options.map((one) => one.id)
  if (type === 'rating') return Array.from({ length: steps }, (_, at) => String(at + 1))
  return type === 'nps' ? Array.from({ length: NPS_TOP + 1 }, (_, at) => String(at)) : []
}

const isUnique = (list: readonly { id: string }[]) => new Set(list.map((one) => one.id)).size === list.length

/** What is wrong with the question at place `at`, or undefined. */
function problemOf(questions: readonly SurveyQuestion[], at: number) {
  const one = questions[at]!
  const n = at + 1
  if ((one.type === 'single' || one.type === 'multiple' || one.type === 'matrix') && one.options.length < 2)
    return say('surveyOptions', { n })
  if (one.type === 'matrix' && one.rows.length === 0) return say('surveyRows', { n })
  if (!isUnique(one.options) || !isUnique(one.rows)) return say('surveyKeys', { n })
  if (one.type === 'multiple' && one.most > one.options.length) return say('surveyMost', { n })
  if (one.showIf === null) return undefined
  const asked = questions.slice(0, at).find((each) => each.id === one.showIf?.question)
  if (!asked) return say('surveyConditionPlace', { n })
  const known = new Set(conditionValues(asked))
  return one.showIf.values.every((value) => known.has(value)) ? undefined : say('surveyConditionValue', { n })
}

/** Adds an issue for each question that cannot be asked as it is. */
export const checkQuestions = (questions: readonly SurveyQuestion[], found: z.RefinementCtx<readonly SurveyQuestion[]>) => {
  if (!isUnique(questions)) found.addIssue({ code: 'custom', path: [], message: encoded(say('surveyKeys', { n: questions.length })) })
  for (const at of questions.keys()) {
    const message = problemOf(questions, at)
    if (message) found.addIssue({ code: 'custom', path: [at], message: encoded(message) })
  }
}
