// PayPal, Orders v2. The buyer approves on PayPal's page, the server collects (captures) the payment.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { amountText } from '@shuyuan/contract/pay/currency.ts'
import { RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { createHash, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { appPart } from '../../../kernel/part.ts'
import type { App } from '../../../kernel/ctx.ts'
import {
  type AskedRefund,
  type AskedTrade,
  type KnownTrade,
  askVendor,
  type Found,
  type Gateway,
  GatewayDown,
  GatewayRefused,
  type Notice,
  NoticeForged,
  objectIn,
  type Refunded,
} from './gateway.service.ts'
import { type Json, textAt } from './json.rules.ts'
import type { BillLine } from './bill.rules.ts'
import { amountIn, paypalBill, paypalInvoiceId, paypalRefundNo } from './paypal-bill.format.ts'
import { rsaVerify } from './sign.rules.ts'

const OWN = 'https://api-m.paypal.com'
const SANDBOX = 'https://api-m.sandbox.paypal.com'
const EARLY_MS = 60_000
const MAX_AGE_MS = 4 * 86_400_000
const [PAGE, PAGES] = [500, 40]
const DAY_MS = 86_400_000

export type PaypalSettings = { clientId: string; clientSecret: string; webhookId: string; sandbox?: boolean; baseUrl?: string }

const tokensOf = appPart((): Map<string, { token: string; until: number }> => new Map())
const certificatesOf = appPart((): Map<string, string> => new Map())
const MOST_CERTIFICATES = 20

const refundStates: Record<string, Refunded['state']> = {
  COMPLETED: RefundState.done,
  PENDING: RefundState.processing,
  CANCELLED: RefundState.failed,
  FAILED: RefundState.failed,
}
/** a payment that was given back later was paid */
const paidStates = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

class Paypal implements Gateway {
  readonly #app: App
  readonly #settings: PaypalSettings
  readonly #base: string
  /** the name of its token in the cache */
  readonly #account: string

  constructor(app: App, settings: PaypalSettings) {
    this.#app = app
    this.#settings = settings
    this.#base = withoutSlash(settings.baseUrl || (settings.sandbox ? SANDBOX : OWN))
    this.#account = createHash('sha256').update(`${this.#base} ${settings.clientId} ${settings.clientSecret}`).digest('hex')
  }

  async #token(): Promise<string> {
    const tokens = tokensOf(this.#app)
    const known = tokens.get(this.#account)
    if (known && known.until > this.#app.clock().getTime()) return known.token
    const { status, bytes } = await askVendor(this.#app, {
      url: `${this.#base}/v1/oauth2/token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${this.#settings.clientId}:${this.#settings.clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    if (status >= 400 && status < 500) throw new GatewayRefused('AUTHENTICATION', `status ${status}`)
    const data = objectIn(bytes)
    const fresh = textAt(data, 'access_token')
    if (status !== 200 || fresh === '') throw new GatewayDown(`status ${status}`)
    tokens.set(this.#account, { token: fresh, until: this.#app.clock().getTime() + Number(textAt(data, 'expires_in')) * 1_000 - EARLY_MS })
    return fresh
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: Json, requestId?: string): Promise<Json> {
    const { status, bytes } = await askVendor(this.#app, {
      url: `${this.#base}${path}`,
      method,
      headers: {
        authorization: `Bearer ${await this.#token()}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (status === 401) tokensOf(this.#app).delete(this.#account)
    if (status >= 500 || status === 429 || status === 401) throw new GatewayDown(`status ${status}`)
    const data = objectIn(bytes)
    if (status >= 400) throw new GatewayRefused(textAt(data, 'details', 0, 'issue') || textAt(data, 'name'), textAt(data, 'message'))
    return data
  }

  /** The payment of an order, if it is complete. */
  #captured(order: Json): Found {
    const unit = (order.purchase_units as Json[] | undefined)?.[0]
    const capture = (unit?.payments as { captures?: Json[] } | undefined)?.captures?.[0]
    if (!capture || !paidStates.has(textAt(capture, 'status'))) return { state: textAt(order, 'status') === 'VOIDED' ? 'closed' : 'open' }
    return { state: 'paid', paid: this.#paidIn(capture, textAt(unit, 'custom_id')) }
  }
  #paidIn(capture: Json, fallback = '') {
    return {
      outTradeNo: textAt(capture, 'custom_id') || fallback,
      vendorNo: textAt(capture, 'id'),
      ...amountIn(capture.amount),
      paidAt: new Date(Date.parse(textAt(capture, 'create_time')) || this.#app.clock().getTime()),
    }
  }
  #refundedIn(data: Json, otherwise: Refunded['state'] = RefundState.processing): Refunded {
    const state = refundStates[textAt(data, 'status')] ?? otherwise
    return { state, vendorNo: textAt(data, 'id'), error: state === RefundState.failed ? textAt(data, 'status') : '' }
  }
  #orderOf(ref: string) {
    return this.#ask('GET', `/v2/checkout/orders/${encodeURIComponent(ref)}`)
  }

  /** The certificate that signed a notice, as PEM; only from PayPal or the configured address. */
  async #certificate(address: string): Promise<string> {
    const known = certificatesOf(this.#app)
    const found = known.get(address)
    if (found !== undefined) return found
    const url = URL.parse(address)
    const isTrusted =
      url !== null && ((url.protocol === 'https:' && url.hostname.endsWith('.paypal.com')) || url.origin === new URL(this.#base).origin)
    if (!isTrusted) throw new NoticeForged('certificate')
    const { status, bytes } = await askVendor(this.#app, { url: address, method: 'GET' })
    if (status !== 200) throw new GatewayDown(`status ${status}`)
    const pem = bytes.toString('utf8')
    if (known.size >= MOST_CERTIFICATES) known.clear()
    known.set(address, pem)
    return pem
  }

  // the vendor's days are those of UTC
  readonly zoneHours = 0
  async trade({ outTradeNo, title, vendorAmount, currency, returnUrl }: AskedTrade) {
    const order = await this.#ask(
      'POST',
      '/v2/checkout/orders',
      {
        intent: 'CAPTURE',
        purchase_units: [
          {
            reference_id: outTradeNo,
            custom_id: outTradeNo,
            invoice_id: outTradeNo,
            description: title.slice(0, 120),
            amount: { currency_code: currency, value: amountText(vendorAmount, currency) },
          },
        ],
        payment_source: {
          paypal: {
            experience_context: {
              return_url: returnUrl,
              cancel_url: returnUrl,
              user_action: 'PAY_NOW',
              shipping_preference: 'NO_SHIPPING',
            },
          },
        },
      },
      outTradeNo,
    )
    const links = (order.links ?? []) as { rel: string; href: string }[]
    const url = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? ''
    if (!url.startsWith('http')) throw new GatewayDown('no link')
    return { payload: { url }, ref: textAt(order, 'id') }
  }
  async query({ vendorRef, outTradeNo }: KnownTrade, capture: boolean): Promise<Found> {
    if (vendorRef === '') return { state: 'open' }
    try {
      const order = await this.#orderOf(vendorRef)
      if (textAt(order, 'status') !== 'APPROVED' || !capture) return this.#captured(order)
      return this.#captured(
        await this.#ask('POST', `/v2/checkout/orders/${encodeURIComponent(vendorRef)}/capture`, {}, `${outTradeNo}-capture`),
      )
    } catch (error) {
      if (error instanceof GatewayRefused && error.code === 'ORDER_ALREADY_CAPTURED') return this.#captured(await this.#orderOf(vendorRef))
      if (error instanceof GatewayRefused && /NOT_FOUND|INVALID_RESOURCE_ID/.test(error.code)) return { state: 'closed' }
      throw error
    }
  }
  // an order that is not captured is never paid
  async close() {
    return undefined
  }
  async refund({ vendorNo, refundNo, refundAmount, currency, reason, refundVendorNo }: AskedRefund) {
    // PayPal answers a repeated request with the refund of the first one: a refund that failed there needs a request of its own
    const requestId = paypalInvoiceId(refundNo, refundVendorNo)
    const body = {
      amount: { currency_code: currency, value: amountText(refundAmount, currency) },
      invoice_id: requestId,
      note_to_payer: reason,
    }
    return this.#refundedIn(await this.#ask('POST', `/v2/payments/captures/${encodeURIComponent(vendorNo)}/refund`, body, requestId))
  }
  async queryRefund(refund: AskedRefund) {
    return this.#refundedIn(await this.#ask('GET', `/v2/payments/refunds/${encodeURIComponent(refund.refundVendorNo)}`))
  }
  async bill(day: string) {
    const start = `${day}T00:00:00Z`
    const end = new Date(Date.parse(start) + DAY_MS - 1_000).toISOString()
    const lines: BillLine[] = []
    for (let page = 1; page <= PAGES; page++) {
      const query = new URLSearchParams({
        start_date: start,
        end_date: end,
        fields: 'transaction_info',
        page_size: String(PAGE),
        page: String(page),
      })
      const data = await this.#ask('GET', `/v1/reporting/transactions?${query.toString()}`)
      lines.push(...paypalBill((data.transaction_details ?? []) as { transaction_info: Json }[]))
      if (page >= Number(textAt(data, 'total_pages') || 1)) break
    }
    return lines
  }
  async notice(raw: Buffer, headers: Readonly<Record<string, string>>): Promise<Notice> {
    const at = (name: string) => headers[`paypal-${name}`] ?? ''
    const sent = Date.parse(at('transmission-time'))
    if (!(Math.abs(this.#app.clock().getTime() - sent) < MAX_AGE_MS)) throw new NoticeForged('time')
    const { publicKey } = new X509Certificate(await this.#certificate(at('cert-url')))
    const text = `${at('transmission-id')}|${at('transmission-time')}|${this.#settings.webhookId}|${crc32(raw)}`
    if (!rsaVerify(publicKey, text, at('transmission-sig'))) throw new NoticeForged('signature')
    const event = objectIn(raw)
    const [id, type] = [textAt(event, 'id'), textAt(event, 'event_type')]
    const resource = (event.resource ?? {}) as Json
    const outTradeNo = textAt(resource, 'custom_id') || textAt(resource, 'purchase_units', 0, 'custom_id')
    if (type === 'PAYMENT.CAPTURE.COMPLETED') return { id, kind: 'paid', paid: this.#paidIn(resource) }
    if (type === 'CHECKOUT.ORDER.APPROVED') return { id, kind: 'check', outTradeNo }
    const isRefunded = type === 'PAYMENT.CAPTURE.REFUNDED'
    if (isRefunded || type.startsWith('PAYMENT.REFUND.'))
      return {
        id,
        kind: 'refund',
        outTradeNo,
        refundNo: paypalRefundNo(textAt(resource, 'invoice_id'), outTradeNo, textAt(resource, 'id')),
        vendorAmount: amountIn(resource.amount).vendorAmount,
        refunded: this.#refundedIn(resource, isRefunded ? RefundState.done : RefundState.processing),
      }
    return { id, kind: 'other', outTradeNo }
  }
}

/** Throws GatewayRefused for keys that cannot be read. */
export const paypalGateway = (app: App, settings: PaypalSettings): Gateway => new Paypal(app, settings)
