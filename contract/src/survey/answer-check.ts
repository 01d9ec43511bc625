// The answers of a survey: which questions are shown, and what is wrong with an answer. The page and the server use the same rules.
import * as z from '../kernel/z.ts'
import type { Message } from '../kernel/message.ts'
import { isStorable } from '../kernel/field.ts'
import { NPS_TOP, type SurveyQuestion } from './question.ts'
import { say } from './survey.texts.ts'

export const MOST_SURVEY_WORDS = 2_000

/** An option, several options, a number, words, or of a matrix the option of each row. */
const SurveyValue = z.union([
  z.string().max(MOST_SURVEY_WORDS * 2),
  z.int(),
  z.array(z.string().max(12)).max(50),
  z.record(z.string().max(12), z.string().max(12)),
])
export type SurveyValue = z.infer<typeof SurveyValue>
/** By the id of the question. */
export const SurveyAnswers = z.record(z.string().max(12), SurveyValue)
export type SurveyAnswers = z.infer<typeof SurveyAnswers>

const own = (answers: SurveyAnswers, id: string): SurveyValue | undefined => (Object.hasOwn(answers, id) ? answers[id] : undefined)

const isBlank = (value: SurveyValue | undefined) =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const chosenIn = (value: SurveyValue | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : typeof value === 'object' ? [] : [String(value)]

/** The questions that these answers show. An answer to a question that is not shown itself shows nothing. */
export function shownQuestions(questions: readonly SurveyQuestion[], answers: SurveyAnswers): SurveyQuestion[] {
  const shown = new Set<string>()
  return questions.filter(({ id, showIf }) => {
    const isShown =
      showIf === null || (shown.has(showIf.question) && chosenIn(own(answers, showIf.question)).some((one) => showIf.values.includes(one)))
    if (isShown) shown.add(id)
    return isShown
  })
}

function fits({ type, options, rows, steps, most }: SurveyQuestion, value: SurveyValue): boolean {
  const isOption = (one: string) => options.some((each) => each.id === one)
  if (type === 'single') return typeof value === 'string' && isOption(value)
  if (type === 'multiple')
    return Array.isArray(value) && value.every(isOption) && new Set(value).size === value.length && (most === 0 || value.length <= most)
  if (type === 'rating') return typeof value === 'number' && value >= 1 && value <= steps
  if (type === 'nps') return typeof value === 'number' && value >= 0 && value <= NPS_TOP
  if (type === 'text') return typeof value === 'string' && value.trim().length <= MOST_SURVEY_WORDS && isStorable(value)
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.entries(value).every(([row, one]) => rows.some((each) => each.id === row) && isOption(one))
  )
}

const isWhole = ({ type, rows }: SurveyQuestion, value: SurveyValue) =>
  type !== 'matrix' || (typeof value === 'object' && rows.every((row) => Object.hasOwn(value, row.id)))

/** The first question, by its id, with what is wrong with its answer; undefined where everything can be sent. */
export function answerProblem(questions: readonly SurveyQuestion[], answers: SurveyAnswers): { id: string; message: Message } | undefined {
  for (const one of shownQuestions(questions, answers)) {
    const n = questions.indexOf(one) + 1
    const value = own(answers, one.id)
    if (value === undefined || isBlank(value)) {
      if (one.required) return { id: one.id, message: say('surveyUnanswered', { n }) }
    } else if (!fits(one, value)) {
      const isLong = one.type === 'text' && typeof value === 'string' && value.length > MOST_SURVEY_WORDS
      return { id: one.id, message: isLong ? say('surveyLong', { n, max: MOST_SURVEY_WORDS }) : say('surveyWrong', { n }) }
    } else if (one.required && !isWhole(one, value)) return { id: one.id, message: say('surveyRowsUnanswered', { n }) }
  }
  return undefined
}

/** The stored answers: those of the shown questions, trimmed, without empty ones. */
export function storedAnswers(questions: readonly SurveyQuestion[], answers: SurveyAnswers): SurveyAnswers {
  const kept = shownQuestions(questions, answers).flatMap(({ id }) => {
    const value = own(answers, id)
    return value === undefined || isBlank(value) ? [] : [[id, typeof value === 'string' ? value.trim() : value] as const]
  })
  return Object.fromEntries(kept)
}
