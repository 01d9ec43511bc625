// The receipt of a paid order as a picture. It is no invoice.
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type GoodsType, goodsType, orderState, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { withPart } from '../../../kernel/native.ts'
import { site } from '../../site/config/config.service.ts'
import { payMethodText } from './order.service.ts'

/** A PNG named by the order. Fails notFound for another user's order, and for one that was not paid. */
export async function downloadReceipt(ctx: Ctx, { orderId }: Input<typeof coursePayment.download>): Promise<FileReply> {
  const order = must(
    await ctx.db
      .selectFrom('payOrder')
      .innerJoin('sysUser', 'sysUser.id', 'payOrder.userId')
      .where('payOrder.id', '=', orderId)
      .where('payOrder.userId', '=', ctx.user.id)
      .where('orderState', 'in', [OrderState.paid, OrderState.refunded])
      .select(['orderNo', 'goodsType', 'goodsTitle', 'paidAmount', 'paidPoints', 'refunded', 'payMethod', 'payTime', 'orderState'])
      .select(['realName', 'userName'])
      .executeTakeFirst(),
  )
  const { siteName } = await site(ctx)
  const rows: [string, string][] = [
    ['订单号', order.orderNo],
    ['商品名称', order.goodsTitle],
    ['类型', goodsType[order.goodsType as GoodsType]],
    ['付款人', `${order.realName}（${order.userName}）`],
    ['支付方式', payMethodText(order.payMethod)],
    ['付款时间', order.payTime ? toWallClock(order.payTime) : ''],
    ['已退金额', order.refunded > 0 ? `¥${(order.refunded / 100).toFixed(2)}` : ''],
  ]
  // imported late: the drawing library needs 27 MB
  const { drawReceipt } = await withPart('drawing', () => import('./receipt-image.format.ts'))
  const body = await drawReceipt({
    siteName,
    state: orderState[order.orderState as OrderState],
    rows: rows.filter(([, value]) => value !== ''),
    amount: order.paidPoints > 0 ? `${order.paidPoints} 积分` : `¥${(order.paidAmount / 100).toFixed(2)}`,
    note: `下载时间 ${toWallClock(ctx.now)}。本收据不作为报销凭证，需要时请申请发票。`,
  })
  return { name: `${orderId}.png`, type: 'image/png', body }
}
