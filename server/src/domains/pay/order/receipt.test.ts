// The receipt of an order: only for the buyer, only once it is paid.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeOrder } from '../order.factory.ts'
import { linesOf } from './receipt-image.format.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')
const order = (more: object = {}) => makeOrder(app.db, { userId: ann.id, ...more })
const download = (orderId: string, token: string) =>
  app.http.inject({ method: 'POST', url: coursePayment.download.path, headers: { token }, payload: { orderId } })

test('a buyer downloads the receipt as a picture that is named by the order', async () => {
  const orderId = await order({ goodsTitle: '很长的课程名称'.repeat(40) })
  const answer = await download(orderId, ann.token)
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['content-disposition']).toContain(`${orderId}.png`)
  const picture = await sharp(answer.rawPayload).metadata()
  expect(picture).toMatchObject({ format: 'png', width: 1280 })
  // the texts are drawn: a picture without a font has the colours of the two lines only
  const { channels } = await sharp(answer.rawPayload).stats()
  expect(channels[0]!.min).toBeLessThan(60)
})

test('a refunded order has its receipt too', async () => {
  const orderId = await order({ orderState: OrderState.refunded, price: 0, costPoints: 300, payMethod: '' })
  expect((await download(orderId, ann.token)).headers['content-type']).toBe('image/png')
})

test.each([
  ['another buyer', bob.token, {}],
  ['the administrator', admin.token, {}],
  ['the buyer before payment', ann.token, { orderState: OrderState.unpaid, payTime: null }],
])('%s is refused', async (_who, token, more) => {
  expect((await download(await order(more), token)).json()).toMatchObject({ code: errors.notFound[0] })
})

test('long texts are wrapped, and end after four lines', () => {
  const widthOf = (part: string) => part.length
  expect(linesOf('一二三四五', 2, widthOf)).toEqual(['一二', '三四', '五'])
  expect(linesOf('字'.repeat(20), 3, widthOf)).toEqual(['字字字', '字字字', '字字字', '字字…'])
  expect(linesOf('', 3, widthOf)).toEqual([''])
})
