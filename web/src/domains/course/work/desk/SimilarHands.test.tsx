// Hand-ins with much of the same text, beside the one that is marked.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import { SimilarHands } from './SimilarHands.tsx'

const row = {
  id: '8',
  realName: '王芳',
  deptName: '客房部',
  handTime: '2030-03-01 09:00:00',
  share: 83,
  own: [
    { text: '我认为', same: false },
    { text: '先核对姓名再挂行李牌', same: true },
  ],
  other: [{ text: '先核对姓名，再挂行李牌', same: true }],
}

test('both texts stand beside each other with their common runs marked', async () => {
  const server = fakeServer({ [courseWork.similar.path]: { data: { compared: 12, rows: [row, { ...row, id: '9', realName: '' }] } } })
  const { mouse } = show(<SimilarHands id="7" />)
  const list = await screen.findByRole('region', { name: '文字相似的作业' })
  expect(list.textContent).toContain('比较了 12 份作业')
  expect(
    within(list)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['与王芳的作业约 83% 相同', '与匿名的作业约 83% 相同'])
  await mouse.click(within(list).getByRole('button', { name: '与王芳的作业约 83% 相同' }))
  const own = await within(list).findByRole('article', { name: '这份作业' })
  expect([...own.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['先核对姓名再挂行李牌'])
  expect(own.textContent).toContain('我认为先核对姓名再挂行李牌')
  const other = within(list).getByRole('article', { name: '王芳 · 客房部 · 03-01 09:00' })
  expect(other.textContent).toContain('先核对姓名，再挂行李牌')
  expect(bodies(server, courseWork.similar)).toEqual([{ id: '7' }])
})

test('nothing is said where no text is alike', async () => {
  const server = fakeServer({ [courseWork.similar.path]: { data: { compared: 12, rows: [] } } })
  show(<SimilarHands id="7" />)
  await expect.poll(() => bodies(server, courseWork.similar)).toHaveLength(1)
  expect(screen.queryByRole('region')).toBeNull()
})
