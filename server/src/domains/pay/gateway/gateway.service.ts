// What every payment service can do, and how the server asks it. No call to a service happens inside a transaction.
import type { RefundState } from '@shuyuan/contract/pay/order-state.ts'
import type { BillLine } from './bill.rules.ts'
import type { Json } from './json.rules.ts'
import type { App } from '../../../kernel/ctx.ts'
import type { OutgoingReply } from '../../../kernel/http/outgoing.ts'

const TIMEOUT_MS = 8_000
const MAX_BYTES = 20_000_000

/** A payment as a service knows it. `vendorAmount` is in the smallest unit of `currency`. */
export type Paid = { outTradeNo: string; vendorNo: string; vendorAmount: number; currency: string; paidAt: Date }
/** failed: this payment was not carried out, but another one of the same code may be, until it is closed */
export type Found = { state: 'paid'; paid: Paid } | { state: 'open' } | { state: 'closed' } | { state: 'failed' }
/** What a page needs to pay. */
export type Payload = { codeUrl: string } | { form: string; action: string; inputs: Record<string, string> } | { url: string }
export type AskedTrade = {
  outTradeNo: string
  title: string
  vendorAmount: number
  currency: string
  expireTime: Date
  notifyUrl: string
  returnUrl: string
}
export type KnownTrade = { outTradeNo: string; vendorNo: string; vendorRef: string; vendorAmount: number; currency: string }
/** `refundVendorNo`: the service's number of the refund; while it is asked for, that of an attempt which failed there */
export type AskedRefund = KnownTrade & { refundNo: string; refundAmount: number; reason: string; notifyUrl: string; refundVendorNo: string }
/** asked: the service does not know it, it is sent again */
export type Refunded = { state: RefundState; vendorNo: string; error: string }
export type Notice =
  | { id: string; kind: 'paid'; paid: Paid }
  | { id: string; kind: 'refund'; outTradeNo: string; refundNo: string; refunded: Refunded; vendorAmount: number }
  /** the service's state of this trade should be asked for */
  | { id: string; kind: 'check'; outTradeNo: string }
  /** of another merchant */
  | { id: string; kind: 'foreign'; outTradeNo: string }
  | { id: string; kind: 'other'; outTradeNo: string }

export type Gateway = {
  /** `ref`: the service's own name of the trade, before it is paid */
  trade: (trade: AskedTrade) => Promise<{ payload: Payload; ref: string }>
  /** `capture`: collects a payment that the buyer has approved */
  query: (trade: KnownTrade, capture: boolean) => Promise<Found>
  close: (trade: KnownTrade) => Promise<void>
  /** Idempotent by `refundNo`. */
  refund: (refund: AskedRefund) => Promise<Refunded>
  queryRefund: (refund: AskedRefund) => Promise<Refunded>
  /** The payments and refunds of a day of the service's own calendar, `yyyy-MM-dd`. */
  bill: (day: string) => Promise<BillLine[]>
  /** Reads a notice. Throws NoticeForged unless the service has signed it, a short time ago. */
  notice: (raw: Buffer, headers: Readonly<Record<string, string>>) => Promise<Notice>
  /** hours of the service's calendar before UTC */
  zoneHours: number
}

/** The outcome is unknown: no answer, a fault of the service, an answer that it did not sign. */
export class GatewayDown extends Error {}
/** The service refuses, and nothing has happened. */
export class GatewayRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code} ${message}`.trim().slice(0, 300))
    this.code = code
  }
}
export class NoticeForged extends Error {}

export type Ask = { url: string; method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

/** Sends a request, and reads status, headers and text. Throws GatewayDown without an answer in time. */
export async function askVendor(
  { outgoing }: Pick<App, 'outgoing'>,
  { url, ...options }: Ask,
): Promise<Pick<OutgoingReply, 'status' | 'headers'> & { bytes: Buffer }> {
  try {
    const reply = await outgoing.request(url, { ...options, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    const parts: Buffer[] = []
    for await (const part of reply.body) parts.push(part)
    return { status: reply.status, headers: reply.headers, bytes: Buffer.concat(parts) }
  } catch (error) {
    throw new GatewayDown('no answer', { cause: error })
  }
}

/** An object of a JSON text. Throws GatewayDown for anything else. */
export function objectIn(bytes: Buffer): Json {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // below
  }
  throw new GatewayDown('no object')
}
