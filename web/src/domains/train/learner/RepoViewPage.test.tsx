// The page of a bank: what was begun first, three ways, and the rest behind a word.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { train, TrainMode, TrainState } from '@shuyuan/contract/train/train.ts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import RepoViewPage from './RepoViewPage.tsx'

beforeEach(() => signInWith([]))

const bank = { id: '2', title: '消防', quCount: 100, objCount: 90, subjCount: 10, trainHours: '', remark: '', price: 0, pricePoints: 0 }
const begun = {
  id: '7',
  repoId: '2',
  repoId_dictText: '消防',
  mode: TrainMode.undone,
  scope: '',
  scope_dictText: '',
  state: TrainState.open,
  quCount: 20,
  fillCount: 5,
  rightCount: 4,
  startTime: '2026-11-24 10:00:00',
  updateTime: '2026-11-24 10:00:00',
}

test.each([
  ['with what was begun', [begun], /^继续训练/],
  ['without', [], /^开始训练/],
])('one strong button %s, three ways beside it, the others under 更多', async (_case, records, words) => {
  fakeServer({
    [repo.detail.path]: { data: bank },
    [repo['chapter-group'].path]: { data: [] },
    [train.paging.path]: page(records),
  })
  show(
    <Routes>
      <Route path="/web/repo/view/:repoId" element={<RepoViewPage />} />
    </Routes>,
    { path: '/web/repo/view/2' },
  )
  const ways = within(await screen.findByRole('region', { name: '训练模式' }))
  await ways.findByRole('button', { name: words })
  const buttons = ways.getAllByRole('button')
  expect(buttons).toHaveLength(4)
  expect(buttons.map((one) => one.className.includes('btnPrimary'))).toEqual([true, false, false, false])
  expect(screen.getByText('更多').closest('details')?.open).toBe(false)
})
