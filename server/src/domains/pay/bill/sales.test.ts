// Sales by month: months of the site's time zone, refunds, gaps, and what a branch sees.
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { makeOrder } from '../order.factory.ts'

const { app, admin, ann } = await startWith('ann')

test('sums orders by the month in which they were paid, without months that sold nothing', async () => {
  const order = (payTime: string, more: Partial<Parameters<typeof makeOrder>[1]> = {}) =>
    makeOrder(app.db, { userId: ann.id, paidAmount: 1_000, createTime: new Date(payTime), ...more })
  expect(await app.ok(sales.months, {}, admin)).toEqual([])
  // the first and the last second of January in Shanghai
  await order('2025-12-31T16:00:00Z')
  await order('2026-01-31T15:59:59Z', { goodsType: 'exam' })
  await order('2026-03-15T00:00:00Z', { orderState: OrderState.refunded, refunded: 1_000 })
  await order('2026-03-16T00:00:00Z', { orderState: OrderState.closed })
  await order('2026-03-17T00:00:00Z', { paidAmount: 0, payMethod: 'points', paidPoints: 70 })
  const january = { month: '2026-01', count: 2, amount: '20.00', refunded: '0.00', points: 0 }
  const march = { month: '2026-03', count: 2, amount: '10.00', refunded: '10.00', points: 70 }
  expect(await app.ok(sales.months, {}, admin)).toEqual([march, january])
  expect(await app.ok(sales.months, { goodsType: 'exam' }, admin)).toEqual([{ ...january, count: 1, amount: '10.00' }])
  const own = await enrolWith(app, { userName: 'own' }, ['pay:sales'], DataScope.own)
  expect(await app.ok(sales.months, {}, own)).toEqual([])
})
