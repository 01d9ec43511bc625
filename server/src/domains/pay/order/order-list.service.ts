// The back office's orders: list, totals, export, refunds.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { FileReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import {
  type GoodsType,
  goodsType,
  InvoiceState,
  OrderState,
  orderState,
  refundState,
  TradeState,
} from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, containing } from '../../../kernel/database.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { keyedPageOf, pageByKey } from '../../../kernel/page.ts'
import { type SheetColumn, streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { usersCalled } from '../../people/user/name-search.service.ts'
import { vendors } from '../gateway/channels.service.ts'
import { payMethodText } from './order.service.ts'

type Filter = Input<typeof payOrder.total>
const PORTION = 1_000
/** Orders by price or title sort all orders before the page. */
const DEEPEST = 10_000
/** Orders of all other buyers are passed on the way to those of a branch. */
const OF_BRANCH = { most: 2_000, deepest: 2_000 }
/** Sums over so many orders are remembered for half a minute. */
const LARGE = 5_000

/** Orders of buyers within the data scope that match. */
async function matching(
  ctx: Ctx,
  { goodsType: type, goodsId, goodsTitle, realName, orderNo, orderState: state, payMethod, fromTime, toTime }: Filter,
) {
  return ctx.db
    .selectFrom('payOrder')
    .where(await ofUsersWithinDataScope(ctx, 'payOrder.userId'))
    .$if(type !== undefined, (q) => q.where('goodsType', '=', type ?? ''))
    .$if(goodsId !== undefined, (q) => q.where('goodsId', '=', goodsId ?? '0'))
    .$if(!!goodsTitle, (q) => q.where('goodsTitle', 'ilike', containing(goodsTitle ?? '')))
    .$if(!!realName, (q) => q.where('payOrder.userId', '=', usersCalled(realName ?? '')))
    .$if(!!orderNo, (q) => q.where('orderNo', 'ilike', containing(orderNo ?? '')))
    .$if(state !== undefined, (q) => q.where('orderState', '=', state!))
    .$if(payMethod !== undefined, (q) => q.where('payMethod', '=', payMethod ?? ''))
    .$if(fromTime !== undefined, (q) => q.where('payTime', '>=', fromTime!))
    .$if(toTime !== undefined, (q) => q.where('payTime', '<=', toTime!))
}

const listed = [
  ...([
    'payOrder.id',
    'orderNo',
    'goodsType',
    'goodsId',
    'goodsTitle',
    'price',
    'paidAmount',
    'paidPoints',
    'refunded',
    'couponCode',
  ] as const),
  sql<boolean>`exists (select from pay_invoice i where i.order_id = pay_order.id and i.invoice_state = ${sql.lit(InvoiceState.done)})`.as(
    'invoiced',
  ),
  sql<boolean>`pay_method in (${sql.join(vendors.map((one) => sql.lit(one)))}) and not exists (select from pay_trade t
    where t.order_id = pay_order.id and t.trade_state = ${sql.lit(TradeState.paid)} and not t.duplicate)`.as('unsendable'),
  ...(['payMethod', 'orderState', 'payOrder.createTime', 'payTime'] as const),
] as const
const buyer = [
  sql<string>`coalesce(sys_user.real_name, '')`.as('realName'),
  sql<string>`coalesce(sys_user.user_name, '')`.as('userName'),
] as const
const shown = <T extends { goodsType: string; payMethod: string; orderState: number }>(row: T) => ({
  ...row,
  goodsType: row.goodsType as GoodsType,
  payMethod_dictText: payMethodText(row.payMethod),
  orderState: row.orderState as OrderState,
  orderState_dictText: orderState[row.orderState as OrderState],
})

const withBuyers = ({ db }: Pick<Ctx, 'db'>) => db.selectFrom('payOrder').leftJoin('sysUser', 'sysUser.id', 'payOrder.userId')

/** Orders of buyers within the caller's data scope, newest first. */
export async function pageOrders(ctx: Ctx, { params, ...paging }: Input<typeof payOrder.paging>): Promise<Output<typeof payOrder.paging>> {
  const sortable = {
    // ids grow with the time
    createTime: 'payOrder.id',
    payTime: 'payTime',
    price: 'price',
    paidAmount: 'paidAmount',
    goodsTitle: 'goodsTitle',
  }
  const page = await keyedPageOf(ctx.db, await matching(ctx, params), paging, {
    key: 'payOrder.id',
    sortable,
    fallback: [['payOrder.id', 'desc']],
    deepest: DEEPEST,
    ...((await scopeOf(ctx)).width === 'departs' && OF_BRANCH),
    read: (ids) => withBuyers(ctx).where(among('payOrder.id', ids)).select(listed).select(buyer).execute(),
  })
  return { ...page, records: page.records.map(shown) }
}

/** Sums over the same orders. Those over many may be half a minute old. */
export async function totalOrders(ctx: Ctx, filter: Filter): Promise<Output<typeof payOrder.total>> {
  const paid = sql`order_state = ${sql.lit(OrderState.paid)}`
  const sum = async () =>
    (await matching(ctx, filter))
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`(count(*) filter (where ${paid}))::int`.as('paid'),
        sql<number>`coalesce(sum(paid_amount), 0)::float8`.as('amount'),
        sql<number>`coalesce(sum(refunded), 0)::float8`.as('refunded'),
        sql<number>`coalesce(sum(paid_points) filter (where ${paid}), 0)::int`.as('points'),
      ])
      .executeTakeFirstOrThrow()
  const key = JSON.stringify(['orders', filter, (await scopeOf(ctx)).key])
  return briefly(ctx, key, sum, { isDear: ({ count }) => count >= LARGE })
}

/** What one thing has sold, to buyers within the caller's data scope. */
export const salesOf = (ctx: Ctx, type: GoodsType, goodsId: string): Promise<Output<typeof payOrder.total>> =>
  totalOrders(ctx, { goodsType: type, goodsId })

const headings: SheetColumn[] = [
  '订单号',
  '类型',
  '商品名称',
  '购买人',
  '账号',
  '应付金额',
  '实付金额',
  '实付积分',
  '已退金额',
  '优惠码',
  '支付方式',
  '订单状态',
  '下单时间',
  '付款时间',
].map((header) => ({ header }))
const yuan = (amount: number) => (amount / 100).toFixed(2)

/** The same orders as a sheet, newest first. */
export async function exportOrders(ctx: Ctx, { params }: Input<typeof payOrder.export>): Promise<FileReply> {
  return {
    name: `订单_${toWallClock(ctx.now).slice(0, 10)}.xlsx`,
    type: xlsxType,
    body: streamSheet('订单', headings, rowsOf(ctx, params)),
  }
}

async function* rowsOf(ctx: Ctx, filter: Filter): AsyncGenerator<string[]> {
  let below: string | undefined
  for (;;) {
    const query = (await matching(ctx, filter))
      .leftJoin('sysUser', 'sysUser.id', 'payOrder.userId')
      .select(listed)
      .select(buyer)
      .orderBy('payOrder.id', 'desc')
      .limit(PORTION)
    const portion = await query.$if(below !== undefined, (q) => q.where('payOrder.id', '<', below ?? '')).execute()
    for (const row of portion)
      yield [
        row.orderNo,
        goodsType[row.goodsType as GoodsType],
        row.goodsTitle,
        row.realName,
        row.userName,
        yuan(row.price),
        yuan(row.paidAmount),
        String(row.paidPoints),
        yuan(row.refunded),
        row.couponCode,
        payMethodText(row.payMethod),
        orderState[row.orderState as OrderState],
        toWallClock(row.createTime),
        row.payTime ? toWallClock(row.payTime) : '',
      ]
    below = portion.at(-1)?.id
    if (below === undefined || portion.length < PORTION) return
  }
}

const ordersOfNo = (part: string) => sql<string>`any(array(select o.id from pay_order o where o.order_no ilike ${containing(part)}))`

/** Refunds of orders within the data scope, newest first. */
export async function pageRefunds(
  ctx: Ctx,
  { params, ...paging }: Input<(typeof payOrder)['refund-paging']>,
): Promise<Output<(typeof payOrder)['refund-paging']>> {
  const query = ctx.db
    .selectFrom('payRefund')
    .leftJoin('payOrder', 'payOrder.id', 'payRefund.orderId')
    .leftJoin('sysUser', 'sysUser.id', 'payOrder.userId')
    .leftJoin('payTrade', 'payTrade.id', 'payRefund.tradeId')
    .where(await ofUsersWithinDataScope(ctx, 'payOrder.userId'))
    .$if(params.refundState !== undefined, (q) => q.where('refundState', '=', params.refundState!))
    .$if(!!params.orderNo, (q) => q.where('payRefund.orderId', '=', ordersOfNo(params.orderNo ?? '')))
    .$if(params.orderId !== undefined, (q) => q.where('payRefund.orderId', '=', params.orderId ?? ''))
    .select(['payRefund.id', 'payRefund.orderId', 'refundNo', 'payRefund.amount', 'payRefund.points', 'reason', 'refundState'])
    .select(['payRefund.error', 'payRefund.duplicate', 'payRefund.createTime', 'payRefund.doneTime'])
    .select([sql<string>`coalesce(order_no, '')`.as('orderNo'), sql<string>`coalesce(goods_title, '')`.as('goodsTitle'), buyer[0]])
    .select(sql<string>`coalesce(pay_trade.channel, pay_order.pay_method, '')`.as('channel'))
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'payRefund.id',
    sortable: { createTime: 'payRefund.createTime', amount: 'payRefund.amount' },
    fallback: [['payRefund.id', 'desc']],
  })
  const records = page.records.map((row) => {
    const state = row.refundState
    return { ...row, channel_dictText: payMethodText(row.channel), refundState: state, refundState_dictText: refundState[state] }
  })
  return { ...page, records }
}
