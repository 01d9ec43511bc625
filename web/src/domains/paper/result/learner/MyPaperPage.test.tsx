// The learner's results: one row an exam with its best paper; fields to search in only where there is something to search.
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import MyPaperPage from './MyPaperPage.tsx'

beforeEach(() => signInWith([]))

const row = {
  id: '5',
  examId: '2',
  userId: '9',
  title: '消防考试',
  state: PaperState.done,
  exState: ExState.normal,
  score: 92,
  totalScore: 100,
  passed: true,
  startTime: '2026-11-24 09:00:00',
  handTime: '2026-11-24 10:00:00',
}

it('shows one exam by its score, without fields and table, and asks for the best paper of each', async () => {
  const sent = fakeServer({ [paper.paging.path]: page([row]) })
  show(<MyPaperPage />)
  expect((await screen.findByText('92')).tagName).toBe('STRONG')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(bodies(sent, paper.paging).at(-1)).toMatchObject({ params: { mine: true, bestOnly: true } })
  cleanup()
  const rows = Array.from({ length: 9 }, (_one, at) => ({ ...row, id: String(at), title: `考试 ${at}` }))
  fakeServer({ [paper.paging.path]: page(rows) })
  show(<MyPaperPage />)
  await screen.findByText('考试 8')
  expect(screen.queryAllByRole('searchbox').length + screen.queryAllByRole('textbox').length).toBeGreaterThan(0)
})
