// What was sold, by goods and by month.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { type GoodsType, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { orderedBy, pageOfAll } from '../../../kernel/page.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'

const MONTHS = 24
/** Sums over so many orders are remembered for half a minute. */
const LARGE = 5_000
const sold = [OrderState.paid, OrderState.refunded]
const sums = [
  sql<number>`count(*)::int`.as('count'),
  sql<number>`coalesce(sum(paid_amount), 0)::float8`.as('amount'),
  sql<number>`coalesce(sum(refunded), 0)::float8`.as('refunded'),
  sql<number>`coalesce(sum(paid_points) filter (where order_state = ${sql.lit(OrderState.paid)}), 0)::int`.as('points'),
] as const

const orders = async (ctx: Ctx) =>
  ctx.db
    .selectFrom('payOrder')
    .where('orderState', 'in', sold)
    .where(await ofUsersWithinDataScope(ctx, 'payOrder.userId'))

/** Sums by goods, with the title of the last sale; what sold most comes first. */
export async function pageSales(ctx: Ctx, { params, ...paging }: Input<typeof sales.paging>): Promise<Output<typeof sales.paging>> {
  const { goodsType, goodsTitle, fromTime, toTime } = params
  const query = (await orders(ctx))
    .$if(goodsType !== undefined, (q) => q.where('goodsType', '=', goodsType ?? ''))
    .$if(!!goodsTitle, (q) => q.where('goodsTitle', 'ilike', containing(goodsTitle ?? '')))
    .$if(fromTime !== undefined, (q) => q.where('payTime', '>=', fromTime!))
    .$if(toTime !== undefined, (q) => q.where('payTime', '<=', toTime!))
    .groupBy(['goodsType', 'goodsId'])
    .select(['goodsType', 'goodsId', sql<string>`max(pay_order.id)`.as('lastId')])
    .select(sums)
  // one pass over the orders serves every page and the count
  const sum = () =>
    orderedBy(ctx.db.selectFrom(query.as('sums')).selectAll(), paging, {
      count: 'count',
      amount: 'amount',
      refunded: 'refunded',
    })
      .orderBy('amount', 'desc')
      .orderBy('goodsType')
      .orderBy('goodsId', 'desc')
      .execute()
  const key = JSON.stringify(['sales', params, paging.orders, (await scopeOf(ctx)).key])
  const isDear = (rows: { count: number }[]) => rows.reduce((all, row) => all + row.count, 0) >= LARGE
  const sorted = await briefly(ctx, key, sum, { isDear })
  const page = pageOfAll(sorted, paging)
  const titles = await titlesOf(
    ctx,
    page.records.map((row) => row.lastId),
  )
  const records = page.records.map(({ lastId, ...row }) => ({
    ...row,
    goodsType: row.goodsType as GoodsType,
    goodsTitle: titles.get(lastId) ?? '',
  }))
  return { ...page, records }
}

async function titlesOf({ db }: Ctx, orderIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('payOrder').where(among('id', orderIds)).select(['id', 'goodsTitle']).execute()
  return new Map(rows.map((row) => [row.id, row.goodsTitle]))
}

/**
 * Sums by month of payment, in the site's time zone, latest first. Those over many orders may be half a minute old. Each month is summed by the index
 * of the time of payment: grouped by the name of the month, all orders would be sorted.
 */
export async function salesByMonth(ctx: Ctx, { goodsType }: Input<typeof sales.months>): Promise<Output<typeof sales.months>> {
  const zone = sql.lit(ctx.app.config.timeZone)
  const states = sql.join(sold.map((state) => sql.lit(state)))
  const sum = async () => {
    const found = (await orders(ctx))
      .$if(goodsType !== undefined, (q) => q.where('goodsType', '=', goodsType ?? ''))
      .where(sql<boolean>`pay_time >= month at time zone ${zone} and pay_time < (month + interval '1 month') at time zone ${zone}`)
      .select(sums)
    const { rows } = await sql<Output<typeof sales.months>[number]>`
      with ends as (
        select min(pay_time) at time zone ${zone} as first, max(pay_time) at time zone ${zone} as last from pay_order where order_state in (${states})),
      months as (select month from ends, generate_series(date_trunc('month', first), last, interval '1 month') as month)
      select to_char(months.month, 'YYYY-MM') as month, sums.* from months cross join lateral (${found}) as sums
      where sums.count > 0 order by months.month desc limit ${MONTHS}`.execute(ctx.db)
    return rows
  }
  const key = JSON.stringify(['sales by month', goodsType, (await scopeOf(ctx)).key])
  const isDear = (rows: { count: number }[]) => rows.reduce((all, row) => all + row.count, 0) >= LARGE
  return briefly(ctx, key, sum, { isDear })
}
