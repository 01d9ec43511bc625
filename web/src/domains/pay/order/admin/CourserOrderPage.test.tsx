// The orders of the office: what an unpaid order lacks is a dash.
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { OrderState, RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import CourserOrderPage from './CourserOrderPage.tsx'

it('asks for the tick when a refund cannot be sent, and sends it', async () => {
  await signInWith(['pay:order:list', 'pay:order:refund'])
  const row = {
    id: '2',
    orderNo: 'N2',
    goodsType: 'course',
    goodsTitle: '旧订单',
    realName: '甲',
    userName: 'a',
    invoiced: false,
    unsendable: true,
    price: '9.00',
    paidAmount: '9.00',
    paidPoints: 0,
    refunded: '0.00',
    couponCode: '',
    payMethod: 'wechat',
    payMethod_dictText: '微信支付',
    orderState: OrderState.paid,
    orderState_dictText: '已支付',
    createTime: '2026-11-23 10:00:00',
    payTime: '2026-11-23 10:00:00',
  }
  const sent = fakeServer({
    [payOrder.paging.path]: { data: { records: [row], total: 1, current: 1, size: 10, pages: 1 } },
    [payOrder.total.path]: { data: { count: 1, paid: 1, amount: '9.00', refunded: '0.00', points: 0 } },
    [payOrder.refund.path]: { data: { refundState: RefundState.done, error: '' } },
  })
  const { mouse } = show(<CourserOrderPage />)
  await mouse.click(await screen.findByRole('button', { name: '退款：旧订单' }))
  const dialog = within(await screen.findByRole('dialog'))
  await mouse.type(dialog.getByRole('textbox', { name: '退款原因' }), '退课')
  await mouse.click(dialog.getByRole('switch', { name: '已另行退还' }))
  await mouse.click(dialog.getByRole('button', { name: '确认退款' }))
  await expect.poll(() => bodies(sent, payOrder.refund)).toMatchObject([{ id: '2', elsewhere: true }])
})

it('names the way of a paid order, and none of an unpaid one', async () => {
  await signInWith(['pay:order:list'])
  const order = {
    goodsType: 'course',
    price: '9.00',
    paidPoints: 0,
    refunded: '0.00',
    couponCode: '',
    invoiced: false,
    unsendable: false,
    userName: 'a',
    realName: '甲',
  }
  const paid = { id: '2', orderNo: 'N2', goodsTitle: '已付的课', paidAmount: '9.00', payMethod: 'wechat', payMethod_dictText: '微信支付' }
  const open = { id: '1', orderNo: 'N1', goodsTitle: '未付的课', paidAmount: '0.00', payMethod: '', payMethod_dictText: '' }
  const at = '2026-11-23 10:00:00'
  const records = [
    { ...order, ...paid, orderState: OrderState.paid, orderState_dictText: '已支付', createTime: at, payTime: at },
    { ...order, ...open, orderState: OrderState.unpaid, orderState_dictText: '待支付', createTime: at, payTime: at },
  ]
  fakeServer({
    [payOrder.paging.path]: { data: { records, total: 2, current: 1, size: 10, pages: 1 } },
    [payOrder.total.path]: { data: { count: 2, paid: 1, amount: '9.00', refunded: '0.00', points: 0 } },
  })
  show(<CourserOrderPage />)
  const row = async (title: string) => within((await screen.findByText(title)).closest('tr')!)
  expect((await row('已付的课')).getByText('微信支付')).toBeDefined()
  expect((await row('未付的课')).getByText('—')).toBeDefined()
})

it('says in cards what the orders of one kind of goods add up to, and has a tab for each kind', async () => {
  await signInWith(['pay:order:list'])
  const sent = fakeServer({
    [payOrder.paging.path]: page([]),
    [payOrder.total.path]: { data: { count: 1_234, paid: 1_200, amount: '98765.40', refunded: '99.00', points: 3_000 } },
  })
  show(<CourserOrderPage />)
  const sums = await screen.findByRole('group', { name: '订单合计' })
  const cards = [...sums.querySelectorAll('[data-figures] > div')].map((one) => one.textContent)
  expect(cards).toEqual(['订单数1,234', '已支付1,200', '实收金额¥98,765.40', '已退金额¥99.00', '实付积分3,000'])
  expect(bodies(sent, payOrder.total)).toEqual([{ goodsType: 'course' }])
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual(['课程', '考试', '题库', '退款记录'])
})
