// Asks the payment services what became of open trades: for the page that waits, before a trade is replaced, and once a minute.
import { type Channel, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import type { App } from '../../../kernel/ctx.ts'
import { accountOf, type Vendor, vendors } from '../gateway/channels.service.ts'
import { GatewayDown, GatewayRefused } from '../gateway/gateway.service.ts'
import { closeOrder, openStates } from './open-order.service.ts'
import { lockOrder, settleTrade } from './settle.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

const PATIENCE_MS = 3_000
const DUE_MS = 30_000
const PORTION = 200
const MAX_UNANSWERED_MS = 3 * 86_400_000

const setState = (app: App, id: string, tradeState: TradeState, error = '') =>
  app.db.updateTable('payTrade').set({ tradeState, error }).where('id', '=', id).where('tradeState', '=', TradeState.asked).execute()

/** Asks about one trade, books a payment, and closes a trade that is not wanted any more. Throws GatewayDown, GatewayRefused. */
async function checkTrade(app: App, id: string, close: boolean): Promise<boolean> {
  const trade = await app.db
    .selectFrom('payTrade')
    .innerJoin('payOrder', 'payOrder.id', 'payTrade.orderId')
    .where('payTrade.id', '=', id)
    .where('tradeState', '=', TradeState.asked)
    .select(['payTrade.id', 'channel', 'outTradeNo', 'vendorNo', 'vendorRef', 'vendorAmount', 'currency', 'payTrade.expireTime'])
    .select(['payTrade.createTime', 'orderState'])
    .executeTakeFirst()
  if (!trade) return false
  const now = app.clock()
  const account = vendors.includes(trade.channel as Vendor) ? await accountOf(app, trade.channel as Vendor) : undefined
  if (!account) {
    const isOver = trade.channel === 'local' || now.getTime() - trade.createTime.getTime() > MAX_UNANSWERED_MS
    if (isOver) await setState(app, id, TradeState.closed)
    return false
  }
  const wanted = !close && openStates.includes(trade.orderState) && trade.expireTime > now
  const found = await account.gateway.query(trade, wanted)
  if (found.state === 'paid') {
    const outcome = await settleTrade(app, trade.channel as Channel, found.paid)
    if (outcome === 'mismatch') await setState(app, id, TradeState.failed, '金额或币种不符')
    return outcome === 'paid'
  }
  if (found.state === 'failed') {
    // the buyer gets a new code; the old one must not be paid as well
    await account.gateway.close(trade)
    await setState(app, id, TradeState.failed, '支付失败')
  } else if (!wanted) {
    if (found.state === 'open') await account.gateway.close(trade)
    await setState(app, id, TradeState.closed)
  } else if (found.state === 'closed') await setState(app, id, TradeState.closed)
  return false
}

/** Checks these trades; `close` ends those that are not paid. A service that does not answer is asked later. @returns whether one was paid */
export async function checkTrades(app: App, ids: readonly string[], { close }: { close: boolean }): Promise<boolean> {
  let paid = false
  for (const id of ids) {
    try {
      paid = (await checkTrade(app, id, close)) || paid
    } catch (error) {
      if (!(error instanceof GatewayDown || error instanceof GatewayRefused)) throw error
      app.log.warn({ err: error, trade: id }, 'a payment service does not tell about a trade')
    }
  }
  return paid
}

/** Marks open trades as asked about now, so that no other process asks as well. @returns their ids */
async function claim(app: App, before: number, orderId?: string): Promise<string[]> {
  const now = app.clock()
  const limit = new Date(now.getTime() - before)
  const due = app.db
    .selectFrom('payTrade')
    .where('tradeState', '=', TradeState.asked)
    .where((eb) => eb.or([eb('checkedTime', 'is', null), eb('checkedTime', '<', limit)]))
    .$if(orderId !== undefined, (q) => q.where('orderId', '=', orderId ?? ''))
    .$if(orderId === undefined, (q) => q.where('createTime', '<', limit))
    .orderBy('checkedTime', (order) => order.asc().nullsFirst())
    .limit(PORTION)
    .forUpdate()
    .skipLocked()
    .select('id')
  const rows = await app.db.updateTable('payTrade').set({ checkedTime: now }).where('id', 'in', due).returning('id').execute()
  return rows.map((row) => row.id)
}

/** Asks about the open trades of an order, each at most every three seconds. */
export const checkOrder = async (app: App, orderId: string): Promise<boolean> =>
  checkTrades(app, await claim(app, PATIENCE_MS, orderId), { close: false })

/** Closes an order whose time is over. */
export const expireOrder = (app: App, orderId: string): Promise<void> =>
  ownTransaction(app, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    const isOver = order && openStates.includes(order.orderState) && order.expireTime! <= ctx.now
    if (isOver) await closeOrder(ctx.db, order, ctx.now)
  })

/** Asks about open trades, then closes orders whose time is over. */
export async function checkAll(app: App): Promise<void> {
  await checkTrades(app, await claim(app, DUE_MS), { close: false })
  const over = await app.db
    .selectFrom('payOrder')
    .where('orderState', 'in', openStates)
    .where('expireTime', '<=', app.clock())
    .orderBy('expireTime')
    .limit(PORTION)
    .select('id')
    .execute()
  for (const { id } of over) await expireOrder(app, id)
}
