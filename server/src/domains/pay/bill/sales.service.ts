// What was sold, by goods and by month.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { type GoodsType, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { orderedBy, pageOfAll } from '../../../kernel/page.ts'
import { withinDataScope } from '../../sys/people/data-scope.service.ts'
import { dataScope } from '../../sys/role-menu/role.service.ts'

const MONTHS = 24
/** Sums over so many orders are remembered for half a minute. */
const LARGE = 20_000
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
    .leftJoin('sysUser', 'sysUser.id', 'payOrder.userId')
    .where('orderState', 'in', sold)
    .where(await withinDataScope(ctx))

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
  const key = JSON.stringify(['sales', params, paging.orders, await dataScope(ctx), ctx.user.deptCode, ctx.user.id])
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
  const rows = await db
    .selectFrom('payOrder')
    .where('id', '=', sql<string>`any(${orderIds}::bigint[])`)
    .select(['id', 'goodsTitle'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.goodsTitle]))
}

/** Sums by month of payment, in the site's time zone, latest first. */
export async function salesByMonth(ctx: Ctx, { goodsType }: Input<typeof sales.months>): Promise<Output<typeof sales.months>> {
  const month = sql<string>`to_char(pay_time at time zone ${sql.lit(ctx.app.config.timeZone)}, 'YYYY-MM')`
  return (await orders(ctx))
    .$if(goodsType !== undefined, (q) => q.where('goodsType', '=', goodsType ?? ''))
    .groupBy(month)
    .orderBy(month, 'desc')
    .limit(MONTHS)
    .select(month.as('month'))
    .select(sums)
    .execute()
}
