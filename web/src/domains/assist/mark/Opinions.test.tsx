// Opinions for those who lead a marking: which answers, how many, and their figures afterwards.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { Opinions } from './Opinions.tsx'

const none = { n: 0, bias: 0 }
const question = {
  leaf: 'q1',
  title: '简述疏散人群的要点。',
  hasRubric: true,
  isKept: false,
  percent: null,
  error: '',
  byRules: 0,
  ready: 0,
  stale: 0,
  flagged: 0,
  apart: 0,
  n: 0,
  anchored: 0,
  exact: 0,
  within: 0,
  bias: 0,
  qwk: null,
  low: none,
  mid: none,
  high: none,
  lines: [],
  early: false,
  notEarly: '至少需要 30 份先评后看的对照，目前 0 份',
}

it('are asked for the answers that wait; then words to a program are counted, and why they are not shown first', async () => {
  await signInWith(['paper:review', 'assist:mark'])
  let isMade = false
  const sent = fakeServer({
    [assist.state.path]: { data: { mark: true, provider: 'rules', host: '', left: null } },
    [assistMark.agreement.path]: () => ({ data: [isMade ? { ...question, ready: 2, byRules: 2, flagged: 1 } : question] }),
    [assistMark.estimate.path]: ({ body }) => ({
      data: { count: (body as { which: string }).which === 'waiting' ? 2 : 0, tokens: 0, cost: null, left: null },
    }),
    [assistMark.start.path]: () => {
      isMade = true
      return { data: { count: 2 } }
    },
  })
  const { mouse } = show(<Opinions examId="7" />)
  await mouse.click(await screen.findByRole('button', { name: '生成阅卷建议' }))
  const dialog = within(await screen.findByRole('dialog', { name: '生成阅卷建议' }))
  expect(await dialog.findByText('没有需要生成建议的答案')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: '开始生成' }).disabled).toBe(true)
  await mouse.click(dialog.getByText('待评的'))
  expect(await dialog.findByText('将为 2 份答案生成建议')).toBeTruthy()
  await mouse.click(dialog.getByRole('button', { name: '开始生成' }))
  expect(await screen.findByText('写给程序的话')).toBeTruthy()
  expect(bodies(sent, assistMark.start)).toEqual([{ examId: '7', leaf: 'q1', which: 'waiting' }])
  expect(screen.getByText('至少需要 30 份先评后看的对照，目前 0 份')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('switch', { name: '评前显示' }).disabled).toBe(true)
})
