// Suggestions are handed to the form one by one, and taken back as the form had them; texts of a model are text.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistQuestion } from '@shuyuan/contract/assist/improve/improve.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import type { TakenSuggestion } from '../../qu/qu-tools.ts'
import { ImproveQuestion } from './ImproveQuestion.tsx'

const state = {
  questions: false,
  improve: true,
  notice: false,
  explain: false,
  mark: false,
  provider: 'other',
  host: 'model.example',
  left: 900,
}
const body = QuestionBody.parse({ content: '<p>多久检查一次，</p>', options: [{ tag: 'A', content: '<p>每月</p>', isRight: true }] })
const form = { quType: QuType.single, level: QuLevel.normal, body, quId: '7', repoId: '3' }
const suggestion = {
  field: 'stem',
  at: 0,
  before: '多久检查一次，',
  after: '多久检查一次？<img>',
  html: '<p>多久检查一次？</p>',
  level: null,
  why: '要有问号',
}

async function opened(items: object[], found: object = {}) {
  await signInWith(['assist:improve'])
  const sent = fakeServer({
    [assist.state.path]: { data: { ...state, ...found } },
    [assistQuestion.improve.path]: { data: { items, dropped: 1, tokens: 420 } },
  })
  const taken: TakenSuggestion[] = []
  const { mouse } = show(<ImproveQuestion {...form} onTake={(one) => taken.push(one)} />)
  await mouse.click(await screen.findByRole('button', { name: /智能改题/ }))
  const drawer = within(await screen.findByRole('dialog'))
  await mouse.click(drawer.getByRole('button', { name: '看看建议' }))
  return { mouse, drawer, taken, sent }
}

it('shows where the question goes and what it costs, before it is sent', async () => {
  const { drawer, sent } = await opened([suggestion])
  expect(drawer.getByText(/^将发送到 model\.example，约 \d+00 tokens$/)).toBeTruthy()
  expect(drawer.getByText('今天还可以用 900 tokens')).toBeTruthy()
  expect(bodies(sent, assistQuestion.improve)).toMatchObject([
    { quType: QuType.single, wants: ['stem', 'options', 'analysis', 'level'], quId: '7', repoId: '3' },
  ])
})

it('takes a suggestion into the form and back', async () => {
  const { mouse, drawer, taken } = await opened([suggestion])
  await mouse.click(await drawer.findByRole('button', { name: '采用题干' }))
  expect(taken.at(-1)).toMatchObject({ field: 'stem', html: '<p>多久检查一次？</p>' })
  await mouse.click(drawer.getByRole('button', { name: '撤销采用题干' }))
  expect(taken.at(-1)).toMatchObject({ field: 'stem', html: '<p>多久检查一次，</p>' })
  expect(drawer.getByText('？<img>')).toBeTruthy()
  expect(drawer.getByText('另有 1 条建议没有通过检查，这次用了 420 tokens')).toBeTruthy()
  await mouse.click(drawer.getByRole('button', { name: '全部采用' }))
  expect(taken).toHaveLength(3)
})

it('says how long it takes, sends a second click nowhere, and need not be waited for', async () => {
  await signInWith(['assist:improve'])
  const sent = fakeServer({ [assist.state.path]: { data: state }, [assistQuestion.improve.path]: () => new Promise(() => undefined) })
  const { mouse } = show(<ImproveQuestion {...form} onTake={() => undefined} />)
  await mouse.click(await screen.findByRole('button', { name: /智能改题/ }))
  const drawer = within(await screen.findByRole('dialog'))
  await mouse.dblClick(drawer.getByRole('button', { name: '看看建议' }))
  expect(await drawer.findByText('正在生成，已用 0 秒')).toBeTruthy()
  expect(bodies(sent, assistQuestion.improve)).toHaveLength(1)
  await mouse.click(drawer.getByRole('button', { name: '不再等待' }))
  expect(drawer.queryByText(/正在生成/)).toBe(null)
  await mouse.click(drawer.getByRole('button', { name: '看看建议' }))
  expect(bodies(sent, assistQuestion.improve)).toHaveLength(2)
})

it('says so where nothing passed the checks', async () => {
  const { drawer } = await opened([])
  expect(await drawer.findByText('没有能用的建议，请再试一次')).toBeTruthy()
})

it('is not there while the site has it off', async () => {
  await signInWith(['assist:improve'])
  fakeServer({ [assist.state.path]: { data: { ...state, improve: false } } })
  show(<ImproveQuestion {...form} onTake={() => undefined} />)
  await Promise.resolve()
  expect(screen.queryByRole('button')).toBe(null)
})
