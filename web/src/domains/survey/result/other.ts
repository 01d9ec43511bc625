// The question of another survey that asks the same.
import type { SurveyResult } from '@shuyuan/contract/survey/survey.ts'

export type ResultQuestionData = SurveyResult['questions'][number]

/** A copy keeps no keys, so questions are found by their type and title, too. */
export const othersOf = (question: ResultQuestionData, other: SurveyResult | undefined): ResultQuestionData | undefined =>
  other?.questions.find((one) => one.type === question.type && one.id === question.id) ??
  other?.questions.find((one) => one.type === question.type && one.title === question.title)

type Choice = { id: string; text: string }

/** How often an answer was given; an option of another survey is found by its text, too. */
export function countOf(counts: readonly { key: string; n: number }[], { id, text }: Choice, options: readonly Choice[]): number {
  const key = options.some((one) => one.id === id) ? id : (options.find((one) => one.text === text)?.id ?? id)
  return counts.find((one) => one.key === key)?.n ?? 0
}
