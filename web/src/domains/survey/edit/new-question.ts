// Questions and options as the editor adds them.
import type { SurveyQuestion, SurveyQuestionType } from '@shuyuan/contract/survey/question.ts'
import { t } from '../../../kernel/i18n.ts'
import { newId } from '../../../kernel/state/new-id.ts'

/** The key of a question or an option: the first eight figures of a random id. */
export const newKey = () => newId().slice(0, 8)

const choices = (texts: string[]) => texts.map((text) => ({ id: newKey(), text }))

const START_OPTIONS = 2
const empty = (n: number) => choices(Array.from({ length: n }, () => ''))

export function newQuestion(type: SurveyQuestionType): SurveyQuestion {
  const question = {
    id: newKey(),
    type,
    title: '',
    hint: '',
    required: type !== 'text',
    options: [],
    rows: [],
    steps: 5,
    low: '',
    high: '',
    most: 0,
    showIf: null,
  }
  if (type === 'single' || type === 'multiple') return { ...question, options: empty(START_OPTIONS) }
  if (type === 'matrix') return { ...question, options: choices([t('满意'), t('一般'), t('不满意')]), rows: empty(START_OPTIONS) }
  if (type === 'rating') return { ...question, low: t('不满意'), high: t('很满意') }
  return type === 'nps' ? { ...question, low: t('完全不愿意'), high: t('非常愿意') } : question
}

/** The same question with keys of its own. */
export const copyOf = (question: SurveyQuestion): SurveyQuestion => ({
  ...question,
  id: newKey(),
  options: question.options.map((one) => ({ ...one, id: newKey() })),
  rows: question.rows.map((one) => ({ ...one, id: newKey() })),
})

/** Without conditions that name a question which does not stand before, or an answer that it does not have. */
export function withoutBrokenConditions(
  questions: readonly SurveyQuestion[],
  valuesOf: (question: SurveyQuestion) => readonly string[],
): SurveyQuestion[] {
  return questions.map((one, at) => {
    if (one.showIf === null) return one
    const asked = questions.slice(0, at).find((each) => each.id === one.showIf?.question)
    const known = asked ? valuesOf(asked) : []
    const values = one.showIf.values.filter((value) => known.includes(value))
    return values.length === 0 ? { ...one, showIf: null } : { ...one, showIf: { ...one.showIf, values } }
  })
}
