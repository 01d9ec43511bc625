// A server process that is killed between the answer of a payment service and its own commit; after the restart the books balance.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { OrderState, RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { expectBalance } from '../../../../test/pay-books.ts'
import { startPayStandIn, type Vendor } from '../../../../test/pay-stand-in.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { type ServerProcess, startProcess } from '../../../../test/server-process.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { runRefunds } from './refund.service.ts'

const LOCK = 20_261_130
const all: readonly Vendor[] = ['wechat', 'alipay', 'paypal']
const { app, ann, admin } = await startWithEnv(STUB_ENV, 'ann')
const vendor = await startPayStandIn(app.clock.now)
const holder = new pg.Client({ connectionString: app.databaseUrl })
await holder.connect()
afterAll(async () => {
  await holder.end()
  await vendor.close()
})

async function post<E extends Endpoint>(server: ServerProcess, endpoint: E, body: Body<E>, { token }: Person): Promise<Data<E>> {
  const headers = { 'content-type': 'application/json', token }
  const reply = await fetch(server.url + endpoint.path, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await reply.json()) as { data: Data<E> }).data
}

/** Kills the server while `count` transactions that write `column` of `table` have not committed. */
async function killAt(server: ServerProcess, { table, column, count }: { table: string; column: string; count: number }, work: () => void) {
  await holder.query('select pg_advisory_lock($1)', [LOCK])
  await sql`create trigger wait_here before update of ${sql.ref(column)} on ${sql.table(table)}
    for each row execute function wait_here()`.execute(app.db)
  work()
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and objid = ${LOCK} and not granted`.execute(app.db)
    return rows[0]!.n
  }
  await expect.poll(waiting).toBe(count)
  await server.kill()
  await holder.query('select pg_advisory_unlock($1)', [LOCK])
  await expect.poll(waiting).toBe(0)
  // waits until the connections of the killed server have gone: the table is locked until then
  await sql`drop trigger wait_here on ${sql.table(table)}`.execute(app.db)
}

const statesOf = async (table: 'order' | 'refund') =>
  table === 'order'
    ? (await app.db.selectFrom('payOrder').select('orderState').execute()).map((one) => one.orderState)
    : (await app.db.selectFrom('payRefund').select('refundState').execute()).map((one) => one.refundState)

test('payments and refunds that a killed server did not commit are booked once after the restart', { timeout: 120_000 }, async () => {
  for (const name of all) await app.ok(payConfig.save, { name, enabled: true, data: vendor.settings[name] }, admin)
  await app.ok(config.save, { ...(await app.ok(config.detail, {}, admin)), h5Host: 'https://learn.example.com' }, admin)
  await sql`create function wait_here() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(20261130); return new; end $$`.execute(app.db)
  const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
  const first = await startProcess(app, STUB_ENV)
  const orders: { name: Vendor; orderId: string; no: string }[] = []
  for (const name of all) {
    const courseId = await makeCourse(app.ctx(), { price: 7_200, files: [{ fileId: file }] })
    const { orderId } = await post(first, courseBuy.init, { courseId }, ann)
    const begun = await post(first, payTrade[`${name}/trade`], { id: orderId }, ann)
    // the buyer's browser sends Alipay's form
    if ('inputs' in begun) await fetch(begun.action, { method: 'POST', body: new URLSearchParams(begun.inputs) })
    const { outTradeNo: no } = await app.db
      .selectFrom('payTrade')
      .where('orderId', '=', orderId)
      .select('outTradeNo')
      .executeTakeFirstOrThrow()
    vendor.pay(name, no)
    orders.push({ name, orderId, no })
  }

  await killAt(first, { table: 'payTrade', column: 'tradeState', count: 3 }, () => {
    for (const { name, no } of orders) {
      const { body, headers } = vendor.notice(name, no)
      fetch(`${first.url}/api/pay/notify/${name}`, { method: 'POST', body, headers }).catch(() => undefined)
    }
  })
  expect(all.map(vendor.holds), 'the services have the money').not.toContain(0)
  expect(await statesOf('order')).toEqual(orders.map(() => OrderState.paying))
  const second = await startProcess(app, STUB_ENV)
  // as the page does that waits
  for (const { orderId: id } of orders)
    await expect.poll(async () => (await post(second, payOrder.detail, { id }, ann)).orderState).toBe(OrderState.paid)
  await expectBalance(app, vendor)

  await killAt(second, { table: 'payRefund', column: 'refundState', count: 3 }, () => {
    for (const { orderId: id } of orders) post(second, payOrder.refund, { id, reason: '退课' }, admin).catch(() => undefined)
  })
  expect(all.map(vendor.holds), 'the services have given the money back').toEqual([0, 0, 0])
  expect(await statesOf('refund')).toEqual(orders.map(() => RefundState.asked))
  await runRefunds(app.app)
  app.clock.advance(61)
  await runRefunds(app.app)
  expect(await statesOf('refund')).toEqual(orders.map(() => RefundState.done))
  expect(await statesOf('order')).toEqual(orders.map(() => OrderState.refunded))
  await expectBalance(app, vendor)
})
