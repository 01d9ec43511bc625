// Paying at the three payment services and what can go wrong; after every test the books agree with the services'.
import { payBill } from '@shuyuan/contract/pay/bill/bill.ts'
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { BillState, OrderState, RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectBalance } from '../../../../test/pay-books.ts'
import { startPayStandIn, type PayStandIn, type Vendor } from '../../../../test/pay-stand-in.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { makeCourse, makeFile, makeProgress } from '../../course/course.factory.ts'
import { addPoints } from '../../points/points.service.ts'
import { compareAll } from '../bill/bill.service.ts'
import { wallClock } from '../gateway/sign.rules.ts'
import { checkAll } from './check.service.ts'
import { runRefunds } from './refund.service.ts'

const PRICE = 7_200
const { app, ann, bob, admin } = await startWithEnv(STUB_ENV, 'ann', 'bob')
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
const all: readonly Vendor[] = ['wechat', 'alipay', 'paypal']
let vendor: PayStandIn
beforeAll(async () => {
  vendor = await startPayStandIn(app.clock.now)
  for (const name of all) await app.ok(payConfig.save, { name, enabled: true, data: vendor.settings[name] }, admin)
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, h5Host: 'https://learn.example.com' }, admin)
})
afterAll(() => vendor.close())
beforeEach(() => {
  Object.assign(vendor.state, { trouble: '', certificateMode: false, problems: [] })
})

afterEach(async () => {
  vendor.state.trouble = ''
  await runRefunds(app.app)
  await expectBalance(app, vendor)
})

const tradeOf = { wechat: payTrade['wechat/trade'], alipay: payTrade['alipay/trade'], paypal: payTrade['paypal/trade'] }
/** Begins to pay; the form of Alipay is sent, as the buyer's browser does. */
async function start(name: Vendor, id: string, who = ann) {
  const answer = await app.call(tradeOf[name], { id }, who)
  const { action, inputs } = answer.data as { action?: string; inputs?: Record<string, string> }
  if (answer.code === 0 && action !== undefined) await fetch(action, { method: 'POST', body: new URLSearchParams(inputs) })
  return answer
}
const newest = async (orderId: string) =>
  app.db.selectFrom('payTrade').where('orderId', '=', orderId).orderBy('id', 'desc').selectAll().executeTakeFirstOrThrow()
const stateOf = async (id: string) =>
  (await app.db.selectFrom('payOrder').where('id', '=', id).select('orderState').executeTakeFirstOrThrow()).orderState
const tell = async (name: Vendor, { body, headers }: { body: string; headers: Record<string, string> }) =>
  (await app.http.inject({ method: 'POST', url: `/api/pay/notify/${name}`, payload: body, headers })).statusCode
const detail = (id: string, who = ann) => app.ok(payOrder.detail, { id }, who)

async function buy(who = ann) {
  const courseId = await makeCourse(app.ctx(), { price: PRICE, files: [{ fileId: file }] })
  return { courseId, ...(await app.ok(courseBuy.init, { courseId }, who)) }
}
/** An order with an open trade. */
async function asked(name: Vendor) {
  const { orderId, courseId } = await buy()
  expect((await start(name, orderId)).code).toBe(0)
  return { orderId, courseId, no: (await newest(orderId)).outTradeNo }
}

/** Ends the database connection of `work` while it waits for the order: as if the server were killed before its commit. */
async function dying(orderId: string, work: () => Promise<unknown>): Promise<void> {
  const gate = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = app.db.transaction().execute(async (db) => {
    await db.selectFrom('payOrder').where('id', '=', orderId).select('id').forUpdate().executeTakeFirstOrThrow()
    held.resolve()
    await gate.promise
  })
  await held.promise
  const working = work().catch(() => undefined)
  await vi.waitFor(async () => {
    const { rows } = await sql<{ gone: boolean }>`select pg_terminate_backend(pid) as gone from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`.execute(app.db)
    expect(rows.length).toBeGreaterThan(0)
  })
  gate.resolve()
  await Promise.all([holder, working])
}

describe.each(all)('%s', (name) => {
  test('a reported payment opens the course, twenty reports at once count once', async () => {
    const { orderId, courseId, no } = await asked(name)
    expect(await app.ok(course.detail, { id: courseId }, ann)).toMatchObject({ canLearn: false })
    vendor.pay(name, no)
    const codes = await Promise.all(Array.from({ length: 20 }, () => tell(name, vendor.notice(name, no))))
    expect(new Set(codes)).toEqual(new Set([200]))
    expect(await app.ok(course.detail, { id: courseId }, ann)).toMatchObject({ canLearn: true })
    expect(await stateOf(orderId)).toBe(OrderState.paid)
    const msgs = await app.db.selectFrom('sysMsg').where('refType', '=', 'order').where('refId', '=', orderId).select('title').execute()
    expect(msgs).toEqual([{ title: '支付成功' }])
  })

  test('a lost report: the waiting page asks, at most every three seconds', async () => {
    const { orderId, no } = await asked(name)
    expect((await detail(orderId)).orderState).toBe(OrderState.paying)
    vendor.pay(name, no)
    expect((await detail(orderId)).orderState).toBe(OrderState.paying)
    app.clock.advance(4)
    expect((await detail(orderId)).orderState).toBe(OrderState.paid)
  })

  test('nobody waits: the job asks; a trade that is over is closed there and the order here', async () => {
    const [paid, left] = [await asked(name), await asked(name)]
    vendor.pay(name, paid.no)
    app.clock.advance(31)
    await checkAll(app.app)
    expect(await stateOf(paid.orderId)).toBe(OrderState.paid)
    app.clock.advance(31 * 60)
    await checkAll(app.app)
    expect([await stateOf(left.orderId), (await newest(left.orderId)).tradeState]).toEqual([OrderState.closed, TradeState.closed])
    // PayPal closes nothing: what is not captured is never paid
    expect(vendor.books[name].get(left.no)?.state).toBe(name === 'paypal' ? 'open' : 'closed')
  })

  test('wrong amount, foreign merchant, old time, wrong signature and changed bytes change nothing', async () => {
    const { orderId, no } = await asked(name)
    const forged = vendor.notice(name, no, { forged: true })
    const cases = [
      forged,
      vendor.notice(name, no, { merchant: 'other' }),
      vendor.notice(name, no, { at: new Date(app.clock.now().getTime() - 6 * 86_400_000) }),
    ]
    for (const one of cases) expect(await tell(name, one)).toBeGreaterThanOrEqual(400)
    const whole = vendor.notice(name, no)
    const body = name === 'alipay' ? whole.body.replace('total_amount=72.00', 'total_amount=72.01') : `${whole.body} `
    expect(await tell(name, { ...whole, body })).toBe(401)
    expect(await tell(name, { body: '{}', headers: { 'content-type': 'application/json' } })).toBe(401)
    expect(await stateOf(orderId)).toBe(OrderState.paying)
  })

  test('a payment of another amount is not booked, and the office is told', async () => {
    const { orderId, no } = await asked(name)
    const book = vendor.pay(name, no)
    Object.assign(book, { state: 'paid', vendorNo: `X${no}` })
    expect(await tell(name, vendor.notice(name, no, { amount: 1 }))).toBe(400)
    expect(await stateOf(orderId)).toBe(OrderState.paying)
    const { orderNo } = await app.db.selectFrom('payOrder').where('id', '=', orderId).select('orderNo').executeTakeFirstOrThrow()
    const msgs = await app.db
      .selectFrom('sysMsg')
      .where('title', '=', '支付异常')
      .where('refType', '=', 'orderDesk')
      .where('refId', '=', `course/${orderNo}`)
      .select('userId')
      .execute()
    expect(msgs.length).toBeGreaterThan(0)
    expect(await tell(name, vendor.notice(name, no))).toBe(200)
  })

  test('refund: in parts, then the rest; then the access ends and the progress stays', async () => {
    const { orderId, courseId, no } = await asked(name)
    vendor.pay(name, no)
    await tell(name, vendor.notice(name, no))
    await makeProgress(app.ctx(), { courseId, userId: ann.id, part: 1, at: app.clock.now() })
    const refund = (amount?: string) =>
      app.call(payOrder.refund, { id: orderId, reason: '退课', ...(amount === undefined ? {} : { amount }) }, admin)
    expect((await refund('999.00')).code).toBe(errors.refundTooMuch[0])
    expect(await refund('10.01')).toMatchObject({ code: 0 })
    await runRefunds(app.app)
    expect(await app.ok(course.detail, { id: courseId }, ann)).toMatchObject({ canLearn: true })
    app.clock.advance(120)
    await runRefunds(app.app)
    expect(await refund()).toMatchObject({ code: 0 })
    app.clock.advance(120)
    await runRefunds(app.app)
    expect(await stateOf(orderId)).toBe(OrderState.refunded)
    expect(await app.ok(course.detail, { id: courseId }, ann)).toMatchObject({ canLearn: false, reasons: ['buy'] })
    expect(await app.db.selectFrom('courseLearn').where('courseId', '=', courseId).select('userId').execute()).toHaveLength(1)
    expect((await refund()).code).toBe(errors.refundNone[0])
  })

  test('a refund whose answer is lost is sent again and happens once', async () => {
    const { orderId, no } = await asked(name)
    vendor.pay(name, no)
    await tell(name, vendor.notice(name, no))
    vendor.state.trouble = 'lost-answer'
    expect(await app.ok(payOrder.refund, { id: orderId, reason: '退课' }, admin)).toMatchObject({ refundState: RefundState.asked })
    vendor.state.trouble = ''
    for (const _round of [1, 2]) {
      app.clock.advance(61)
      await runRefunds(app.app)
    }
    expect(await stateOf(orderId)).toBe(OrderState.refunded)
    expect([...vendor.refunds[name].values()].filter((one) => one.outTradeNo === no)).toHaveLength(1)
  })

  test('a report that comes a day late is booked, and repeated byte for byte it counts once', async () => {
    const { orderId, no } = await asked(name)
    vendor.pay(name, no)
    // PayPal: collected before the service fell silent
    if (name === 'paypal') Object.assign(vendor.books.paypal.get(no)!, { state: 'paid', vendorNo: `D${no}` })
    // for a day the service neither reports nor answers
    vendor.state.trouble = '5xx'
    app.clock.advance(86_400)
    await checkAll(app.app)
    expect(await stateOf(orderId)).toBe(OrderState.closed)
    vendor.state.trouble = ''
    const report = vendor.notice(name, no)
    expect([await tell(name, report), await tell(name, report), await tell(name, report)]).toEqual([200, 200, 200])
    expect(await stateOf(orderId)).toBe(OrderState.paid)
    expect(await app.db.selectFrom('payTrade').where('orderId', '=', orderId).select('id').execute()).toHaveLength(1)
  })

  test('a server that dies between the answer of the service and its own commit: the next one books the payment', async () => {
    const { orderId, no } = await asked(name)
    vendor.pay(name, no)
    await dying(orderId, () => tell(name, vendor.notice(name, no)))
    expect(await stateOf(orderId)).toBe(OrderState.paying)
    app.clock.advance(61)
    await checkAll(app.app)
    expect(await stateOf(orderId)).toBe(OrderState.paid)
  })

  test('a server that dies between the refund of the service and its own commit: the money goes back once', async () => {
    const { orderId, no } = await asked(name)
    vendor.pay(name, no)
    await tell(name, vendor.notice(name, no))
    // the request is stored, and sent by the next run
    vendor.state.trouble = 'silence'
    await app.ok(payOrder.refund, { id: orderId, reason: '退课' }, admin)
    vendor.state.trouble = ''
    app.clock.advance(61)
    await dying(orderId, () => runRefunds(app.app))
    expect(await stateOf(orderId)).toBe(OrderState.paid)
    for (const _round of [1, 2]) {
      app.clock.advance(61)
      await runRefunds(app.app)
    }
    expect(await stateOf(orderId)).toBe(OrderState.refunded)
    expect([...vendor.refunds[name].values()].filter((one) => one.outTradeNo === no)).toHaveLength(1)
  })

  test('refunded before the payment was reported: both are booked, and the access ends', async () => {
    const { orderId, courseId, no } = await asked(name)
    expect((await app.call(payOrder.refund, { id: orderId, reason: '退课' }, admin)).code).toBe(errors.refundNone[0])
    vendor.pay(name, no)
    vendor.giveBack(name, no)
    expect(await tell(name, vendor.refundNotice(name, no))).toBe(200)
    expect(await tell(name, vendor.notice(name, no))).toBe(200)
    // Alipay tells of refunds in its bill
    await compareAll(app.app, wallClock(app.clock.now(), name === 'paypal' ? 0 : 8).slice(0, 10))
    expect(await tell(name, vendor.refundNotice(name, no))).toBe(200)
    expect(await stateOf(orderId)).toBe(OrderState.refunded)
    expect(await app.ok(course.detail, { id: courseId }, ann)).toMatchObject({ canLearn: false })
    const { records } = await app.ok(payOrder['refund-paging'], { params: { orderId } }, admin)
    expect(records).toEqual([expect.objectContaining({ amount: '72.00', reason: '在支付平台退款', duplicate: false })])
  })

  test('the bill says in which currency its sums are', async () => {
    const day = wallClock(app.clock.now(), name === 'paypal' ? 0 : 8).slice(0, 10)
    await compareAll(app.app, day)
    const { records } = await app.ok(payBill.paging, { params: { channel: name } }, admin)
    expect(records.find((one) => one.day === day)?.currency).toBe(name === 'paypal' ? 'USD' : 'CNY')
  })

  test.each(['5xx', 'silence'] as const)('%s: the buyer may try again', async (trouble) => {
    const { orderId } = await buy()
    vendor.state.trouble = trouble
    // Alipay's form is made without asking
    expect((await app.call(tradeOf[name], { id: orderId }, ann)).code).toBe(name === 'alipay' ? 0 : errors.payDown[0])
    vendor.state.trouble = ''
    expect((await start(name, orderId)).code).toBe(0)
  })

  test('the day’s books agree; a payment that we missed is booked from the bill', async () => {
    const { orderId, no } = await asked(name)
    vendor.pay(name, no)
    if (name === 'paypal') Object.assign(vendor.books.paypal.get(no)!, { state: 'paid', vendorNo: `B${no}` })
    const day = wallClock(app.clock.now(), name === 'paypal' ? 0 : 8).slice(0, 10)
    await compareAll(app.app, day)
    expect(await stateOf(orderId)).toBe(OrderState.paid)
    const { records } = await app.ok(payBill.paging, { params: { channel: name } }, admin)
    const row = records.find((one) => one.day === day)
    expect(row).toMatchObject({ billState: BillState.different })
    expect(row?.diffs).toContainEqual(expect.objectContaining({ no, kind: 'settled' }))
  })
})

test('paid at two services: the second payment is booked and goes back by itself', async () => {
  const { orderId } = await buy()
  vendor.state.trouble = ''
  await start('wechat', orderId)
  const first = (await newest(orderId)).outTradeNo
  await start('alipay', orderId)
  const second = (await newest(orderId)).outTradeNo
  expect(vendor.books.wechat.get(first)?.state, 'the first code is closed before the second is given').toBe('closed')
  // the buyer was faster than the closing
  Object.assign(vendor.books.wechat.get(first)!, { state: 'open' })
  vendor.pay('wechat', first)
  vendor.pay('alipay', second)
  expect(await tell('alipay', vendor.notice('alipay', second))).toBe(200)
  expect(await tell('wechat', vendor.notice('wechat', first))).toBe(200)
  await runRefunds(app.app)
  expect(await stateOf(orderId)).toBe(OrderState.paid)
  expect([...vendor.refunds.wechat.values()].map((one) => one.outTradeNo)).toContain(first)
})

test('points that are spent and given back are in the books', async () => {
  await app.db.transaction().execute((db) => addPoints(app.ctx({ db }), ann.id, 50, '期初', { refType: 'test', refId: '1' }))
  await app.ok(payConfig.save, { name: 'points', enabled: true }, admin)
  await app.ok(userPoints['rule/save'], { event: 'buy', points: 15, dayCap: 0, enabled: true }, admin)
  const courseId = await makeCourse(app.ctx(), { price: PRICE, costPoints: 30, files: [{ fileId: file }] })
  const balance = async () => (await app.ok(user.info, {}, ann)).points
  const byPoints = await app.ok(courseBuy.init, { courseId }, ann)
  await app.ok(payTrade['points/trade'], { id: byPoints.orderId }, ann)
  expect(await balance(), 'nothing is earned by spending points').toBe(20)
  await app.ok(payOrder.refund, { id: byPoints.orderId, reason: '退课' }, admin)
  expect(await balance()).toBe(50)
  // paid with money: earns points, which the refund of the whole takes back as far as they are left
  const { orderId } = await app.ok(courseBuy.init, { courseId }, ann)
  await start('wechat', orderId)
  const { outTradeNo } = await newest(orderId)
  vendor.pay('wechat', outTradeNo)
  await tell('wechat', vendor.notice('wechat', outTradeNo))
  expect(await balance()).toBe(65)
  await app.db.transaction().execute((db) => addPoints(app.ctx({ db }), ann.id, -60, '兑换', { refType: 'test', refId: '2' }))
  await app.ok(payOrder.refund, { id: orderId, reason: '退课', amount: '1.00' }, admin)
  expect(await balance()).toBe(5)
  await app.ok(payOrder.refund, { id: orderId, reason: '退课' }, admin)
  expect(await balance()).toBe(0)
  await app.ok(userPoints['rule/save'], { event: 'buy', points: 15, dayCap: 0, enabled: false }, admin)
})

test('a payment that arrives for a closed order counts while the goods are sold, else it goes back', async () => {
  const [kept, gone] = [await asked('wechat'), await asked('wechat')]
  await app.db.updateTable('payOrder').set({ orderState: OrderState.closed }).where('id', 'in', [kept.orderId, gone.orderId]).execute()
  await app.db.updateTable('course').set({ state: CourseState.disabled }).where('id', '=', gone.courseId).execute()
  for (const { no } of [kept, gone]) {
    vendor.pay('wechat', no)
    expect(await tell('wechat', vendor.notice('wechat', no))).toBe(200)
  }
  expect([await stateOf(kept.orderId), await stateOf(gone.orderId)]).toEqual([OrderState.paid, OrderState.closed])
})

test('WeChat Pay in certificate mode, and with two keys during a change', async () => {
  vendor.state.certificateMode = true
  const { orderId } = await buy()
  expect((await start('wechat', orderId)).code).toBe(errors.payDown[0])
  await app.ok(payConfig.save, { name: 'wechat', enabled: true, data: { ...vendor.settings.wechat, ...vendor.certificate } }, admin)
  expect((await start('wechat', orderId)).code).toBe(0)
  const { outTradeNo } = await newest(orderId)
  vendor.pay('wechat', outTradeNo)
  const own = vendor.notice('wechat', outTradeNo)
  vendor.state.certificateMode = false
  expect([await tell('wechat', vendor.notice('wechat', outTradeNo)), await tell('wechat', own)]).toEqual([200, 200])
  expect(await stateOf(orderId)).toBe(OrderState.paid)
})

test('an answer that the service did not sign counts as none', async () => {
  for (const name of ['wechat', 'alipay'] as const) {
    const { orderId, no } = await asked(name)
    vendor.pay(name, no)
    vendor.state.trouble = 'unsigned'
    app.clock.advance(4)
    expect((await detail(orderId)).orderState).toBe(OrderState.paying)
    vendor.state.trouble = ''
    app.clock.advance(4)
    expect((await detail(orderId)).orderState).toBe(OrderState.paid)
  }
})

test('a refund that Alipay took but did not carry out is sent again', async () => {
  const { orderId, no } = await asked('alipay')
  vendor.pay('alipay', no)
  await tell('alipay', vendor.notice('alipay', no))
  vendor.state.trouble = 'not-refunded'
  expect(await app.ok(payOrder.refund, { id: orderId, reason: '退课' }, admin)).toMatchObject({ refundState: RefundState.processing })
  vendor.state.trouble = ''
  // asks, sends, asks
  for (const state of [OrderState.paid, OrderState.refunded, OrderState.refunded]) {
    app.clock.advance(61)
    await runRefunds(app.app)
    expect(await stateOf(orderId)).toBe(state)
  }
  expect([...vendor.refunds.alipay.values()].filter((one) => one.outTradeNo === no)).toHaveLength(1)
})

test('an order belongs to its buyer', async () => {
  const { orderId } = await buy()
  expect(await app.call(payOrder.detail, { id: orderId }, bob)).toEqual(refusal('notFound'))
  expect(await start('wechat', orderId, bob)).toEqual(refusal('notFound'))
  expect(await app.call(payOrder.close, { id: orderId }, bob)).toEqual(refusal('notFound'))
  await app.ok(payOrder.close, { id: orderId }, ann)
  expect(await start('wechat', orderId)).toEqual(refusal('orderClosed'))
})

test('pages may send Alipay’s form to its gateway', async () => {
  const { headers } = await app.http.inject({ method: 'GET', url: '/' })
  expect(headers['content-security-policy']).toContain(`form-action 'self' ${vendor.url}`)
})
