// Refunds: stored first, then sent to the payment service, and asked about until the service says that the money went back.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { InvoiceState, OrderState, RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { addPoints } from '../../points/points.service.ts'
import { takeBack } from '../../points/rule.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { report } from '../../site/log/happening.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { accountOf, type Vendor, vendors } from '../gateway/channels.service.ts'
import { GatewayDown, GatewayRefused, type Refunded } from '../gateway/gateway.service.ts'
import { refundPart } from '../gateway/sign.rules.ts'
import { goodsFor } from './goods.service.ts'
import { lockOrder, surplusReason } from './settle.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

const SOON_MS = 60_000
const LATER_MS = 30 * 60_000
const FRESH_MS = 3_600_000
const PORTION = 100
const OTHERWISE = '未向支付服务发送，已另行退还'
const pending: readonly RefundState[] = [RefundState.asked, RefundState.processing]

type Answer = Output<typeof payOrder.refund>

async function mustBeWithinScope(ctx: Ctx, orderId: string): Promise<void> {
  const order = ctx.db.selectFrom('payOrder').innerJoin('sysUser', 'sysUser.id', 'payOrder.userId').where('payOrder.id', '=', orderId)
  must(
    await order
      .where(await withinDataScope(ctx))
      .select('payOrder.id')
      .executeTakeFirst(),
  )
}

/** Facts of an order for its refund. Fails refundNone, refundBusy, invoiceIssued. */
async function refundable(ctx: Ctx, id: string, invoiceReversed: boolean) {
  await mustBeWithinScope(ctx, id)
  const order = must(await lockOrder(ctx, id))
  if (order.orderState !== OrderState.paid) fail('refundNone')
  const sums = await ctx.db
    .selectFrom('payOrder')
    .where('id', '=', id)
    .select(['paidAmount', 'paidPoints', 'refunded', 'payMethod'])
    .executeTakeFirstOrThrow()
  const refunds = await ctx.db.selectFrom('payRefund').where('orderId', '=', id).where('duplicate', '=', false).selectAll().execute()
  if (refunds.some((one) => pending.includes(one.refundState) || one.refundState === RefundState.failed)) fail('refundBusy')
  const invoice = await ctx.db.selectFrom('payInvoice').where('orderId', '=', id).select('invoiceState').executeTakeFirst()
  if (invoice?.invoiceState === InvoiceState.done && !invoiceReversed) fail('invoiceIssued')
  return { ...order, ...sums, refunds }
}

/**
 * Gives back the money or the points of a paid order. Fails notFound outside the data scope, refundNone, refundBusy while another refund of
 * it is open, refundTooMuch, invoiceIssued for an issued invoice without its red one, and refundUnsent without a payment at the service.
 */
export async function refundOrder(ctx: Ctx, input: Input<typeof payOrder.refund>): Promise<Answer> {
  const { app, now, user } = ctx
  const refundId = await recorded(ctx, payOrder.refund, input, async (inner) => {
    const order = await refundable(inner, input.id, input.invoiceReversed === true)
    const trade = await inner.db
      .selectFrom('payTrade')
      .where('orderId', '=', order.id)
      .where('tradeState', '=', TradeState.paid)
      .where('duplicate', '=', false)
      .select(['id', 'amount', 'vendorAmount', 'channel'])
      .executeTakeFirst()
    const rest = order.paidAmount - order.refunded
    const amount = order.paidPoints > 0 ? 0 : (input.amount ?? rest)
    if (amount > rest || (amount === 0 && order.paidAmount > 0)) fail('refundTooMuch')
    const isUnsendable = !trade && amount > 0 && vendors.includes(order.payMethod as Vendor)
    if (isUnsendable && input.elsewhere !== true) fail('refundUnsent')
    const vendorBefore = order.refunds.reduce((sum, one) => sum + one.vendorAmount, 0)
    const row = await inner.db
      .insertInto('payRefund')
      .values({
        orderId: order.id,
        tradeId: trade?.id ?? null,
        refundNo: `${order.orderNo}R${order.refunds.length + 1}`,
        amount,
        vendorAmount: trade ? refundPart({ amount, before: order.refunded, vendorBefore }, trade) : amount,
        points: order.paidPoints,
        reason: input.reason,
        revokeCert: input.revokeCert,
        refundState: RefundState.asked,
        operator: user.id,
        createTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hasVendor = trade && vendors.includes(trade.channel as Vendor)
    // points, the test channel, and money that the office gave back by another way
    if (!hasVendor)
      await applyIn({ ...inner, app }, row.id, { state: RefundState.done, vendorNo: '', error: isUnsendable ? OTHERWISE : '' })
    return row.id
  })
  await sendRefund(app, refundId)
  return stateOf(app, refundId)
}

/** Asks the service again for a refund that failed. Fails notFound. */
export async function retryRefund(ctx: Ctx, { id }: Input<(typeof payOrder)['refund-retry']>): Promise<Answer> {
  await recorded(ctx, payOrder['refund-retry'], { id }, async (inner) => {
    const refund = must(await inner.db.selectFrom('payRefund').where('id', '=', id).select(['orderId', 'refundState']).executeTakeFirst())
    await mustBeWithinScope(inner, refund.orderId)
    await inner.db
      .updateTable('payRefund')
      .set({ refundState: RefundState.asked, error: '' })
      .where('id', '=', id)
      .where('refundState', '=', RefundState.failed)
      .execute()
  })
  await sendRefund(ctx.app, id)
  return stateOf(ctx.app, id)
}

async function stateOf({ db }: App, id: string): Promise<Answer> {
  const row = await db.selectFrom('payRefund').where('id', '=', id).select(['refundState', 'error']).executeTakeFirstOrThrow()
  return { refundState: row.refundState, error: row.error }
}

/** Sends an open refund to its service, or asks what became of it. Idempotent at the service by the refund's number. */
async function sendRefund(app: App, id: string): Promise<void> {
  const refund = await app.db
    .selectFrom('payRefund')
    .innerJoin('payTrade', 'payTrade.id', 'payRefund.tradeId')
    .where('payRefund.id', '=', id)
    .where('refundState', 'in', pending)
    .select(['payRefund.id', 'refundNo', 'payRefund.vendorAmount as refundAmount', 'reason', 'refundState'])
    .select(['payRefund.vendorNo as refundVendorNo', 'channel', 'outTradeNo', 'payTrade.vendorNo', 'vendorRef', 'currency'])
    .select('payTrade.vendorAmount')
    .executeTakeFirst()
  if (!refund) return
  if (refund.channel === 'local') return apply(app, id, { state: RefundState.done, vendorNo: '', error: '' })
  const account = await accountOf(app, refund.channel as Vendor)
  if (!account) return note(app, id, '商户设置已删除，不能退款')
  const asked = { ...refund, notifyUrl: '' }
  try {
    const isSent = refund.refundState === RefundState.processing
    await apply(app, id, isSent ? await account.gateway.queryRefund(asked) : await account.gateway.refund(asked))
  } catch (error) {
    if (error instanceof GatewayDown) await note(app, id, '支付服务没有响应，稍后自动重试')
    else if (error instanceof GatewayRefused) await apply(app, id, { state: RefundState.failed, vendorNo: '', error: error.message })
    else throw error
  }
}

const note = async (app: App, id: string, error: string) => {
  await app.db.updateTable('payRefund').set({ error, checkedTime: app.clock() }).where('id', '=', id).execute()
}
const apply = (app: App, id: string, refunded: Refunded) => ownTransaction(app, (ctx) => applyIn(ctx, id, refunded))

/** The message to the buyer about a payment that went back by itself. */
function surplusText(reason: string): string {
  if (reason === surplusReason.coupon) return '付款到达时，这个订单的优惠券已经用于其他订单。'
  return reason === surplusReason.unsold ? '付款到达时，商品已经停售。' : '您重复支付了这个订单。'
}

type StoredAttempt = { refundState: number; vendorNo: string }

/** Whether a notice may be of an attempt that failed before. While a retry waits for its answer, the stored number is still that attempt's. */
const isLate = (stored: StoredAttempt, told: Refunded) =>
  told.state !== RefundState.done &&
  stored.vendorNo !== '' &&
  (stored.vendorNo !== told.vendorNo || stored.refundState === RefundState.asked)

/** Stores what a service says about a refund; a refund that is done stays done, and a late notice says nothing about a retry. */
export async function applyIn(ctx: Ctx, id: string, refunded: Refunded, isNotice = false): Promise<void> {
  const { state, vendorNo, error } = refunded
  const { db, now } = ctx
  const place = await db.selectFrom('payRefund').where('id', '=', id).select('orderId').executeTakeFirstOrThrow()
  const order = must(await lockOrder(ctx, place.orderId))
  const refund = await db.selectFrom('payRefund').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
  if (refund.refundState === RefundState.done || (isNotice && isLate(refund, refunded))) return
  const isDone = state === RefundState.done
  await db
    .updateTable('payRefund')
    .set({ refundState: state, error, vendorNo: vendorNo || refund.vendorNo, checkedTime: now, doneTime: isDone ? now : null })
    .where('id', '=', id)
    .execute()
  if (!isDone) return
  if (refund.points > 0)
    await addPoints(ctx, order.userId, refund.points, `退款“${order.goodsTitle}”`, { refType: 'refund', refId: refund.id })
  if (!refund.duplicate) await countRefund(ctx, order, refund)
  const { refundNo, points, duplicate } = refund
  const reported = { refundNo, amount: (refund.amount / 100).toFixed(2), points, duplicate }
  await report(ctx, 'order.refunded', [{ userId: order.userId, data: { orderId: order.id, orderNo: order.orderNo, ...reported } }])
  const sum = refund.points > 0 ? `${refund.points} 积分` : `${(refund.amount / 100).toFixed(2)} 元`
  const content = `“${order.goodsTitle}”（订单号 ${order.orderNo}）已退款 ${sum}。${refund.duplicate ? surplusText(refund.reason) : refund.reason}`
  await sendMsg(ctx, [order.userId], { title: '退款成功', content, refType: 'order', refId: order.id })
}

type Refundable = { id: string; userId: string; goodsType: string; goodsId: string; goodsTitle: string }

/** Adds a refund to its order. The refund of the whole ends the access, and takes back what the purchase has earned. */
async function countRefund(ctx: Ctx, order: Refundable, refund: { amount: number; revokeCert: boolean }): Promise<void> {
  const { id, userId, goodsType, goodsId, goodsTitle } = order
  const { orderState, payTime } = await ctx.db
    .updateTable('payOrder')
    .set({
      refunded: sql<number>`refunded + ${refund.amount}`,
      orderState: sql<OrderState>`case when refunded + ${refund.amount} >= paid_amount then ${sql.lit(OrderState.refunded)} else order_state end`,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .returning(['orderState', 'payTime'])
    .executeTakeFirstOrThrow()
  if (orderState !== OrderState.refunded) return
  await takeBack(ctx, 'buy', userId, { refId: id, remark: `退款“${goodsTitle}”` })
  if (refund.revokeCert) await goodsFor(ctx.app, goodsType)?.revokeCerts?.(ctx, { userId, goodsId, since: payTime ?? ctx.now })
}

/** Stores what a notice says about a refund. @returns whether the refund is known */
export async function noteRefund(app: App, refundNo: string, refunded: Refunded): Promise<boolean> {
  const refund = await app.db.selectFrom('payRefund').where('refundNo', '=', refundNo).select('id').executeTakeFirst()
  if (!refund) return false
  await ownTransaction(app, (ctx) => applyIn(ctx, refund.id, refunded, true))
  return true
}

/** Sends and asks about open refunds: in the first hour each minute, later each half hour. */
export async function runRefunds(app: App): Promise<void> {
  const now = app.clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const due = app.db
    .selectFrom('payRefund')
    .where('refundState', 'in', pending)
    .where((eb) =>
      eb.or([
        eb('checkedTime', 'is', null),
        eb('checkedTime', '<', ago(LATER_MS)),
        eb.and([eb('createTime', '>', ago(FRESH_MS)), eb('checkedTime', '<', ago(SOON_MS))]),
      ]),
    )
    .orderBy('createTime')
    .limit(PORTION)
    .forUpdate()
    .skipLocked()
    .select('id')
  const rows = await app.db.updateTable('payRefund').set({ checkedTime: now }).where('id', 'in', due).returning('id').execute()
  for (const { id } of rows) await sendRefund(app, id)
}
