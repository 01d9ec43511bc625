// Answers that came too late: what the page of the exam says at its end, the receipt and the result.
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import PaperResultPage from '../../result/learner/PaperResultPage.tsx'
import { Banners } from '../room/Banners.tsx'
import { ReceiptScreen } from '../room/screens.tsx'

beforeEach(async () => {
  localStorage.clear()
  await signInWith([])
})

const banner = {
  phase: 'open',
  holder: 'tab',
  notice: '',
  offline: true,
  problem: '',
  onTake: () => undefined,
  watch: null,
  recording: null,
} as const
it('does not invite to go on answering without a network once the time is over', () => {
  show(<Banners {...banner} timeUp />)
  expect(screen.getByText('考试时间已到，正在收卷…')).toBeTruthy()
  expect(screen.queryByText(/可以继续作答/)).toBeNull()
})

it('invites to go on answering without a network before that', () => {
  show(<Banners {...banner} timeUp={false} />)
  expect(screen.getByText(/网络已断开，可以继续作答/)).toBeTruthy()
})

const receipt = { state: PaperState.done, waitReview: false, receiptNo: 'R1', handTime: '2026-11-24 10:00:00', answered: 2, total: 3 }
it('is named on the receipt, where the candidate asks once for a decision', async () => {
  const sent = fakeServer({ [late.ask.path]: { data: true } })
  const { mouse } = show(
    <ReceiptScreen paperId="7" title="期末" receipt={{ ...receipt, answerHash: 'abc', late: 2 }} isAgain={false} userId="1" />,
  )
  expect(screen.getByText('有 2 题的作答在收卷后才送达，没有计入成绩')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '申请采纳' }))
  expect(await screen.findByRole('button', { name: '已申请采纳' })).toHaveProperty('disabled', true)
  expect(bodies(sent, late.ask)).toEqual([{ paperId: '7' }])
})

it('is not mentioned on the receipt where every answer was in time', () => {
  show(<ReceiptScreen paperId="7" title="期末" receipt={{ ...receipt, answerHash: 'abc', late: 0 }} isAgain={false} userId="1" />)
  expect(screen.queryByText(/没有计入成绩/)).toBeNull()
})

const result = {
  id: '7',
  examId: '3',
  userId: '1',
  title: '期末',
  state: PaperState.done,
  exState: ExState.timeout,
  exMsg: '',
  receiptNo: 'R1',
  startTime: '2026-11-24 09:00:00',
  handTime: '2026-11-24 10:00:00',
  userTime: 60,
  answered: 2,
  quCount: 3,
  score: 4,
  totalScore: 6,
  passScore: 3,
  passed: true,
  scoreShown: true,
  answerShown: false,
  wrongOnly: false,
  answerUntil: null,
  looksLeft: null,
  mayLook: false,
  objective: null,
  groups: [],
}
it('is named on the result with the time until which it can be accepted', async () => {
  const stored = { count: 1, until: '2026-11-25 10:00:00', asked: true }
  fakeServer({ [paper['paper-result'].path]: { data: { ...result, late: stored } } })
  show(<PaperResultPage />)
  expect(await screen.findByText('有 1 题的作答在收卷后才送达，没有计入成绩')).toBeTruthy()
  expect(screen.getByText(/这些作答保留到 2026-11-25 10:00/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '已申请采纳' })).toBeTruthy()
})

it('that the server did not store either is named on the result, from what the page of the exam had', async () => {
  fakeServer({ [paper['paper-result'].path]: { data: { ...result, late: null } } })
  const { router } = show(<PaperResultPage />, { path: '/elsewhere' })
  await router.navigate('/web/exam/result/7', { state: { late: 2 } })
  expect(await screen.findByText('有 2 题的作答没有在截止前送达，没有计入成绩')).toBeTruthy()
})
