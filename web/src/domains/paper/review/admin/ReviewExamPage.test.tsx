// The marking of one exam: what is done of each question, and nothing to do for who has given their marks.
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import ReviewExamPage from './ReviewExamPage.tsx'

const queue = {
  examId: '9',
  title: '期末',
  step: 0.5,
  markBlind: false,
  markDouble: true,
  chief: true,
  waiting: 0,
  mine: 0,
  marked: 1,
  papers: 1,
}
const question = { leaf: '7', title: '简述疏散人群的要点', marked: 2, waiting: 1, settled: 0, differences: 1, mean: null, maxScore: 10 }

beforeEach(() => signInWith(['paper:review', 'paper:update']))

it('two marks that differ leave a third task, which is not of those who gave them', async () => {
  fakeServer({
    [review.queue.path]: { data: { ...queue, stuck: 0, questions: [] } },
    [review.progress.path]: { data: { papers: { waiting: 1, finished: 0 }, questions: [question], markers: [] } },
  })
  const { mouse } = show(
    <Routes>
      <Route path="/exam/:examId" element={<ReviewExamPage />} />
    </Routes>,
    { path: '/exam/9' },
  )
  await mouse.click(await screen.findByRole('tab', { name: '进度' }))
  expect((await screen.findByText('简述疏散人群的要点')).closest('tr')?.textContent).toContain('2/3')
  expect(screen.getByRole('button', { name: '按题评分' })).toHaveProperty('disabled', true)
})
