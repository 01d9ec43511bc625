// Answers of a survey that were not sent yet, kept in the browser.
import { SurveyAnswers } from '@shuyuan/contract/survey/answer-check.ts'
import { newId } from '../../kernel/state/new-id.ts'

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

/** The key by which a survey knows a browser without an account; made at the first answer. Another survey gets another one. */
export function browserKey(name: string): string {
  const key = `survey:${name}:browser`
  try {
    const known = localStorage.getItem(key)
    if (known !== null) return known
    const made = newId()
    localStorage.setItem(key, made)
    return made
  } catch {
    return newId()
  }
}
