// What the books of a site hold, compared with those of the payment services.
import { OrderState, RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PayStandIn, Vendor } from './pay-stand-in.ts'
import type { TestApp } from './start-app.ts'

const all: readonly Vendor[] = ['wechat', 'alipay', 'paypal']

async function books({ db }: TestApp) {
  const { rows: trades } = await sql<{ channel: Vendor; sum: number }>`select t.channel,
    (sum(t.vendor_amount) - coalesce(sum((select sum(r.vendor_amount) from pay_refund r where r.trade_id = t.id and r.refund_state = ${sql.lit(RefundState.done)})), 0))::int as sum
    from pay_trade t where t.trade_state = ${sql.lit(TradeState.paid)} group by t.channel`.execute(db)
  const { rows: orders } = await sql<{ ours: number; trades: number }>`select
    (select coalesce(sum(paid_amount - refunded), 0)::int from pay_order) as ours,
    (select coalesce(sum(amount), 0)::int from pay_trade where trade_state = ${sql.lit(TradeState.paid)}) -
    (select coalesce(sum(amount), 0)::int from pay_refund where refund_state = ${sql.lit(RefundState.done)}) as trades`.execute(db)
  const { rows: points } = await sql<{ orders: number; log: number; balances: number; all: number }>`select
    (select coalesce(sum(paid_points), 0)::int from pay_order where order_state = ${sql.lit(OrderState.paid)}) as orders,
    (select coalesce(-sum(points), 0)::int from points_log where ref_type in ('order', 'refund')) as log,
    (select coalesce(sum(points), 0)::int from sys_user) as balances,
    (select coalesce(sum(points), 0)::int from points_log) as all`.execute(db)
  const { rows: coupons } = await sql<{ code: string; used: number; most: number; orders: number }>`select c.code, used, most_uses as most,
    (select count(*)::int from pay_order o where o.coupon_code = c.code and order_state <> ${sql.lit(OrderState.closed)}) as orders
    from pay_coupon c`.execute(db)
  return {
    coupons,
    held: Object.fromEntries(trades.map((one) => [one.channel, one.sum])),
    ours: orders[0]?.ours,
    trades: orders[0]?.trades,
    points: points[0]!,
  }
}

/** Orders, trades, refunds, coupons and points add up to each other and to what the services hold. */
export async function expectBalance(app: TestApp, vendor: PayStandIn): Promise<void> {
  const { held, ours, trades, points, coupons } = await books(app)
  expect(all.map((name) => held[name] ?? 0)).toEqual(all.map(vendor.holds))
  expect(ours).toBe(trades)
  expect(points.log, 'points spent, less points returned').toBe(points.orders)
  expect(points.balances, 'the log adds up to the balances').toBe(points.all)
  expect(
    coupons.filter(({ used, most, orders }) => used !== orders || used > most),
    'coupons used more often than they may be',
  ).toEqual([])
  expect(vendor.state.problems).toEqual([])
}
