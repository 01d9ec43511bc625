// States of payments and refunds that only one of the services has; after every test the books agree with the services'.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { OrderState, RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectBalance } from '../../../../test/pay-books.ts'
import { type PayStandIn, startPayStandIn } from '../../../../test/pay-stand-in.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { checkAll } from './check.service.ts'
import { runRefunds } from './refund.service.ts'

const { app, ann, admin } = await startWithEnv(STUB_ENV, 'ann')
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
let vendor: PayStandIn
beforeAll(async () => {
  vendor = await startPayStandIn(app.clock.now)
  for (const name of ['wechat', 'paypal'] as const)
    await app.ok(payConfig.save, { name, enabled: true, data: vendor.settings[name] }, admin)
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, h5Host: 'https://learn.example.com' }, admin)
})
afterAll(() => vendor.close())
afterEach(async () => {
  vendor.state.trouble = ''
  await expectBalance(app, vendor)
})

async function asked(name: 'wechat' | 'paypal') {
  const courseId = await makeCourse(app.ctx(), { price: 7_200, files: [{ fileId: file }] })
  const { orderId } = await app.ok(courseBuy.init, { courseId }, ann)
  await begin(name, orderId)
  return { orderId, ...(await newest(orderId)) }
}
const begin = (name: 'wechat' | 'paypal', id: string) =>
  name === 'wechat' ? app.ok(payTrade['wechat/trade'], { id }, ann) : app.ok(payTrade['paypal/trade'], { id }, ann)
async function newest(orderId: string) {
  const trades = app.db.selectFrom('payTrade').where('orderId', '=', orderId).orderBy('id', 'desc')
  const { outTradeNo: no, tradeState } = await trades.select(['outTradeNo', 'tradeState']).executeTakeFirstOrThrow()
  return { no, tradeState }
}
const stateOf = async (id: string) =>
  (await app.db.selectFrom('payOrder').where('id', '=', id).select('orderState').executeTakeFirstOrThrow()).orderState
const tell = async (name: 'wechat' | 'paypal', { body, headers }: { body: string; headers: Record<string, string> }) =>
  (await app.http.inject({ method: 'POST', url: `/api/pay/notify/${name}`, payload: body, headers })).statusCode
async function job() {
  app.clock.advance(61)
  await checkAll(app.app)
  await runRefunds(app.app)
}

test.each([
  ['closed', TradeState.closed],
  ['revoked', TradeState.closed],
  ['failed', TradeState.failed],
] as const)('a payment that WeChat Pay reports as %s is ended, and the buyer pays with a new code', async (state, tradeState) => {
  const { orderId, no } = await asked('wechat')
  Object.assign(vendor.books.wechat.get(no)!, { state })
  await job()
  expect(await newest(orderId)).toEqual({ no, tradeState })
  expect(await stateOf(orderId)).toBe(OrderState.paying)
  await begin('wechat', orderId)
  const second = await newest(orderId)
  expect(second.no).not.toBe(no)
  expect(() => vendor.pay('wechat', no), 'the old code cannot be paid any more').toThrow(/closed/)
  vendor.pay('wechat', second.no)
  await job()
  expect(await stateOf(orderId)).toBe(OrderState.paid)
})

test('a payment that failed first and went through before its code was closed is booked', async () => {
  const { orderId, no } = await asked('wechat')
  Object.assign(vendor.books.wechat.get(no)!, { state: 'failed' })
  vendor.hooks.onClose = () => void vendor.pay('wechat', no)
  await job()
  delete vendor.hooks.onClose
  expect(await newest(orderId)).toEqual({ no, tradeState: TradeState.asked })
  await job()
  expect(await stateOf(orderId)).toBe(OrderState.paid)
})

test('a payment that WeChat Pay is still taking stays open, and is booked when it is through', async () => {
  const { orderId, no } = await asked('wechat')
  Object.assign(vendor.books.wechat.get(no)!, { state: 'paying' })
  await job()
  expect(await newest(orderId)).toEqual({ no, tradeState: TradeState.asked })
  vendor.pay('wechat', no)
  await job()
  expect(await stateOf(orderId)).toBe(OrderState.paid)
})

/** A paid order whose refund PayPal has taken, but not carried out. */
async function pendingRefund() {
  const { orderId, no } = await asked('paypal')
  vendor.pay('paypal', no)
  await job()
  expect(await stateOf(orderId)).toBe(OrderState.paid)
  vendor.state.trouble = 'slow-refund'
  expect(await app.ok(payOrder.refund, { id: orderId, reason: '退课' }, admin)).toMatchObject({ refundState: RefundState.processing })
  const refund = [...vendor.refunds.paypal.values()].find((one) => one.outTradeNo === no)!
  await expectBalance(app, vendor)
  return { orderId, no, refund }
}
const refundOf = (orderId: string) =>
  app.db.selectFrom('payRefund').where('orderId', '=', orderId).select(['id', 'refundState', 'error']).executeTakeFirstOrThrow()

/** The server learns of a change at PayPal in one of both ways. */
async function learn(how: 'the job asks' | 'PayPal tells', notice: Parameters<typeof tell>[1]) {
  if (how === 'the job asks') return job()
  if ((await tell('paypal', notice)) !== 200) throw new Error('the notice was refused')
}

test.each(['the job asks', 'PayPal tells'] as const)('a pending refund is completed later: %s', async (how) => {
  const { orderId, refund } = await pendingRefund()
  await job()
  expect(await stateOf(orderId)).toBe(OrderState.paid)
  refund.status = 'COMPLETED'
  await learn(how, vendor.paypalRefundNotice(refund))
  expect(await stateOf(orderId)).toBe(OrderState.refunded)
  expect(await refundOf(orderId)).toMatchObject({ refundState: RefundState.done })
})

test.each(['the job asks', 'PayPal tells'] as const)('a pending refund fails later, and is tried again: %s', async (how) => {
  const { orderId, no, refund } = await pendingRefund()
  refund.status = 'FAILED'
  const late = vendor.paypalRefundNotice(refund)
  await learn(how, late)
  const { id, ...stored } = await refundOf(orderId)
  expect(stored).toEqual({ refundState: RefundState.failed, error: 'FAILED' })
  expect(await stateOf(orderId), 'the access stays').toBe(OrderState.paid)
  expect(await app.ok(payOrder['refund-retry'], { id }, admin)).toMatchObject({ refundState: RefundState.processing })
  const attempts = [...vendor.refunds.paypal.values()].filter((one) => one.outTradeNo === no)
  expect(attempts, 'a request of its own at PayPal').toHaveLength(2)
  expect(await tell('paypal', vendor.paypalRefundNotice(refund)), 'a late notice of the first attempt').toBe(200)
  expect(await refundOf(orderId)).toMatchObject({ refundState: RefundState.processing })
  attempts[1]!.status = 'COMPLETED'
  await learn(how, vendor.paypalRefundNotice(attempts[1]!))
  expect(await stateOf(orderId)).toBe(OrderState.refunded)
})

test('a retried refund whose answer is lost outlives a late notice of the first attempt, and is sent again as the same one', async () => {
  const { orderId, no, refund } = await pendingRefund()
  refund.status = 'FAILED'
  await job()
  const { id } = await refundOf(orderId)
  vendor.state.trouble = 'lost-answer'
  expect(await app.ok(payOrder['refund-retry'], { id }, admin)).toMatchObject({ refundState: RefundState.asked })
  vendor.state.trouble = ''
  const attempts = () => [...vendor.refunds.paypal.values()].filter((one) => one.outTradeNo === no)
  expect(attempts()).toHaveLength(2)
  expect(await tell('paypal', vendor.paypalRefundNotice(refund)), 'a late notice of the first attempt').toBe(200)
  expect(await refundOf(orderId)).toMatchObject({ refundState: RefundState.asked })
  await job()
  await job()
  expect(attempts()).toHaveLength(2)
  expect(await stateOf(orderId)).toBe(OrderState.refunded)
})
