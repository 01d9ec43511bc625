// The daily comparison with the payment services' bills. A payment that only the service knows is booked.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { payBill } from '@shuyuan/contract/pay/bill/bill.ts'
import { billState, BillState, RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { pageOf } from '../../../kernel/page.ts'
import { recorded } from '../../site/log/log.service.ts'
import { accountOf, type Vendor, vendors } from '../gateway/channels.service.ts'
import type { BillLine } from '../gateway/bill.rules.ts'
import { GatewayDown, GatewayRefused } from '../gateway/gateway.service.ts'
import { fromWallClock, wallClock } from '../gateway/sign.rules.ts'
import { payMethodText } from '../order/order.service.ts'
import { bookForeignRefund } from '../order/foreign-refund.service.ts'
import { settleTrade } from '../order/settle.service.ts'
import { compareBooks, type Diff, type OwnLine } from './bill.rules.ts'

const DAY_MS = 86_400_000
/** clocks differ: what happened around midnight may be on the neighbouring day's bill */
const EDGE_MS = 5 * 60_000

/** Our payments and refunds between two instants. */
async function ownLines({ db }: App, channel: string, from: Date, to: Date): Promise<OwnLine[]> {
  const paid = await db
    .selectFrom('payTrade')
    .where('channel', '=', channel)
    .where('tradeState', '=', TradeState.paid)
    .where('paidTime', '>=', from)
    .where('paidTime', '<', to)
    .select(['outTradeNo as no', 'vendorAmount as amount', 'currency'])
    .execute()
  const refunds = await db
    .selectFrom('payRefund')
    .innerJoin('payTrade', 'payTrade.id', 'payRefund.tradeId')
    .where('channel', '=', channel)
    .where('refundState', '=', RefundState.done)
    .where('doneTime', '>=', from)
    .where('doneTime', '<', to)
    .select(['refundNo as no', sql<number>`-pay_refund.vendor_amount`.as('amount'), 'currency'])
    .execute()
  return [...paid, ...refunds]
}

/** Books payments and refunds that only the bill has. @returns the numbers that are booked now */
async function settleMissing(app: App, vendor: Vendor, lines: readonly BillLine[], diffs: readonly Diff[]): Promise<Set<string>> {
  const settled = new Set<string>()
  // a refund may be on the same bill as its payment
  for (const line of lines.toSorted((a, b) => Number(a.refund) - Number(b.refund))) {
    if (!diffs.some((one) => one.no === line.no && one.kind === 'theirs')) continue
    const { vendorNo, outTradeNo, amount: vendorAmount, currency, at: paidAt } = line
    if (line.refund) {
      const refund = { outTradeNo, refundNo: line.no, vendorNo, vendorAmount: -vendorAmount }
      if ((await bookForeignRefund(app, vendor, refund)) === 'refund') settled.add(line.no)
      continue
    }
    const outcome = await settleTrade(app, vendor, { outTradeNo, vendorNo, vendorAmount, currency, paidAt })
    if (outcome !== 'unknown' && outcome !== 'mismatch') settled.add(line.no)
  }
  return settled
}

const sumOf = (lines: readonly { amount: number; currency: string }[], currency: string) =>
  lines.reduce((sum, one) => sum + (one.currency === currency ? one.amount : 0), 0)

/** Drops what is on our side of midnight only because the clocks differ: it is in the neighbouring day's books. */
async function withoutEdges(app: App, vendor: Vendor, diffs: Diff[], from: Date, to: Date): Promise<Diff[]> {
  const near = await ownLines(app, vendor, new Date(from.getTime() - EDGE_MS), new Date(to.getTime() + EDGE_MS))
  return diffs.filter((one) => one.kind !== 'theirs' || !near.some((own) => own.no === one.no && own.amount === one.theirs))
}

async function store(app: App, channel: string, day: string, row: object): Promise<void> {
  const values = {
    billState: BillState.unread,
    ours: 0,
    theirs: 0,
    sumOurs: 0,
    sumTheirs: 0,
    currency: 'CNY',
    diffs: '[]',
    error: '',
    runTime: app.clock(),
    ...row,
  }
  await app.db
    .insertInto('payBill')
    .values({ channel, day, ...values })
    .onConflict((conflict) => conflict.columns(['channel', 'day']).doUpdateSet(values))
    .execute()
}

async function compareDay(app: App, vendor: Vendor, day: string): Promise<void> {
  const account = await accountOf(app, vendor)
  if (!account) return
  const { gateway } = account
  const from = fromWallClock(`${day} 00:00:00`, gateway.zoneHours)
  const to = new Date(from.getTime() + DAY_MS)
  const has = await ownLines(app, vendor, from, to)
  if (!account.enabled && has.length === 0) return
  try {
    const lines = await gateway.bill(day)
    const settled = await settleMissing(app, vendor, lines, compareBooks(has, lines))
    const own = await ownLines(app, vendor, from, to)
    const found = await withoutEdges(app, vendor, compareBooks(own, lines), from, to)
    const booked = lines
      .filter((one) => settled.has(one.no))
      .map(({ no, amount, currency }): Diff => ({ no, kind: 'settled', ours: amount, theirs: amount, currency }))
    const diffs = [...found.filter((one) => !settled.has(one.no)), ...booked]
    await store(app, vendor, day, {
      billState: diffs.length === 0 ? BillState.equal : BillState.different,
      ours: own.length,
      theirs: lines.length,
      sumOurs: sumOf(own, account.currency),
      sumTheirs: sumOf(lines, account.currency),
      currency: account.currency,
      diffs: json(diffs),
    })
  } catch (error) {
    if (!(error instanceof GatewayDown || error instanceof GatewayRefused)) throw error
    app.log.warn({ err: error, vendor, day }, 'a bill could not be read')
    await store(app, vendor, day, { billState: BillState.unread, error: error.message, currency: account.currency })
  }
}

/** Compares a day of every payment service's own calendar. */
export async function compareAll(app: App, day: string): Promise<void> {
  for (const vendor of vendors) await compareDay(app, vendor, day)
}

/** Compares yesterday; the services have its bills from about ten in the morning. */
export const compareYesterday = (app: App): Promise<void> =>
  compareAll(app, wallClock(new Date(app.clock().getTime() - DAY_MS), 8).slice(0, 10))

/** Compares a day again. */
export async function runBill(ctx: Ctx, { day }: Input<typeof payBill.run>): Promise<true> {
  await recorded(ctx, payBill.run, { day }, async () => undefined)
  await compareAll(ctx.app, day)
  return true
}

/** The comparisons, latest day first. */
export async function pageBills(ctx: Ctx, { params, ...paging }: Input<typeof payBill.paging>): Promise<Output<typeof payBill.paging>> {
  const query = ctx.db
    .selectFrom('payBill')
    .$if(params.channel !== undefined, (q) => q.where('channel', '=', params.channel ?? ''))
    .$if(params.billState !== undefined, (q) => q.where('billState', '=', params.billState!))
    .select(['channel', sql<string>`day::text`.as('day'), 'billState', 'ours', 'theirs', 'currency', 'diffs', 'error', 'runTime'])
    .select([sql<number>`sum_ours::float8`.as('sumOurs'), sql<number>`sum_theirs::float8`.as('sumTheirs')])
  const page = await pageOf(query, paging, { runTime: 'runTime' }, [
    ['payBill.day', 'desc'],
    ['channel', 'asc'],
  ])
  const records = page.records.map((row) => {
    const state = row.billState
    return {
      ...row,
      diffs: row.diffs as Diff[],
      channel_dictText: payMethodText(row.channel),
      billState: state,
      billState_dictText: billState[state],
    }
  })
  return { ...page, records }
}
