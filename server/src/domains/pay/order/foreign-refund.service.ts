// Refunds that were made at a payment service itself: booked when its notice or its bill tells of them.
import { RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import type { App } from '../../../kernel/ctx.ts'
import type { Vendor } from '../gateway/channels.service.ts'
import { checkTrades } from './check.service.ts'
import { applyIn } from './refund.service.ts'
import { alarm, lockOrder } from './settle.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

/** `vendorAmount` is in the smallest unit of the trade's currency. */
export type ForeignRefund = { outTradeNo: string; refundNo: string; vendorNo: string; vendorAmount: number }
const open: readonly RefundState[] = [RefundState.asked, RefundState.processing, RefundState.done]

/** The part in hundredths of a yuan; the last refund gives back the rest. */
function amountOf(trade: { amount: number; vendorAmount: number }, given: { amount: number; vendorAmount: number }, vendorAmount: number) {
  if (given.vendorAmount + vendorAmount >= trade.vendorAmount) return trade.amount - given.amount
  return Math.round((vendorAmount * trade.amount) / trade.vendorAmount)
}

/** Books a refund that is not in our books. A payment that was not reported is asked about first: the refund may arrive before it. */
export async function bookForeignRefund(app: App, vendor: Vendor, refund: ForeignRefund): Promise<'refund' | 'unknown' | 'mismatch'> {
  const { outTradeNo, refundNo, vendorNo, vendorAmount } = refund
  const found = app.db.selectFrom('payTrade').where('outTradeNo', '=', outTradeNo).where('channel', '=', vendor)
  const known = await found.select(['id', 'orderId', 'tradeState']).executeTakeFirst()
  if (!known) return 'unknown'
  if (known.tradeState === TradeState.asked) await checkTrades(app, [known.id], { close: false })
  return ownTransaction(app, async (ctx) => {
    const order = await lockOrder(ctx, known.orderId)
    const trade = await ctx.db.selectFrom('payTrade').where('id', '=', known.id).selectAll().executeTakeFirstOrThrow()
    if (!order || trade.tradeState !== TradeState.paid) return 'unknown'
    const refunds = await ctx.db.selectFrom('payRefund').where('tradeId', '=', trade.id).selectAll().execute()
    if (refunds.some((one) => one.refundNo === refundNo)) return 'refund'
    const counted = refunds.filter((one) => open.includes(one.refundState))
    const sum = (key: 'amount' | 'vendorAmount') => counted.reduce((total, one) => total + one[key], 0)
    const given = { amount: sum('amount'), vendorAmount: sum('vendorAmount') }
    if (!(vendorAmount > 0) || given.vendorAmount + vendorAmount > trade.vendorAmount) {
      await alarm(ctx, order, outTradeNo)
      return 'mismatch'
    }
    const { id } = await ctx.db
      .insertInto('payRefund')
      .values({
        orderId: order.id,
        tradeId: trade.id,
        refundNo,
        amount: amountOf(trade, given, vendorAmount),
        vendorAmount,
        reason: '在支付平台退款',
        refundState: RefundState.processing,
        duplicate: trade.duplicate,
        revokeCert: true,
        createTime: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await applyIn(ctx, id, { state: RefundState.done, vendorNo, error: '' })
    return 'refund'
  })
}
