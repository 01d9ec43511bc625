// Mistakes in the marking form, and a mark that another page has saved first.
import { review, TaskRole, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { MarkDesk, type MarkTask } from './MarkDesk.tsx'

const key = { modelAnswer: '', analysis: '' }
const question = {
  quId: '7',
  quType: QuType.shortAnswer,
  content: '<p>简述</p>',
  answerList: [],
  blankCount: 0,
  left: [],
  right: [],
  answer: null,
  key,
}
const given = { score: null, comment: '', lines: [] }
const ids = { taskId: '3', examId: '9', paperId: '5', leaf: '7', previousId: null }
const shown = { title: '期末', stem: '', question, maxScore: 10, step: 0.5, suggested: null, others: [] }
const task = { ...ids, ...shown, ...given, version: 0, role: TaskRole.first, state: TaskState.waiting, waiting: 1 } as unknown as MarkTask
const nothing = () => undefined

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['paper:review'])
})

it('shows an invalid score at the field and saves nothing', async () => {
  const sent = fakeServer({
    [review['rubric-list'].path]: { data: [] },
    [review.save.path]: { data: { version: 1, settled: true, finished: false } },
  })
  const saved = () => bodies(sent, review.save)
  const { mouse } = show(
    <MarkDesk task={task} busy={false} isEarlier={false} back="/" onDone={nothing} onSkip={nothing} onPrevious={nothing} />,
  )
  const score = screen.getByRole('spinbutton', { name: '得分' })
  await mouse.type(score, '99{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('得分应在0到10分之间')
  await mouse.tab()
  expect(score).toHaveProperty('value', '99')
  await mouse.clear(score)
  await mouse.type(score, '7.3{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('得分应为0.5分的整数倍')
  expect(saved()).toEqual([])
  await mouse.clear(score)
  await mouse.type(score, '9{Enter}')
  await waitFor(() => expect(saved()).toMatchObject([{ taskId: '3', version: 0, score: 9 }]))
})

it('asks for confirmation before skipping an unsaved mark', async () => {
  fakeServer({ [review['rubric-list'].path]: { data: [] } })
  let skipped = 0
  const { mouse } = show(
    <MarkDesk task={task} busy={false} isEarlier={false} back="/" onDone={nothing} onSkip={() => skipped++} onPrevious={nothing} />,
  )
  await mouse.click(screen.getByRole('button', { name: '跳过' }))
  expect(skipped).toBe(1)
  await mouse.type(screen.getByLabelText('评语'), '要点不全')
  await mouse.click(screen.getByRole('button', { name: '跳过' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('这份评分还没有保存')
  expect(skipped).toBe(1)
  await mouse.click(within(dialog).getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(skipped).toBe(2))
})

it('shows both marks where the answer was marked meanwhile, and replaces the stored one on request', async () => {
  const stored = { score: 4, comment: '先保存的', mine: true, mayReplace: true }
  const sent = fakeServer({
    [review['rubric-list'].path]: { data: [] },
    [review.save.path]: ({ body }) =>
      (body as { version: number }).version === 0
        ? refused('conflict', { data: { key: 'conflict', version: 1, stored } })
        : { data: { version: 2, settled: true, finished: false } },
  })
  let done = 0
  const { mouse } = show(
    <MarkDesk task={task} busy={false} isEarlier={false} back="/" onDone={() => done++} onSkip={nothing} onPrevious={nothing} />,
  )
  await mouse.keyboard('f{Enter}')
  const layer = await screen.findByRole('dialog')
  for (const text of ['这份答案已经有人评过', '您在别处保存的评分', '4', '先保存的', '您现在的评分', '10'])
    expect(layer.textContent).toContain(text)
  expect(done).toBe(0)
  await mouse.click(within(layer).getByRole('button', { name: '用我的评分替换' }))
  await waitFor(() => expect(done).toBe(1))
  expect(bodies(sent, review.save)).toMatchObject([
    { version: 0, score: 10 },
    { version: 1, score: 10 },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
