import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import PaperResultPage from './PaperResultPage.tsx'

beforeEach(async () => {
  localStorage.clear()
  await signInWith([])
})

it('shows a reopened paper as open, not as waiting for its result', async () => {
  const [code, msg] = errors.resultHidden
  fakeServer({ [paper['paper-result'].path]: { code, msg } })
  show(<PaperResultPage />)
  await screen.findByText('考试正在进行')
  expect(screen.getByText(/计时没有停止/)).toBeTruthy()
  expect(screen.queryByText(msg)).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('考试结果')
  expect(screen.getByRole('link', { name: '继续考试' })).toBeTruthy()
})

it('says how many keys were corrected after the exam, and at which question', async () => {
  const plain = {
    quType: QuType.single,
    score: 10,
    answerList: [{ tag: 'C', content: '120' }],
    blankCount: 0,
    left: [],
    right: [],
    subList: [],
  }
  const marked = { ...plain, answer: { tags: ['C'] }, markState: 'right', gained: 10 }
  const quList = [
    { ...marked, quId: '1', content: '第一题', fixed: 'key' },
    { ...marked, quId: '2', content: '第二题', fixed: null },
  ]
  const head = { id: '7', title: '消防考试', state: PaperState.done, score: 20, totalScore: 20, passScore: 10, passed: true }
  const times = { startTime: '2026-11-20 09:00:00', handTime: '2026-11-20 09:20:00' }
  const answers = { answerShown: true, answerUntil: null, looksLeft: null, mayLook: false, wrongOnly: false }
  fakeServer({
    [paper['paper-result'].path]: {
      data: { ...head, ...times, ...answers, groups: [{ title: '单选题', totalScore: 20, gained: 20, quList }] },
    },
    [paper['result-report'].path]: { data: null },
  })
  show(<PaperResultPage />)
  await screen.findByText('第二题')
  expect(screen.getAllByRole('note').map((one) => one.textContent)).toEqual([
    '考试结束后，本卷有 1 道题的答案已修正，成绩已重新计算。',
    '本题答案已修正，成绩按修正后的答案计算。',
  ])
})
