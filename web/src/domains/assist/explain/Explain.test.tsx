// An explanation names its sources with their pages; a refusal is said in its place.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistExplain } from '@shuyuan/contract/assist/explain/explain.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { Explain } from './Explain.tsx'

const state = {
  questions: false,
  improve: false,
  notice: false,
  explain: true,
  mark: false,
  provider: 'other',
  host: 'model.example',
  left: null,
}
const cite = { courseId: '1', courseTitle: '食品安全', fileId: '2', title: '操作规范', page: 3, quote: '冷菜存放不得超过2小时' }

async function asked(reply: object) {
  await signInWith([])
  const sent = fakeServer({ [assist.state.path]: { data: state }, [assistExplain.explain.path]: reply })
  const { mouse } = show(<Explain scene="paper" of="7" quId="q1" />)
  await mouse.click(await screen.findByRole('button', { name: '智能讲解' }))
  return sent
}

it('shows each point with its source, the page and the words', async () => {
  const parts = [
    { text: '规定是两小时。<b>', cite: 0 },
    { text: '解析也这样说。', cite: null },
  ]
  const sent = await asked({ data: { basis: 'course', parts, cites: [cite], byRules: false } })
  const link = await screen.findByRole('link', { name: '《食品安全》操作规范，第 3 页' })
  expect(link.getAttribute('href')).toBe('/web/course/view/1/2?at=3')
  expect(screen.getByText('冷菜存放不得超过2小时').tagName).toBe('Q')
  expect(screen.getByText(/规定是两小时。<b>/)).toBeTruthy()
  expect(bodies(sent, assistExplain.explain)).toEqual([{ scene: 'paper', ref: '7', quId: 'q1' }])
})

it('says where nothing was found, and what was refused', async () => {
  await asked({ data: { basis: 'none', parts: [], cites: [], byRules: true } })
  expect(await screen.findByText('课程和解析里没有找到相关内容，可以在课程中向老师提问。')).toBeTruthy()
})

it('says what was refused', async () => {
  await asked(refused('assistSitting'))
  expect((await screen.findByRole('alert')).textContent).toBe('考试进行中不能使用智能讲解。')
})
