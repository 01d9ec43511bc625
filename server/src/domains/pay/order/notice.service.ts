// Takes the notices of the payment services. The outcome is stored for the operator; only the rows' state decides.
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { RefundState } from '@shuyuan/contract/pay/order-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { accountOf, type Vendor } from '../gateway/channels.service.ts'
import { GatewayDown, GatewayRefused, type Notice, NoticeForged } from '../gateway/gateway.service.ts'
import { checkTrades } from './check.service.ts'
import { bookForeignRefund } from './foreign-refund.service.ts'
import { noteRefund } from './refund.service.ts'
import { settleTrade } from './settle.service.ts'

const MAX_ID_LENGTH = 200
const KEPT_MS = 365 * 86_400_000
const refusals: Record<string, number> = { mismatch: 400, foreign: 400, unknown: 404 }

/** What the service gets back; 4xx and 5xx make it repeat the notice. */
function replyOf(vendor: Vendor, status: number, message: string): CallbackReply {
  const isTaken = status < 300
  if (vendor === 'alipay') return { status, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'fail' }
  const body = isTaken ? { code: 'SUCCESS', message: '' } : { code: 'FAIL', message }
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

async function actOn({ app }: Ctx, vendor: Vendor, notice: Notice): Promise<string> {
  if (notice.kind === 'paid') return settleTrade(app, vendor, notice.paid)
  if (notice.kind === 'refund') {
    const { outTradeNo, refundNo, refunded, vendorAmount } = notice
    if (await noteRefund(app, refundNo, refunded)) return 'refund'
    if (refunded.state !== RefundState.done) return 'other'
    return bookForeignRefund(app, vendor, { outTradeNo, refundNo, vendorNo: refunded.vendorNo, vendorAmount })
  }
  if (notice.kind === 'check') {
    const trade = await app.db.selectFrom('payTrade').where('outTradeNo', '=', notice.outTradeNo).select('id').executeTakeFirst()
    if (!trade) return 'unknown'
    return (await checkTrades(app, [trade.id], { close: false })) ? 'paid' : 'checked'
  }
  return notice.kind
}

/** Reads a notice and acts on it. A notice that is not signed, or does not fit a trade of this site, is refused with 4xx. */
export async function takeNotice(ctx: Ctx, vendor: Vendor, { raw, headers }: CallbackInput): Promise<CallbackReply> {
  const account = await accountOf(ctx.app, vendor)
  if (!account) return replyOf(vendor, 404, 'no account')
  let notice: Notice
  try {
    notice = await account.gateway.notice(Buffer.from(raw), headers)
  } catch (error) {
    if (error instanceof GatewayDown && vendor === 'paypal') return replyOf(vendor, 503, 'certificate')
    if (!(error instanceof NoticeForged || error instanceof GatewayDown || error instanceof GatewayRefused))
      ctx.log.info({ err: error, vendor }, 'unreadable notice')
    return replyOf(vendor, 401, 'signature')
  }
  const outcome = await actOn(ctx, vendor, notice)
  const outTradeNo = notice.kind === 'paid' ? notice.paid.outTradeNo : notice.outTradeNo
  await ctx.db
    .insertInto('payNotice')
    .values({
      channel: vendor,
      noticeId: notice.id.slice(0, MAX_ID_LENGTH),
      outTradeNo: outTradeNo.slice(0, MAX_ID_LENGTH),
      outcome,
      createTime: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return replyOf(vendor, refusals[outcome] ?? 200, outcome)
}

/** Forgets notices of more than a year ago. */
export async function forgetNotices({ db, clock }: Ctx['app']): Promise<void> {
  await db
    .deleteFrom('payNotice')
    .where('createTime', '<', new Date(clock().getTime() - KEPT_MS))
    .execute()
}
