// Answering a survey: conditions, what is missing, the draft, one answer for two clicks.
import type { SurveyAnswers } from '@shuyuan/contract/survey/answer-check.ts'
import { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { AnswerForm } from './AnswerForm.tsx'

const options = [
  { id: 'a', text: '满意' },
  { id: 'b', text: '不满意' },
]
const questions = [
  { id: 'q1', type: 'single', title: '满意吗', options },
  { id: 'q2', type: 'text', title: '为什么', showIf: { question: 'q1', values: ['b'] } },
  { id: 'q3', type: 'nps', title: '会推荐吗', required: false },
].map((one) => SurveyQuestion.parse(one))

/** Renders the form; the calls wait for `answer`. */
function form() {
  const sent: SurveyAnswers[] = []
  const done: unknown[] = []
  let answer: (value: { stored: boolean }) => void = () => undefined
  const { mouse } = show(
    <AnswerForm
      questions={questions}
      draftKey="test"
      send={(answers) => {
        sent.push(answers)
        return new Promise((resolve) => (answer = resolve))
      }}
      onSent={(one) => done.push(one)}
    />,
  )
  return { mouse, sent, done, answer: () => answer({ stored: true }) }
}
const send = () => screen.getByRole('button', { name: '提交问卷' })

beforeEach(() => localStorage.clear())

test('a question appears with its condition, and its answer goes with it', async () => {
  const { mouse, sent } = form()
  expect(screen.queryByRole('textbox', { name: '为什么' })).toBeNull()
  await mouse.click(screen.getByRole('radio', { name: '不满意' }))
  await mouse.type(screen.getByRole('textbox', { name: '为什么' }), '太吵')
  await mouse.click(screen.getByRole('radio', { name: '满意' }))
  expect(screen.queryByRole('textbox', { name: '为什么' })).toBeNull()
  await mouse.click(send())
  expect(sent).toEqual([{ q1: 'a' }])
})

test('what is missing is said and gets the focus', async () => {
  const { mouse, sent } = form()
  await mouse.click(send())
  expect(sent).toEqual([])
  expect((await screen.findByRole('alert')).textContent).toBe('请回答第 1 题')
  expect(document.activeElement?.getAttribute('data-question')).toBe('q1')
})

test('the draft is kept until it was sent; two clicks send one answer', async () => {
  const first = form()
  await first.mouse.click(screen.getByRole('radio', { name: '满意' }))
  await first.mouse.click(screen.getByRole('radio', { name: '9' }))
  expect(JSON.parse(localStorage.getItem('survey:test') ?? '')).toEqual({ q1: 'a', q3: 9 })
  await first.mouse.dblClick(send())
  expect(first.sent).toEqual([{ q1: 'a', q3: 9 }])
  first.answer()
  await waitFor(() => expect(first.done).toEqual([{ stored: true }]))
  expect(localStorage.getItem('survey:test')).toBeNull()
})

test('an optional answer is taken back by a second click', async () => {
  const { mouse, sent } = form()
  await mouse.click(screen.getByRole('radio', { name: '满意' }))
  await mouse.click(screen.getByRole('radio', { name: '0' }))
  await mouse.click(screen.getByRole('radio', { name: '0' }))
  await mouse.click(send())
  expect(sent).toEqual([{ q1: 'a' }])
})
