// Orders as other domains and their buyers read them; the checkout creates them.
import type { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import {
  appliedState,
  type GoodsType,
  goodsType,
  invoiceState,
  orderState,
  payMethod,
  InvoiceState,
  OrderState,
} from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, type Database } from '../../../kernel/database.ts'
import { pageOf } from '../../../kernel/page.ts'
import { addressHours, fileAddresses } from '../../../kernel/files/signed-file.ts'

/** Whether the user has a paid order for these goods; a refunded order does not count. */
export async function hasBought(db: Database, userId: string, goodsType: GoodsType, goodsId: string): Promise<boolean> {
  const order = await db
    .selectFrom('payOrder')
    .where('userId', '=', userId)
    .where('goodsType', '=', goodsType)
    .where('goodsId', '=', goodsId)
    .where('orderState', '=', OrderState.paid)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/** Whether the user's purchase of these goods was refunded, and no other one is valid. */
export async function isRefunded(db: Database, userId: string, goodsType: GoodsType, goodsId: string): Promise<boolean> {
  const order = await db
    .selectFrom('payOrder')
    .where('userId', '=', userId)
    .where('goodsType', '=', goodsType)
    .where('goodsId', '=', goodsId)
    .where('orderState', 'in', [OrderState.paid, OrderState.refunded])
    .orderBy(sql`order_state = ${sql.lit(OrderState.paid)}`, 'desc')
    .select('orderState')
    .limit(1)
    .executeTakeFirst()
  return order?.orderState === OrderState.refunded
}

/** As isRefunded for many purchases of one kind. @returns `user goods` of those whose purchase was refunded and not made again */
export async function refundedAmong(
  db: Database,
  bought: readonly { userId: string; goodsId: string }[],
  goodsType: GoodsType,
): Promise<Set<string>> {
  if (bought.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    select o.user_id || ' ' || o.goods_id as name
    from unnest(${bought.map((one) => one.userId)}::bigint[], ${bought.map((one) => one.goodsId)}::bigint[]) as b (user_id, goods_id)
      join pay_order o on o.user_id = b.user_id and o.goods_id = b.goods_id and o.goods_type = ${goodsType}
    where o.order_state in (${sql.lit(OrderState.paid)}, ${sql.lit(OrderState.refunded)})
    group by o.user_id, o.goods_id having bool_and(o.order_state = ${sql.lit(OrderState.refunded)})`.execute(db)
  return new Set(rows.map((row) => row.name))
}

const textOf = (texts: Record<string, string>, key: string) => (Object.hasOwn(texts, key) ? (texts[key] ?? '') : '')
/** Title of a payment method; empty for none. */
export const payMethodText = (name: string) => textOf(payMethod, name)

/** The caller's own orders that are paid, refunded or can still be paid, newest first. */
export async function pageOwnPayments(
  ctx: Ctx,
  { params, ...paging }: Input<typeof coursePayment.page>,
): Promise<Output<typeof coursePayment.page>> {
  const query = ctx.db
    .selectFrom('payOrder')
    .leftJoin('payInvoice', 'payInvoice.orderId', 'payOrder.id')
    .where('payOrder.userId', '=', ctx.user.id)
    .where((eb) =>
      eb.or([
        eb('orderState', 'in', [OrderState.paid, OrderState.refunded]),
        eb.and([eb('orderState', 'in', [OrderState.unpaid, OrderState.paying]), eb('expireTime', '>', ctx.now)]),
      ]),
    )
    .$if(!!params.courseName, (q) => q.where('goodsTitle', 'ilike', containing(params.courseName ?? '')))
    .$if(params.goodsType !== undefined, (q) => q.where('goodsType', '=', params.goodsType ?? ''))
    .select([
      'payOrder.id',
      'orderNo',
      'goodsType',
      'goodsId',
      'goodsTitle',
      'payOrder.price',
      'paidPoints',
      'payMethod',
      'payTime',
      'orderState',
    ])
    .select(['payInvoice.id as invoiceApplyId', 'invoiceState', 'fileUrl'])
  const sortable = { payTime: 'payTime', price: 'payOrder.price', courseName: 'goodsTitle' }
  const page = await pageOf(query, paging, sortable, [
    // not paid yet: first
    ['payTime', 'desc'],
    ['payOrder.id', 'desc'],
  ])
  const addressOf = await fileAddresses(ctx.app, addressHours.personal)
  const records = page.records.map(({ id, goodsTitle, invoiceApplyId, fileUrl, ...row }) => {
    const state = row.invoiceState ?? InvoiceState.none
    return {
      ...row,
      orderId: id,
      buyId: id,
      courseId: courseIdOf(row),
      courseName: goodsTitle,
      goodsType: row.goodsType as GoodsType,
      goodsType_dictText: textOf(goodsType, row.goodsType),
      payMethod_dictText: payMethodText(row.payMethod),
      orderState: row.orderState,
      orderState_dictText: textOf(orderState, String(row.orderState)),
      invoiceState: state,
      invoiceState_dictText: (invoiceApplyId === null ? invoiceState : appliedState)[state],
      invoiceApplyId: invoiceApplyId ?? '',
      fileUrl: addressOf(fileUrl ?? ''),
    }
  })
  return { ...page, records }
}

/** The goods' id where they are a course, else empty. */
export const courseIdOf = (row: { goodsType: string; goodsId: string }): string => (row.goodsType === 'course' ? row.goodsId : '')
