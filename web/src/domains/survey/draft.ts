// Answers of a survey that were not sent yet, kept in the browser.
import { SurveyAnswers } from '@shuyuan/contract/survey/answer-check.ts'

const keyOf = (name: string) => `survey:${name}`

/** Empty where there is none, or one that cannot be read. */
export function keptDraft(name: string): SurveyAnswers {
  if (name === '') return {}
  try {
    return SurveyAnswers.parse(JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}'))
  } catch {
    return {}
  }
}

export function keepDraft(name: string, answers: SurveyAnswers): void {
  if (name === '') return
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(answers))
  } catch {
    // a full or closed storage costs the draft, not the answer
  }
}

export const dropDraft = (name: string): void => localStorage.removeItem(keyOf(name))
