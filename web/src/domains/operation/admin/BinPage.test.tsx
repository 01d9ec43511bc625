import { bin } from '@shuyuan/contract/operation/bin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import BinPage from './BinPage.tsx'

beforeEach(() => signInWith(['exam:bin']))

it('a deleted exam is restored and leaves the bin', async () => {
  const said = notices()
  const times = { createTime: '2026-11-20 10:00:00', endTime: '2026-12-20 10:00:00' }
  let rows = [{ id: '3', title: '季度考核', kind: 'exam', realName: '方静之', ...times }]
  const sent = fakeServer({
    [bin.paging.path]: () => page(rows),
    [bin.restore.path]: () => {
      rows = []
      return { data: true }
    },
  })
  const { mouse } = show(<BinPage />)
  await mouse.click(within(await screen.findByRole('row', { name: /季度考核/ })).getByText('恢复数据'))
  await waitFor(() => expect(said).toEqual(['已恢复']))
  expect(bodies(sent, bin.restore)).toEqual([{ ids: ['3'] }])
  await waitFor(() => expect(screen.queryByText('季度考核')).toBeNull())
})
