// The path of a learner: finished stations have a tick beside their colour, and an end without a reward is left out.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { pathLearn } from '@shuyuan/contract/path/learn.ts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import PathPage from './PathPage.tsx'

type Path = Data<typeof pathLearn.detail>
const item: Path['stages'][number]['items'][number] = {
  kind: 'course',
  refId: '1',
  courseId: '',
  title: '入职第一课',
  required: true,
  state: 'done',
  gone: false,
  amount: 0,
  trained: 0,
  doneTime: '2026-11-20 10:00:00',
}
const path: Path = {
  id: '3',
  title: '新人培养',
  percent: 50,
  startTime: '2026-11-01 09:00:00',
  dueTime: null,
  finishTime: null,
  overdue: false,
  next: null,
  content: '',
  round: 1,
  renewTime: null,
  points: 0,
  certTitle: '',
  stages: [
    {
      id: 's1',
      title: '认识酒店',
      done: false,
      need: 0,
      dueTime: null,
      overdue: false,
      items: [item, { ...item, refId: '2', title: '岗位要求', state: 'next', doneTime: null }],
    },
  ],
}

function open(data: Path) {
  fakeServer({ [pathLearn.detail.path]: { data } })
  show(
    <Routes>
      <Route path="/web/path/:id" element={<PathPage />} />
    </Routes>,
    { path: '/web/path/3' },
  )
}

test('a station that is done has a tick, the next one a button', async () => {
  open(path)
  const done = (await screen.findByText('入职第一课')).closest('li')!
  expect(within(done).getByText('✓')).toBeTruthy()
  const next = screen.getByText('岗位要求', { selector: 'b' }).closest('li')!
  expect([
    within(next).queryByText('✓'),
    within(next)
      .getByRole('link', { name: /去完成/ })
      .getAttribute('href'),
  ]).toEqual([null, expect.stringContaining('/web/course/view/2')])
})

test('the end is shown where it earns something', async () => {
  open(path)
  await screen.findByText('认识酒店')
  expect(screen.queryByRole('heading', { name: '终点' })).toBeNull()
})

test('what the end earns is named before it is reached', async () => {
  open({ ...path, points: 20 })
  expect(await screen.findByRole('heading', { name: '终点' })).toBeTruthy()
  expect(screen.getByText('完成后获得：20 积分')).toBeTruthy()
})
