// Attack on coupons: forms of payment services are collected, each with the same coupon, and paid when the coupon has been given back.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeCourse, makeFile } from '../../src/domains/course/course.factory.ts'
import { checkAll } from '../../src/domains/pay/order/check.service.ts'
import { runRefunds } from '../../src/domains/pay/order/refund.service.ts'
import { expectBalance } from '../pay-books.ts'
import { startPayStandIn, type PayStandIn } from '../pay-stand-in.ts'
import { startWithEnv } from '../people.ts'
import { STUB_ENV } from '../provider-stub.ts'
import type { Person } from '../start-app.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
let vendor: PayStandIn
beforeAll(async () => {
  vendor = await startPayStandIn(app.clock.now)
  await app.ok(payConfig.save, { name: 'alipay', enabled: true, data: vendor.settings.alipay }, admin)
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, h5Host: 'https://learn.example.com' }, admin)
})
afterAll(() => vendor.close())
afterEach(async () => {
  await runRefunds(app.app)
  await expectBalance(app, vendor)
})

let made = 0
/** A new buyer: codes are tried a few times a minute only. */
const newBuyer = () => app.enrol({ userName: `buyer${++made}` })
/** A code that takes 99 of 100 yuan off. */
async function couponFor(mostUses: number): Promise<string> {
  const title = `attack ${++made}`
  const form = { title, kind: 'off', amount: '99.00', total: 1, mostUses, goodsType: null, goodsId: null, expireTime: null } as const
  await app.ok(coupon.add, form, admin)
  const row = await app.db.selectFrom('payCoupon').where('title', '=', title).select('code').executeTakeFirstOrThrow()
  return row.code
}
const usesOf = (code: string) => app.db.selectFrom('payCoupon').where('code', '=', code).select('used').executeTakeFirstOrThrow()

type Form = { orderId: string; no: string; action: string; inputs: Record<string, string> }
/** A course of 100 yuan, ordered with the coupon, and its form of Alipay, which is not opened yet. */
async function formWith(code: string, who: Person): Promise<Form> {
  const courseId = await makeCourse(app.ctx(), { price: 10_000, files: [{ fileId: file }] })
  const { orderId } = await app.ok(courseBuy.init, { courseId }, who)
  await app.ok(coupon.use, { orderId, code }, who)
  const { action, inputs } = await app.ok(payTrade['alipay/trade'], { id: orderId }, who)
  const { outTradeNo } = await app.db.selectFrom('payTrade').where('orderId', '=', orderId).select('outTradeNo').executeTakeFirstOrThrow()
  return { orderId, no: outTradeNo, action, inputs }
}
/** Opens the form, pays it, and lets the service tell. */
async function pay({ action, inputs, no }: Form) {
  await fetch(action, { method: 'POST', body: new URLSearchParams(inputs) })
  vendor.pay('alipay', no)
  const { body, headers } = vendor.notice('alipay', no)
  const { statusCode } = await app.http.inject({ method: 'POST', url: '/api/pay/notify/alipay', payload: body, headers })
  expect(statusCode).toBe(200)
}
const statesOf = async (forms: Form[]) => {
  const rows = await app.db
    .selectFrom('payOrder')
    .where(
      'id',
      'in',
      forms.map((form) => form.orderId),
    )
    .orderBy('id')
    .select('orderState')
    .execute()
  return rows.map((row) => row.orderState)
}
const close = ({ orderId }: Form, who: Person) => app.ok(payOrder.close, { id: orderId }, who)

describe('a coupon that may be used once', () => {
  test('buys one of three courses whose forms were kept and whose orders were closed', async () => {
    const [ann, code] = [await newBuyer(), await couponFor(1)]
    const forms: Form[] = []
    for (let at = 0; at < 3; at++) {
      const form = await formWith(code, ann)
      await close(form, ann)
      forms.push(form)
    }
    for (const form of forms) await pay(form)
    expect(await statesOf(forms)).toEqual([OrderState.paid, OrderState.closed, OrderState.closed])
    expect(await usesOf(code)).toEqual({ used: 1 })
    const refunds = await app.db.selectFrom('payRefund').where('reason', '=', '优惠券已用于其他订单，自动退款').select('amount').execute()
    expect(refunds).toEqual([{ amount: 100 }, { amount: 100 }])
  })

  test('is not used twice by orders that ran out of time, nor by the order of another buyer', async () => {
    const [ann, code] = [await newBuyer(), await couponFor(1)]
    const late = await formWith(code, ann)
    app.clock.advance(31 * 60)
    await checkAll(app.app)
    const now = await formWith(code, await newBuyer())
    await pay(late)
    expect(await statesOf([late, now])).toEqual([OrderState.closed, OrderState.paying])
    await pay(now)
    expect(await statesOf([late, now])).toEqual([OrderState.closed, OrderState.paid])
    expect(await usesOf(code)).toEqual({ used: 1 })
  })

  test('of six late payments at once one is taken', async () => {
    const [ann, code] = [await newBuyer(), await couponFor(1)]
    const forms: Form[] = []
    for (let at = 0; at < 6; at++) {
      const form = await formWith(code, ann)
      await close(form, ann)
      forms.push(form)
    }
    await Promise.all(forms.map(pay))
    const states = await statesOf(forms)
    expect(states.filter((state) => state === OrderState.paid)).toHaveLength(1)
    expect(await usesOf(code)).toEqual({ used: 1 })
  })

  test('a late payment is taken while the coupon is free, or held by a newer order for the same goods only', async () => {
    const [ann, code] = [await newBuyer(), await couponFor(1)]
    const first = await formWith(code, ann)
    await close(first, ann)
    const { goodsId } = await app.db.selectFrom('payOrder').where('id', '=', first.orderId).select('goodsId').executeTakeFirstOrThrow()
    const { orderId } = await app.ok(courseBuy.init, { courseId: goodsId }, ann)
    await app.ok(coupon.use, { orderId, code }, ann)
    await pay(first)
    expect(await statesOf([first, { ...first, orderId }])).toEqual([OrderState.paid, OrderState.closed])
    expect(await usesOf(code)).toEqual({ used: 1 })
  })
})

test('a coupon for two uses buys two of three', async () => {
  const [ann, code] = [await newBuyer(), await couponFor(2)]
  const forms: Form[] = []
  for (let at = 0; at < 3; at++) {
    const form = await formWith(code, ann)
    await close(form, ann)
    forms.push(form)
  }
  for (const form of forms) await pay(form)
  expect((await statesOf(forms)).filter((state) => state === OrderState.paid)).toHaveLength(2)
})
