// Orders without a stored payment at their payment service, as a demonstration has them: their refund is not booked as sent.
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { OrderState, RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { makeOrder } from '../order.factory.ts'

const { app, ann, admin } = await startWith('ann')
const order = (title: string, payMethod: string) => makeOrder(app.db, { userId: ann.id, goodsTitle: title, payMethod })
const row = async (title: string) => (await app.ok(payOrder.paging, { params: { goodsTitle: title } }, admin)).records[0]

test.each(['wechat', 'alipay', 'paypal'])(
  'a refund of %s says that nothing can be sent, and is booked only as given back otherwise',
  async (payMethod) => {
    const title = `旧订单 ${payMethod}`
    const id = await order(title, payMethod)
    expect(await row(title)).toMatchObject({ unsendable: true })
    expect(await app.call(payOrder.refund, { id, reason: '退课' }, admin)).toEqual(refusal('refundUnsent'))
    expect(await row(title)).toMatchObject({ orderState: OrderState.paid, refunded: '0.00' })
    expect((await app.ok(payOrder['refund-paging'], { params: { orderId: id } }, admin)).total).toBe(0)
    expect(await app.ok(payOrder.refund, { id, reason: '退课', elsewhere: true }, admin)).toEqual({
      refundState: RefundState.done,
      error: '未向支付服务发送，已另行退还',
    })
    expect(await row(title)).toMatchObject({ orderState: OrderState.refunded, refunded: '99.00' })
  },
)

test('a refunded order is not counted as paid', async () => {
  await order('计数甲', 'local')
  const id = await order('计数乙', 'local')
  expect(await row('计数乙')).toMatchObject({ unsendable: false })
  const total = async () => app.ok(payOrder.total, { goodsTitle: '计数' }, admin)
  expect(await total()).toMatchObject({ count: 2, paid: 2 })
  await app.ok(payOrder.refund, { id, reason: '退课' }, admin)
  expect(await total()).toMatchObject({ count: 2, paid: 1, amount: '198.00', refunded: '99.00' })
})
