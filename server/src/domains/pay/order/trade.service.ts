// Starts to pay an order: asks a payment service for a code, a form or an address. Each request is stored before the service is asked.
import { type payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { OrderState, type PayMethod, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { addPoints } from '../../points/points.service.ts'
import { methodsFor, mustHaveAccount, type Vendor } from '../gateway/channels.service.ts'
import { GatewayDown, GatewayRefused, type Payload } from '../gateway/gateway.service.ts'
import { NOTIFY_PATH, payBase } from '../setting/config.service.ts'
import { convert } from '../gateway/sign.rules.ts'
import { checkTrades } from './check.service.ts'
import { lockOrder, markPaid, settleTrade } from './settle.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

type Asked = Input<(typeof payTrade)['wechat/trade']>
/** a trade that ends sooner is not shown again */
const LEAST_MS = 60_000
const MOST_TRADES = 99

/** The addresses that a payment service calls, and to which it sends the buyer back. */
export async function payAddresses(ctx: Pick<Ctx, 'app' | 'request'>, vendor: string) {
  const { base } = await payBase(ctx)
  return { notifyUrl: `${base}${NOTIFY_PATH}${vendor}`, returnUrl: `${base}/web/pay-return` }
}

/** The caller's own order, locked. Fails notFound, orderPaid, orderClosed, and payWayOff when it cannot be paid in this way. */
async function mustBePayable(ctx: Ctx, orderId: string, method: PayMethod) {
  const order = must(await lockOrder(ctx, orderId))
  if (order.userId !== ctx.user.id) fail('notFound')
  if (order.orderState === OrderState.paid || order.orderState === OrderState.refunded) fail('orderPaid')
  if (order.orderState === OrderState.closed || order.expireTime! <= ctx.now) fail('orderClosed')
  if (!(await methodsFor(ctx, order)).includes(method)) fail('payWayOff')
  return order
}

/** A transaction of its own in the caller's name. */
const asCaller = <T>(ctx: Ctx, work: (inner: Ctx) => Promise<T>) => ownTransaction(ctx.app, work, ctx)

/** What a page needs to pay the order with this service; the same while the trade is open. Trades with other services are closed first. */
async function askToPay(ctx: Ctx, { id }: Asked, vendor: Vendor): Promise<Payload> {
  const { app } = ctx
  const account = await mustHaveAccount(app, vendor)
  const { notifyUrl, returnUrl } = await payAddresses(ctx, vendor)
  if (vendor === 'wechat' && !notifyUrl.startsWith('https:') && !app.config.demo) fail('payAddress')
  const { trade, others, title, isNew } = await asCaller(ctx, async (inner) => {
    const order = await mustBePayable(inner, id, vendor)
    const { currency, rate } = account
    const vendorAmount = convert(order.price, currency, rate)
    const trades = await inner.db.selectFrom('payTrade').where('orderId', '=', id).selectAll().execute()
    const open = trades.filter((one) => one.tradeState === TradeState.asked)
    const isUsable = (one: (typeof open)[number]) =>
      one.channel === vendor &&
      one.payload !== null &&
      one.amount === order.price &&
      one.expireTime.getTime() - ctx.now.getTime() > LEAST_MS
    const same = open.find(isUsable)
    const other = open.filter((one) => one !== same && one.payload !== null).map((one) => one.id)
    if (same) return { trade: same, others: other, title: order.goodsTitle, isNew: false }
    if (trades.length >= MOST_TRADES) fail('tooOften')
    const added = await inner.db
      .insertInto('payTrade')
      .values({
        orderId: id,
        channel: vendor,
        outTradeNo: `${order.orderNo}${String(trades.length + 1).padStart(2, '0')}`,
        amount: order.price,
        currency,
        vendorAmount,
        expireTime: order.expireTime!,
        createTime: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await inner.db.updateTable('payOrder').set({ orderState: OrderState.paying, updateTime: ctx.now }).where('id', '=', id).execute()
    return { trade: added, others: other, title: order.goodsTitle, isNew: true }
  })
  // of two open codes both could be paid
  if (await checkTrades(app, others, { close: true })) fail('orderPaid')
  if (!isNew) return trade.payload as Payload
  try {
    const { payload, ref } = await account.gateway.trade({ ...trade, title, notifyUrl, returnUrl: `${returnUrl}/${id}` })
    await app.db
      .updateTable('payTrade')
      .set({ payload: json(payload), vendorRef: ref })
      .where('id', '=', trade.id)
      .execute()
    return payload
  } catch (error) {
    if (!(error instanceof GatewayDown || error instanceof GatewayRefused)) throw error
    app.log.warn({ err: error, channel: vendor }, 'a payment service did not take a trade')
    // without an answer no page has the code, so that it cannot be paid
    const failed = { tradeState: TradeState.failed, error: error.message }
    await app.db.updateTable('payTrade').set(failed).where('id', '=', trade.id).where('tradeState', '=', TradeState.asked).execute()
    return fail(error instanceof GatewayDown ? 'payDown' : 'payRefused')
  }
}

type Answer<K extends keyof typeof payTrade> = Promise<Output<(typeof payTrade)[K]>>

export const tradeWechat = (ctx: Ctx, asked: Asked) => askToPay(ctx, asked, 'wechat') as Answer<'wechat/trade'>
export const tradeAlipay = (ctx: Ctx, asked: Asked) => askToPay(ctx, asked, 'alipay') as Answer<'alipay/trade'>
export const tradePaypal = (ctx: Ctx, asked: Asked) => askToPay(ctx, asked, 'paypal') as Answer<'paypal/trade'>

/** Pays with points. Fails pointsShort. */
export function tradePoints(ctx: Ctx, { id }: Asked): Answer<'points/trade'> {
  return asCaller(ctx, async (inner) => {
    const order = await mustBePayable(inner, id, 'points')
    await addPoints(inner, ctx.user.id, -order.costPoints, `购买“${order.goodsTitle}”`, { refType: 'order', refId: order.id })
    await markPaid(inner, order, { payMethod: 'points', paidAmount: 0, paidPoints: order.costPoints, payTime: ctx.now })
    return { orderState: OrderState.paid }
  })
}

/** Pays through the test channel of a demonstration: its trade is booked as every other one. */
export async function tradeLocal(ctx: Ctx, { id }: Asked): Answer<'local/trade'> {
  const trade = await asCaller(ctx, async (inner) => {
    const order = await mustBePayable(inner, id, 'local')
    const { count } = await inner.db
      .selectFrom('payTrade')
      .where('orderId', '=', id)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return inner.db
      .insertInto('payTrade')
      .values({
        orderId: id,
        channel: 'local',
        outTradeNo: `${order.orderNo}${String(Number(count) + 1).padStart(2, '0')}`,
        amount: order.price,
        vendorAmount: order.price,
        expireTime: order.expireTime!,
        createTime: ctx.now,
      })
      .returning(['outTradeNo', 'vendorAmount', 'currency'])
      .executeTakeFirstOrThrow()
  })
  await settleTrade(ctx.app, 'local', { ...trade, vendorNo: `LOCAL${trade.outTradeNo}`, paidAt: ctx.now })
  return { orderState: OrderState.paid }
}
