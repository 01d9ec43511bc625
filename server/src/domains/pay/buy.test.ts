// Buying: one open order for each buyer and goods; points, coupons, the test channel, the socket, the back office's lists.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payChannel } from '@shuyuan/contract/pay/order/pay-hint.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { type GoodsType, InvoiceState, OrderState, RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { repoBuy } from '@shuyuan/contract/train/buy.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Person } from '../../../test/start-app.ts'
import { sharedApp, startWithEnv } from '../../../test/people.ts'
import { code, refusal } from '../../../test/refusal.ts'
import { readSheet } from '../../kernel/sheet/spreadsheet.ts'
import { makeCourse, makeFile } from '../course/course.factory.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeRepo } from '../repo/repo.factory.ts'
import { checkAll } from './order/check.service.ts'

const { app, ann, bob, admin } = await startWithEnv({ DEMO: 'true' }, 'ann', 'bob')
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
await app.ok(payConfig.save, { name: 'points', enabled: true }, admin)

const newCourse = (given: { price?: number; costPoints?: number; title?: string } = { price: 9_900 }) =>
  makeCourse(app.ctx(), { files: [{ fileId: file }], ...given })
const buy = async (courseId: string, who = ann) => (await app.ok(courseBuy.init, { courseId }, who)).orderId
const local = (id: string, who = ann) => app.call(payTrade['local/trade'], { id }, who)
const points = (id: string, who = ann) => app.call(payTrade['points/trade'], { id }, who)
const canLearn = async (courseId: string, who = ann) => (await app.ok(course.detail, { id: courseId }, who)).canLearn
const balance = async (who: Person) =>
  (await app.db.selectFrom('sysUser').where('id', '=', who.id).select('points').executeTakeFirstOrThrow()).points

test('fifty purchases at once open one order; another price opens another', async () => {
  const courseId = await newCourse()
  const ids = await Promise.all(Array.from({ length: 50 }, () => buy(courseId)))
  expect(new Set(ids).size).toBe(1)
  expect(await buy(courseId, bob)).not.toBe(ids[0])
  await app.db.updateTable('course').set({ price: 5_000 }).where('id', '=', courseId).execute()
  const next = await buy(courseId)
  expect(next).not.toBe(ids[0])
  expect((await app.ok(payOrder.detail, { id: ids[0]! }, ann)).orderState).toBe(OrderState.closed)
})

test('what is free, bought or not visible is not sold', async () => {
  expect(await app.call(courseBuy.init, { courseId: await newCourse({}) }, ann)).toEqual(refusal('goodsFree'))
  expect(await app.call(courseBuy.init, { courseId: '999999' }, ann)).toEqual(refusal('notFound'))
  const courseId = await newCourse()
  await local(await buy(courseId))
  expect(await app.call(courseBuy.init, { courseId }, ann)).toEqual(refusal('goodsBought'))
})

test('the test channel pays; its refund ends the access', async () => {
  const courseId = await newCourse()
  const id = await buy(courseId)
  expect(await app.ok(payOrder.detail, { id }, ann)).toMatchObject({ methods: ['local'], price: '99.00', leftSeconds: 1_800 })
  expect(await canLearn(courseId)).toBe(false)
  expect((await local(id)).data).toEqual({ orderState: OrderState.paid })
  expect(await local(id)).toEqual(refusal('orderPaid'))
  expect(await canLearn(courseId)).toBe(true)
  expect(await app.ok(payOrder.refund, { id, reason: '退课' }, admin)).toEqual({ refundState: RefundState.done, error: '' })
  expect(await canLearn(courseId)).toBe(false)
})

test('elsewhere than on a demonstration there is no test channel', async () => {
  const other = await sharedApp({ databaseUrl: app.databaseUrl, env: { DEMO: 'false' } })
  const id = await buy(await newCourse())
  expect(await other.call(payTrade['local/trade'], { id }, ann)).toEqual(refusal('payWayOff'))
  expect((await other.ok(payConfig.list, {}, ann)).map((one) => one.name)).not.toContain('local')
})

test('points are spent once, come back with the refund, and never go below zero', async () => {
  const courseId = await newCourse({ costPoints: 30 })
  const id = await buy(courseId)
  expect(await points(id)).toEqual(refusal('pointsShort'))
  await app.db.updateTable('sysUser').set({ points: 50 }).where('id', '=', ann.id).execute()
  const codes = (await Promise.all([points(id), points(id), points(id)])).map((one) => one.code)
  expect(codes.filter((one) => one === 0)).toHaveLength(1)
  expect([await balance(ann), await canLearn(courseId)]).toEqual([20, true])
  await app.ok(payOrder.refund, { id, reason: '退课' }, admin)
  expect([await balance(ann), await canLearn(courseId)]).toEqual([50, false])
})

test('what costs money or points is offered both ways, and without enough points the other way is left', async () => {
  const id = await buy(await newCourse({ price: 1_000, costPoints: 40 }), bob)
  expect((await app.ok(payOrder.detail, { id }, bob)).methods.toSorted()).toEqual(['local', 'points'])
  await app.db.updateTable('sysUser').set({ points: 39 }).where('id', '=', bob.id).execute()
  expect(await points(id, bob)).toEqual(refusal('pointsShort'))
  expect((await local(id, bob)).code).toBe(0)
  expect(await balance(bob)).toBe(39)
  const onlyMoney = await buy(await newCourse({ price: 1_000 }), bob)
  expect((await app.ok(payOrder.detail, { id: onlyMoney }, bob)).methods).toEqual(['local'])
})

test('an exam and a bank are bought the same way', async () => {
  const { examId } = await setUpExam(app.ctx())
  await app.db.updateTable('exam').set({ price: 500 }).where('id', '=', examId).execute()
  expect(await app.ok(checkInfo['check-info'], { id: examId }, ann)).toMatchObject({ needPay: true })
  await local((await app.ok(examBuy.init, { examId }, ann)).orderId)
  expect(await app.ok(checkInfo['check-info'], { id: examId }, ann)).toMatchObject({ needPay: false })
  const { id: repoId } = await makeRepo(app.ctx(), { price: 300, isTrain: true })
  const { orderId } = await app.ok(repoBuy.init, { repoId }, ann)
  expect((await local(orderId)).code).toBe(0)
  expect(await app.call(repoBuy.init, { repoId }, ann)).toEqual(refusal('goodsBought'))
})

test('an order that is not paid in time is closed, and gives its coupon back', async () => {
  await app.ok(coupon.add, { title: '限时', kind: 'percent', percent: 50, mostUses: 1, total: 1 }, admin)
  const [made] = (await app.ok(coupon.paging, { params: { title: '限时' } }, admin)).records
  const id = await buy(await newCourse())
  expect(await app.ok(coupon.use, { orderId: id, code: ` ${made!.code.toLowerCase()} ` }, ann)).toEqual({ paid: false, price: '49.50' })
  expect(await app.call(coupon.use, { orderId: id, code: made!.code }, ann)).toEqual(refusal('couponTaken'))
  const second = await buy(await newCourse(), bob)
  expect(await app.call(coupon.use, { orderId: second, code: made!.code }, bob)).toEqual(refusal('couponOver'))
  app.clock.advance(31 * 60)
  await checkAll(app.app)
  expect((await app.ok(payOrder.detail, { id }, ann)).orderState).toBe(OrderState.closed)
  expect((await app.ok(coupon.paging, { params: { title: '限时' } }, admin)).records[0]).toMatchObject({ used: 0 })
})

test('a code that has expired, and one whose uses are up, are refused', async () => {
  const expireTime = new Date(app.clock.now().getTime() + 60_000)
  const shared = { kind: 'off' as const, amount: '1.00', total: 1 }
  await app.ok(coupon.add, { ...shared, title: '一分钟', mostUses: 5, expireTime: toWallClock(expireTime) }, admin)
  const [made] = (await app.ok(coupon.paging, { params: { title: '一分钟' } }, admin)).records
  const first = await buy(await newCourse())
  expect(await app.ok(coupon.use, { orderId: first, code: made!.code }, ann)).toEqual({ paid: false, price: '98.00' })
  app.clock.advance(61)
  expect(await app.call(coupon.use, { orderId: await buy(await newCourse()), code: made!.code }, ann)).toEqual(refusal('couponOver'))
})

test('a redeem code opens the goods it is for; twenty codes differ; a switched-off one is refused', async () => {
  const courseId = await newCourse()
  await app.ok(coupon.add, { title: '兑换', kind: 'free', goodsType: 'course', goodsId: courseId, mostUses: 1, total: 20 }, admin)
  const gone = await app.call(
    coupon.add,
    { title: '没有', kind: 'free', goodsType: 'course', goodsId: '999999', mostUses: 1, total: 1 },
    admin,
  )
  expect(gone).toMatchObject({ code: code('badInput'), data: { fields: [{ field: 'goodsId', key: 'couponGoodsGone' }] } })
  const { records } = await app.ok(coupon.paging, { size: 50, params: { title: '兑换' } }, admin)
  expect(records[0]).toMatchObject({ goodsId: courseId, goodsTitle: expect.stringMatching(/./) as string })
  expect(new Set(records.map((one) => one.code)).size).toBe(20)
  const wrong = await buy(await newCourse())
  expect(await app.call(coupon.use, { orderId: wrong, code: records[0]!.code }, ann)).toEqual(refusal('couponWrong'))
  const id = await buy(courseId)
  await app.ok(coupon.state, { ids: [records[1]!.id], enabled: false }, admin)
  expect(await app.call(coupon.use, { orderId: id, code: records[1]!.code }, ann)).toEqual(refusal('couponWrong'))
  expect(await app.ok(coupon.use, { orderId: id, code: records[0]!.code }, ann)).toEqual({ paid: true, price: '0.00' })
  expect(await canLearn(courseId)).toBe(true)
  const sheet = await app.http.inject({ method: 'POST', url: coupon.export.path, headers: { token: admin.token }, payload: { params: {} } })
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('the socket tells the buyer `success`; nobody else gets in', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const id = await buy(await newCourse())
  const open = async (who: Person) => {
    const { ticket } = await app.ok(socket.ticket, {}, who)
    return new WebSocket(`ws://127.0.0.1:${port}${payChannel.path.replace(':orderId', id)}?token=${ticket}`)
  }
  const foreign = await open(bob)
  await once(foreign, 'close')
  const own = await open(ann)
  await vi.waitFor(() => expect(app.app.sockets.count(`pay:${id}`)).toBe(1))
  const told = once(own, 'message')
  await local(id)
  const [message] = (await told) as [Buffer]
  expect(message.toString()).toBe('success')
  own.close()
})

test('the buyer sees open and paid orders; the office lists, sums, exports and counts sales', async () => {
  const title = '统计用课程'
  const [first, second] = [await newCourse({ price: 1_000, title }), await newCourse({ price: 2_000, title })]
  await local(await buy(first, bob), bob)
  const open = await buy(second, bob)
  const { records } = await app.ok(coursePayment.page, { params: { courseName: title } }, bob)
  expect(records.map((one) => [one.orderId === open, one.orderState])).toEqual([
    [true, OrderState.unpaid],
    [false, OrderState.paid],
  ])
  const page = await app.ok(payOrder.paging, { params: { goodsTitle: title, goodsType: 'course' } }, admin)
  expect(page.records).toHaveLength(2)
  expect(await app.ok(payOrder.total, { goodsTitle: title }, admin)).toEqual({
    count: 2,
    paid: 1,
    amount: '10.00',
    refunded: '0.00',
    points: 0,
  })
  const sheet = await app.http.inject({
    method: 'POST',
    url: payOrder.export.path,
    headers: { token: admin.token },
    payload: { params: { goodsTitle: title } },
  })
  const saved = join(app.app.config.dataDir, 'orders.xlsx')
  await writeFile(saved, sheet.rawPayload)
  const lines: string[][] = []
  for await (const { cells } of readSheet(saved)) lines.push(cells)
  expect(lines.slice(1).map((cells) => [cells[1], cells[2], cells[5], cells[11]])).toEqual([
    ['课程', title, '20.00', '待支付'],
    ['课程', title, '10.00', '已支付'],
  ])
  const by = async (params: Partial<Body<typeof payOrder.total>>) =>
    (await app.ok(payOrder.total, { goodsTitle: title, ...params }, admin)).count
  expect(await by({ goodsType: 'exam' })).toBe(0)
  expect(await by({ orderState: OrderState.paid, payMethod: 'local', realName: 'bob' })).toBe(1)
  expect(await by({ fromTime: toWallClock(new Date(app.clock.now().getTime() + 60_000)) })).toBe(0)
  const sold = await app.ok(sales.paging, { params: { goodsTitle: title } }, admin)
  expect(sold.records).toEqual([expect.objectContaining({ goodsId: first, count: 1, amount: '10.00' })])
  expect((await app.ok(sales.months, {}, admin)).length).toBeGreaterThan(0)
})

test('a coupon is bound to a course, an exam or a bank that has a price', async () => {
  const courseId = await newCourse({ price: 100, title: '可选的课' })
  await newCourse({ title: '可选的课（免费）' })
  const named = async (goodsType: GoodsType, title = '') => await app.ok(coupon.goods, { goodsType, title }, admin)
  expect(await named('course', '可选的课')).toEqual([{ id: courseId, title: '可选的课', price: '1.00', costPoints: 0 }])
  const { examId } = await setUpExam(app.ctx())
  await app.db.updateTable('exam').set({ costPoints: 5 }).where('id', '=', examId).execute()
  expect(await named('exam')).toContainEqual(expect.objectContaining({ id: examId, price: '0.00', costPoints: 5 }))
  const { id: closed } = await makeRepo(app.ctx(), { price: 300 })
  const { id: open } = await makeRepo(app.ctx(), { price: 300, isTrain: true })
  const repos = (await named('repo')).map((one) => one.id)
  expect([repos.includes(open), repos.includes(closed)]).toEqual([true, false])
  expect((await app.call(coupon.goods, { goodsType: 'repo' }, ann)).code).toBe(code('forbidden'))
})

test('fifty people who buy at once get one order each', async () => {
  const courseId = await newCourse()
  const people: Person[] = []
  for (let at = 0; at < 50; at++) people.push(await app.enrol({ userName: `buyer${at}` }))
  const ids = await Promise.all(people.map((who) => buy(courseId, who)))
  expect(new Set(ids).size).toBe(50)
  const orders = await app.db
    .selectFrom('payOrder')
    .where('goodsId', '=', courseId)
    .where('goodsType', '=', 'course')
    .select('userId')
    .execute()
  expect(new Set(orders.map((one) => one.userId))).toEqual(new Set(people.map((one) => one.id)))
  expect(orders).toHaveLength(50)
})

test('an order with an issued invoice is refunded only with its red invoice', async () => {
  const id = await buy(await newCourse())
  await local(id)
  await app.db
    .insertInto('payInvoice')
    .values({
      orderId: id,
      userId: ann.id,
      price: 9_900,
      companyName: '甲',
      companyId: '9',
      email: 'a@b.example',
      phone: '1',
      invoiceState: InvoiceState.done,
    })
    .execute()
  expect(await app.call(payOrder.refund, { id, reason: '退课' }, admin)).toEqual(refusal('invoiceIssued'))
  expect((await app.call(payOrder.refund, { id, reason: '退课', invoiceReversed: true }, admin)).code).toBe(0)
  const { records } = await app.ok(payOrder['refund-paging'], { params: { orderId: id } }, admin)
  expect(records).toEqual([expect.objectContaining({ amount: '99.00', refundState: RefundState.done, channel_dictText: '测试支付' })])
})
