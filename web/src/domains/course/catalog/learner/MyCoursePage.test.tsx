// The home of a learner.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { payBought } from '@shuyuan/contract/pay/order/bought.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOrder } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import type { CourseRow } from '../course-labels.ts'
import MyCoursePage from './MyCoursePage.tsx'

const row = (id: string, given: Partial<CourseRow>) => ({
  id,
  title: `课程${id}`,
  cover: `/files/${id}.png`,
  phase: 'open',
  learned: 'none',
  required: false,
  fileCount: 1,
  process: 0,
  duration: 0,
  lastTime: null,
  startTime: null,
  endTime: null,
  finishTime: null,
  deadlineDays: null,
  dueTime: null,
  overdue: false,
  reasons: [],
  ...given,
})

test('the picture of the course that goes on is fetched first, those of the list when they come into view', async () => {
  const records = [row('1', { learned: 'going', process: 40 }), row('2', {})]
  fakeServer({ [course['user-paging'].path]: { data: { records, total: 2, current: 1, size: 10, pages: 1 } } })
  show(<MyCoursePage />, { path: '/web/index' })
  const going = await screen.findByRole('region', { name: '继续学习' })
  const pictures = [...document.querySelectorAll('img')].map((one) => [
    going.contains(one),
    one.getAttribute('loading'),
    one.getAttribute('fetchpriority'),
  ])
  expect(pictures).toContainEqual([true, 'eager', 'high'])
  expect(pictures.filter(([isTop]) => !isTop)).toEqual([
    [false, 'lazy', 'auto'],
    [false, 'lazy', 'auto'],
  ])
})

test('a course that is not bought has its price and a button, which orders it', async () => {
  const priced = { price: '99.00', costPoints: 0 }
  const records = [row('1', priced), row('2', priced)]
  const sent = fakeServer({
    [course['user-paging'].path]: { data: { records, total: 2, current: 1, size: 10, pages: 1 } },
    [payBought.bought.path]: { data: { goodsIds: ['2'] } },
    [payConfig.list.path]: { data: [{ name: 'local', enabled: true }] },
    [courseBuy.init.path]: { data: { orderId: '5' } },
    [payOrder.detail.path]: { data: openOrder },
  })
  const { mouse } = show(<MyCoursePage />, { path: '/web/index' })
  const buy = await screen.findByRole('button', { name: '购买“课程1”' })
  const article = buy.closest('article')!
  expect(article.textContent).toContain('课程1')
  expect(article.textContent).toContain('¥99.00')
  expect(screen.getAllByText('购买')).toHaveLength(1)
  await mouse.click(buy)
  expect(await screen.findByRole('dialog', { name: '支付订单', hidden: true })).toBeTruthy()
  expect(bodies(sent, courseBuy.init)).toEqual([{ courseId: '1' }])
})
