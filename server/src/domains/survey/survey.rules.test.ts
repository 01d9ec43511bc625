import { conditionValues, type SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { answerProblem, shownQuestions, storedAnswers } from '@shuyuan/contract/survey/answer-check.ts'
import { SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { expect, test } from 'vitest'
import { isSameShape, meanOf, npsOf, phaseOf } from './survey.rules.ts'

const plain = { hint: '', required: true, options: [], rows: [], steps: 5, low: '', high: '', most: 0, showIf: null }
const question = (id: string, type: SurveyQuestion['type'], more: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  ...plain,
  id,
  type,
  title: id,
  ...more,
})
const options = ['a', 'b'].map((id) => ({ id, text: id }))
const chain = [
  question('q1', 'single', { options }),
  question('q2', 'nps', { showIf: { question: 'q1', values: ['a'] } }),
  question('q3', 'text', { showIf: { question: 'q2', values: ['0', '1'] } }),
]
const ids = (list: SurveyQuestion[]) => list.map((one) => one.id)

test('an answer of a question that is not shown shows nothing', () => {
  expect(ids(shownQuestions(chain, { q1: 'a', q2: 0 }))).toEqual(['q1', 'q2', 'q3'])
  expect(ids(shownQuestions(chain, { q1: 'b', q2: 0 }))).toEqual(['q1'])
  expect(storedAnswers(chain, { q1: 'b', q2: 0, q3: 'x' })).toEqual({ q1: 'b' })
})

test('names the first question without a fitting answer', () => {
  expect(answerProblem(chain, {})?.id).toBe('q1')
  expect(answerProblem(chain, { q1: 'b' })).toBeUndefined()
  expect(answerProblem(chain, { q1: 'a', q2: 1, q3: '   ' })?.id).toBe('q3')
  const matrix = [
    question('m', 'matrix', {
      options,
      rows: [
        { id: 'r', text: '' },
        { id: 's', text: '' },
      ],
    }),
  ]
  expect(answerProblem(matrix, { m: { r: 'a' } })?.message).toMatchObject({ key: 'surveyRowsUnanswered' })
  expect(answerProblem(matrix, { m: { r: 'a', s: 'b' } })).toBeUndefined()
})

test('a condition names options or numbers', () => {
  expect(conditionValues(chain[0]!)).toEqual(['a', 'b'])
  expect(conditionValues(question('r', 'rating', { steps: 3 }))).toEqual(['1', '2', '3'])
  expect(conditionValues(question('t', 'text'))).toEqual([])
})

test('the phase follows state and times', () => {
  const now = new Date('2026-01-02T00:00:00Z')
  const [before, after] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-03T00:00:00Z')]
  const phase = (state: SurveyState, startTime: Date | null, endTime: Date | null) => phaseOf({ state, startTime, endTime }, now)
  expect(phase(SurveyState.open, null, null)).toBe('open')
  expect(phase(SurveyState.draft, null, null)).toBe('waiting')
  expect(phase(SurveyState.open, after, null)).toBe('waiting')
  expect(phase(SurveyState.open, before, now)).toBe('closed')
  expect(phase(SurveyState.closed, after, null)).toBe('closed')
})

test('means and NPS', () => {
  expect(meanOf([])).toBeNull()
  expect(
    meanOf([
      { key: '5', n: 2 },
      { key: '2', n: 1 },
    ]),
  ).toBe(4)
  expect(
    npsOf([
      { key: '10', n: 2 },
      { key: '8', n: 1 },
      { key: '0', n: 1 },
    ]),
  ).toBe(25)
  expect(npsOf([])).toBeNull()
})

test('only texts may differ in the same shape', () => {
  expect(
    isSameShape(
      chain,
      chain.map((one) => ({ ...one, title: `${one.title}?` })),
    ),
  ).toBe(true)
  expect(isSameShape(chain, chain.slice(1))).toBe(false)
  expect(
    isSameShape(
      chain,
      chain.map((one) => ({ ...one, required: false })),
    ),
  ).toBe(false)
})
