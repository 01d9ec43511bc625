// Books payments. Notices, queries, bills and the test channel all come here; only the rows' state decides, so that each payment counts once.
import { type Channel, type GoodsType, OrderState, type PayMethod, RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { report } from '../../site/log/happening.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { awardFor } from '../../points/rule.service.ts'
import { usersWithTag } from '../../people/role-menu/right.service.ts'
import type { Paid } from '../gateway/gateway.service.ts'
import { goodsFor, isSold } from './goods.service.ts'
import { retakeCoupon } from './coupon-use.service.ts'
import { closeOrder, lockPurchase, openStates } from './open-order.service.ts'
import { hasBought } from './order.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

const PAID_TOPIC = 'pay.paid'
const DAY_MS = 86_400_000

/** paid: the order is paid now · again: was booked before · surplus: booked and to be refunded · mismatch: refused · unknown: no such trade */
export type Outcome = 'paid' | 'again' | 'surplus' | 'mismatch' | 'unknown'

type Order = {
  id: string
  userId: string
  orderNo: string
  goodsType: string
  goodsId: string
  goodsTitle: string
  orderState: number
  couponCode: string
}
const columns = [
  'id',
  'userId',
  'orderNo',
  'goodsType',
  'goodsId',
  'goodsTitle',
  'orderState',
  'couponCode',
  'price',
  'costPoints',
  'expireTime',
] as const

/** Locks an order, after its purchase: everybody locks in this order. */
export async function lockOrder({ db }: Pick<Ctx, 'db'>, orderId: string) {
  const place = await db.selectFrom('payOrder').where('id', '=', orderId).select(['userId', 'goodsType', 'goodsId']).executeTakeFirst()
  if (!place) return undefined
  await lockPurchase(db, place.userId, place.goodsType, place.goodsId)
  return db.selectFrom('payOrder').where('id', '=', orderId).select(columns).forUpdate().executeTakeFirst()
}

/** Stored as the reason of the refund. */
export const surplusReason = {
  twice: '重复支付，自动退款',
  unsold: '付款到达时商品已停售，自动退款',
  coupon: '优惠券已用于其他订单，自动退款',
} as const

/**
 * Why this payment goes back, or null. A late one for a closed order is needed while the goods are sold and not bought otherwise, and the coupon
 * that made its price is not used up elsewhere; the coupon is taken again with the answer null.
 */
async function whyNotNeeded(ctx: Ctx, order: Order): Promise<keyof typeof surplusReason | null> {
  const { userId, goodsId } = order
  const type = order.goodsType as GoodsType
  if (order.orderState === OrderState.paid || order.orderState === OrderState.refunded) return 'twice'
  if (await hasBought(ctx.db, userId, type, goodsId)) return 'twice'
  if (order.orderState !== OrderState.closed) return null
  if (!(await isSold(ctx, type, goodsId))) return 'unsold'
  return (await retakeCoupon(ctx.db, order)) ? null : 'coupon'
}

/** Books a payment of which a service has told. */
export function settleTrade(app: App, channel: Channel, paid: Paid): Promise<Outcome> {
  return ownTransaction(app, async (ctx) => {
    const { db, now } = ctx
    const known = await db.selectFrom('payTrade').where('outTradeNo', '=', paid.outTradeNo).select('orderId').executeTakeFirst()
    const order = known && (await lockOrder(ctx, known.orderId))
    if (!order) return 'unknown'
    const trade = await db
      .selectFrom('payTrade')
      .where('outTradeNo', '=', paid.outTradeNo)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isRight = trade.channel === channel && trade.vendorAmount === paid.vendorAmount && trade.currency === paid.currency
    if (!isRight || (await isForeignNo(ctx, trade, paid.vendorNo))) {
      await alarm(ctx, order, trade.outTradeNo)
      return 'mismatch'
    }
    if (trade.tradeState === TradeState.paid) return 'again'
    const surplus = await whyNotNeeded(ctx, order)
    const paidAt = Math.abs(paid.paidAt.getTime() - now.getTime()) < DAY_MS ? paid.paidAt : now
    await db
      .updateTable('payTrade')
      .set({ tradeState: TradeState.paid, vendorNo: paid.vendorNo, paidTime: paidAt, duplicate: surplus !== null, error: '' })
      .where('id', '=', trade.id)
      .execute()
    if (surplus === null) {
      await markPaid(ctx, order, { payMethod: channel, paidAmount: trade.amount, paidPoints: 0, payTime: paidAt })
      return 'paid'
    }
    await db
      .insertInto('payRefund')
      .values({
        orderId: order.id,
        tradeId: trade.id,
        refundNo: `${trade.outTradeNo}R`,
        amount: trade.amount,
        vendorAmount: trade.vendorAmount,
        reason: surplusReason[surplus],
        refundState: RefundState.asked,
        duplicate: true,
        createTime: now,
      })
      .execute()
    return 'surplus'
  })
}

/** Whether the service's number belongs to another trade. */
async function isForeignNo({ db }: Ctx, trade: { id: string; channel: string }, vendorNo: string): Promise<boolean> {
  if (vendorNo === '') return true
  const other = db.selectFrom('payTrade').where('channel', '=', trade.channel).where('vendorNo', '=', vendorNo).where('id', '!=', trade.id)
  return (await other.select('id').executeTakeFirst()) !== undefined
}

type Payment = { payMethod: PayMethod; paidAmount: number; paidPoints: number; payTime: Date }

/** Sets a locked order to paid, in the caller's transaction; the buyer's pages learn of it after the commit. */
export async function markPaid(ctx: Ctx, order: Order, payment: Payment): Promise<void> {
  const { app, db, now } = ctx
  const { id, userId, goodsType, goodsId } = order
  await db
    .updateTable('payOrder')
    .set({ ...payment, orderState: OrderState.paid, updateTime: now })
    .where('id', '=', id)
    .execute()
  // a newer order for the same goods is not needed any more
  const rest = await db
    .selectFrom('payOrder')
    .where('userId', '=', userId)
    .where('goodsType', '=', goodsType)
    .where('goodsId', '=', goodsId)
    .where('orderState', 'in', openStates)
    .select(['id', 'couponCode'])
    .execute()
  for (const one of rest) await closeOrder(db, one, now)
  await goodsFor(app, goodsType)?.onPaid?.(ctx, { userId, goodsId })
  if (payment.paidAmount > 0) await awardFor(ctx, 'buy', userId, { refId: id, remark: `购买“${order.goodsTitle}”` })
  const { payMethod, paidAmount, paidPoints, payTime } = payment
  const paid = { paidAmount: (paidAmount / 100).toFixed(2), paidPoints, payMethod, payTime: payTime.toISOString() }
  await report(ctx, 'order.paid', [{ userId, data: { orderId: id, orderNo: order.orderNo, goodsType, goodsId, ...paid } }])
  const content = `您已购买“${order.goodsTitle}”，订单号 ${order.orderNo}。`
  await sendMsg(ctx, [userId], { title: '支付成功', content, refType: 'order', refId: id })
  ctx.afterCommit(() => app.bus.publish(PAID_TOPIC, id))
}

/** Tells the office that a payment does not fit its trade. */
export async function alarm(ctx: Ctx, order: Order, outTradeNo: string): Promise<void> {
  ctx.app.log.error({ outTradeNo }, 'a payment differs from its trade')
  const content = `订单 ${order.orderNo}（交易号 ${outTradeNo}）收到的支付与订单不符，未入账，请在商户平台核对。`
  await sendMsg(ctx, await usersWithTag(ctx, 'pay:order:list'), {
    title: '支付异常',
    content,
    refType: 'orderDesk',
    refId: `${order.goodsType}/${order.orderNo}`,
  })
}

/** Calls `act` on this node with the id of each order that was paid, on any node. */
export const onPaid = (app: App, act: (orderId: string) => void): void =>
  app.bus.subscribe(PAID_TOPIC, (orderId) => {
    if (typeof orderId === 'string') act(orderId)
  })
