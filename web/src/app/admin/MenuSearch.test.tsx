import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import type { PageRoute } from '../menu.ts'
import MenuSearch from './MenuSearch.tsx'

const route = (path: string, group: string, title: string, hidden = false): PageRoute => ({
  path,
  title,
  name: '',
  component: '',
  layout: 'Layout',
  hidden,
  crumbs: [
    { title: group, path: undefined },
    { title, path },
  ],
  highlight: path,
})
const routes = [
  route('/admin/exam/list', '考试', '考试管理'),
  route('/admin/exam/watch', '考试', '考试监控'),
  route('/admin/repo/list', '题库', '题库管理'),
  route('/admin/exam/update/:id', '考试', '修改考试', true),
]

let closed = 0
const Where = () => <p data-testid="at">{useLocation().pathname}</p>
const show = () => {
  closed = 0
  render(
    <MemoryRouter initialEntries={['/admin/exam/list']}>
      <MenuSearch routes={routes} onClose={() => closed++} />
      <Where />
    </MemoryRouter>,
  )
  return screen.getByRole('searchbox')
}
const found = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('span')?.textContent)

it('lists the pages that may be opened, without hidden ones', () => {
  show()
  expect(found()).toEqual(['考试 / 考试管理', '考试 / 考试监控', '题库 / 题库管理'])
})

it('finds by title and by path', async () => {
  const box = show()
  await userEvent.type(box, '监控')
  expect(found()).toEqual(['考试 / 考试监控'])
  await userEvent.clear(box)
  await userEvent.type(box, 'repo')
  expect(found()[0]).toBe('题库 / 题库管理')
  await userEvent.clear(box)
  await userEvent.type(box, '没有这个')
  expect(screen.getByText('暂无相关数据！')).toBeDefined()
})

it('works by keyboard', async () => {
  const box = show()
  await userEvent.type(box, '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(screen.getByTestId('at').textContent).toBe('/admin/repo/list')
  expect(closed).toBe(1)
})
