// Notices as learners find them: beside their courses, in the list, and in a window of their own.
import { notice } from '@shuyuan/contract/message/notice.ts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { NoticeCard } from '../NoticeCard.tsx'
import NoticeDetailPage from './NoticeDetailPage.tsx'
import NoticeListPage from './NoticeListPage.tsx'

const row = (id: string, title: string) => ({ id, title, summary: '今晚停水。', createTime: '2026-11-20 09:00:00' })
const all = [row('4', '夜间停水通知'), row('3', '消防演练')]
const found = ({ body }: Sent) => {
  const { title = '' } = (body as { params: { title?: string } }).params
  return page(all.filter((one) => one.title.includes(title)))
}

it('the latest ones stand beside the courses', async () => {
  fakeServer({ [notice.paging.path]: page(all) })
  show(<NoticeCard />)
  const link = await within(screen.getByRole('region', { name: '系统公告' })).findByText('夜间停水通知')
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/web/notice/detail/4', '_blank'])
})

it('one is found by a word, and opens in a new window', async () => {
  const sent = fakeServer({ [notice.paging.path]: found })
  const { mouse } = show(<NoticeListPage />, { path: '/web/notice' })
  await expect.poll(() => screen.queryAllByRole('listitem')).toHaveLength(2)
  await mouse.type(screen.getByLabelText('搜索公告'), '停水')
  await mouse.click(screen.getByRole('button', { name: '搜索' }))
  await expect.poll(() => screen.queryAllByRole('listitem')).toHaveLength(1)
  const link = screen.getByRole('link', { name: /夜间停水通知/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/web/notice/detail/4', '_blank'])
  expect(bodies(sent, notice.paging).at(-1)).toMatchObject({ current: 1, params: { title: '停水' } })
})

it('is read with its title and its text', async () => {
  const sent = fakeServer({
    [notice.detail.path]: { data: { ...row('4', '夜间停水通知'), content: '<p>今晚 23 点至次日 5 点停水。</p>' } },
  })
  const ui = (
    <Routes>
      <Route path="/web/notice/detail/:id" element={<NoticeDetailPage />} />
    </Routes>
  )
  show(ui, { path: '/web/notice/detail/4' })
  expect(await screen.findByRole('heading', { name: '夜间停水通知' })).toBeTruthy()
  expect(screen.getByText('今晚 23 点至次日 5 点停水。')).toBeTruthy()
  expect(bodies(sent, notice.detail)).toEqual([{ id: '4' }])
})
