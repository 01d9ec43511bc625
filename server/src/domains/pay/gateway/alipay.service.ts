// Alipay: payment on Alipay's page. Requests are signed (RSA2); answers are signed over their own bytes.
import { amountText } from '@shuyuan/contract/pay/currency.ts'
import { RefundState } from '@shuyuan/contract/pay/order-state.ts'
import type { KeyObject } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import { privateKeyOf, publicKeyOf } from '../../../providers/pay-keys.ts'
import { alipayBill } from './bill.format.ts'
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
import { amountOf, fromWallClock, rawObject, rsaSign, rsaVerify, signedText, wallClock } from './sign.rules.ts'

/** Text inside an attribute of HTML. */
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/["&'<>]/g, (letter) => entities[letter] ?? letter)

export const ALIPAY_GATEWAY = 'https://openapi.alipay.com/gateway.do'
const ZONE = 8
// the vendor repeats a notice for 25 hours
const MAX_AGE_MS = 26 * 3_600_000

export type AlipaySettings = { appId: string; privateKey: string; alipayPublicKey: string; sellerId?: string; gateway?: string }

type Vendor = Pick<App, 'outgoing' | 'clock'>

class Alipay implements Gateway {
  readonly #app: Vendor
  readonly #settings: AlipaySettings
  readonly #address: string
  readonly #key: KeyObject
  readonly #vendorKey: KeyObject

  constructor(app: Vendor, settings: AlipaySettings) {
    const [key, vendorKey] = [privateKeyOf(settings.privateKey), publicKeyOf(settings.alipayPublicKey)]
    if (!key || !vendorKey) throw new GatewayRefused('privateKey', 'unreadable')
    this.#app = app
    this.#settings = settings
    this.#address = settings.gateway || ALIPAY_GATEWAY
    this.#key = key
    this.#vendorKey = vendorKey
  }

  /** The fields of a request, signed. */
  #signed(method: string, content: Json, more: Record<string, string> = {}): Record<string, string> {
    const fields = {
      app_id: this.#settings.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: wallClock(this.#app.clock(), ZONE),
      version: '1.0',
      ...more,
      biz_content: JSON.stringify(content),
    }
    return { ...fields, sign: rsaSign(this.#key, signedText(fields, ['sign'])) }
  }

  /** Throws GatewayRefused for a refusal, GatewayDown for an unknown outcome or an answer that is not signed. */
  async #ask(method: string, content: Json): Promise<Json> {
    const { status, bytes } = await askVendor(this.#app, {
      url: this.#address,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams(this.#signed(method, content)).toString(),
    })
    if (status !== 200) throw new GatewayDown(`status ${status}`)
    const text = bytes.toString('utf8')
    const inner = rawObject(text, `${method.replaceAll('.', '_')}_response`)
    const signature = textAt(objectIn(bytes), 'sign')
    if (inner === undefined || !rsaVerify(this.#vendorKey, inner, signature)) throw new GatewayDown('the answer is not signed')
    const data = objectIn(Buffer.from(inner))
    const code = textAt(data, 'code')
    if (code === '10000') return data
    const [subCode, subText] = [textAt(data, 'sub_code'), textAt(data, 'sub_msg') || textAt(data, 'msg')]
    if (code === '20000' || /SYSTEM_ERROR|unknow-error/i.test(subCode)) throw new GatewayDown(subCode)
    throw new GatewayRefused(subCode || code, subText)
  }
  #isMissing(error: unknown) {
    return error instanceof GatewayRefused && error.code === 'ACQ.TRADE_NOT_EXIST'
  }
  #timeOf(text: string) {
    return text === '' ? this.#app.clock() : fromWallClock(text, ZONE)
  }

  readonly zoneHours = ZONE
  async trade({ outTradeNo, title, vendorAmount, currency, expireTime, notifyUrl, returnUrl }: AskedTrade) {
    const content = {
      out_trade_no: outTradeNo,
      total_amount: amountText(vendorAmount, currency),
      subject: title.replaceAll(/[/=&]/g, ' ').slice(0, 256),
      product_code: 'FAST_INSTANT_TRADE_PAY',
      time_expire: wallClock(expireTime, ZONE),
    }
    const fields = this.#signed('alipay.trade.page.pay', content, { notify_url: notifyUrl, return_url: returnUrl })
    const action = `${this.#address}?charset=utf-8`
    const html = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    const form = `<form method="post" action="${escapeHtml(action)}" accept-charset="utf-8">${html.join('')}</form>`
    return { payload: { form, action, inputs: fields }, ref: '' }
  }
  async query({ outTradeNo }: KnownTrade): Promise<Found> {
    try {
      const data = await this.#ask('alipay.trade.query', { out_trade_no: outTradeNo })
      const state = textAt(data, 'trade_status')
      // a trade that was paid and given back is closed, too
      const isPaid = state === 'TRADE_SUCCESS' || state === 'TRADE_FINISHED' || textAt(data, 'send_pay_date') !== ''
      if (isPaid)
        return {
          state: 'paid',
          paid: {
            outTradeNo: textAt(data, 'out_trade_no'),
            vendorNo: textAt(data, 'trade_no'),
            vendorAmount: amountOf(textAt(data, 'total_amount'), 'CNY'),
            currency: 'CNY',
            paidAt: this.#timeOf(textAt(data, 'send_pay_date')),
          },
        }
      return { state: state === 'TRADE_CLOSED' ? 'closed' : 'open' }
    } catch (error) {
      // it exists there only once the buyer has opened it
      if (this.#isMissing(error)) return { state: 'open' }
      throw error
    }
  }
  async close({ outTradeNo }: KnownTrade) {
    try {
      await this.#ask('alipay.trade.close', { out_trade_no: outTradeNo })
    } catch (error) {
      if (!this.#isMissing(error)) throw error
    }
  }
  async refund({ outTradeNo, refundNo, refundAmount, currency, reason }: AskedRefund): Promise<Refunded> {
    const data = await this.#ask('alipay.trade.refund', {
      out_trade_no: outTradeNo,
      refund_amount: amountText(refundAmount, currency),
      out_request_no: refundNo,
      refund_reason: reason,
    })
    // N: the same request again, which may have succeeded before
    return { state: textAt(data, 'fund_change') === 'Y' ? RefundState.done : RefundState.processing, vendorNo: '', error: '' }
  }
  async queryRefund({ outTradeNo, refundNo }: AskedRefund): Promise<Refunded> {
    const data = await this.#ask('alipay.trade.fastpay.refund.query', { out_trade_no: outTradeNo, out_request_no: refundNo })
    // without a state the refund has not happened: Alipay wants the same request again
    const isDone = textAt(data, 'refund_status') === 'REFUND_SUCCESS'
    return { state: isDone ? RefundState.done : RefundState.asked, vendorNo: '', error: '' }
  }
  async bill(day: string) {
    try {
      const found = await this.#ask('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day })
      const { status, bytes } = await askVendor(this.#app, { url: textAt(found, 'bill_download_url'), method: 'GET' })
      if (status !== 200) throw new GatewayDown(`status ${status}`)
      return alipayBill(bytes)
    } catch (error) {
      if (error instanceof GatewayRefused && /BILL_NOT_EXIST/i.test(error.code)) return []
      throw error
    }
  }
  async notice(raw: Buffer): Promise<Notice> {
    const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
    const at = (name: string) => fields[name] ?? ''
    // in notices, unlike in requests, sign_type is not signed
    if (!rsaVerify(this.#vendorKey, signedText(fields, ['sign', 'sign_type']), at('sign'))) throw new NoticeForged('signature')
    if (Math.abs(this.#app.clock().getTime() - this.#timeOf(at('notify_time')).getTime()) > MAX_AGE_MS) throw new NoticeForged('time')
    const [id, outTradeNo] = [at('notify_id'), at('out_trade_no')]
    const isForeign = at('app_id') !== this.#settings.appId || (!!this.#settings.sellerId && at('seller_id') !== this.#settings.sellerId)
    if (isForeign) return { id, kind: 'foreign', outTradeNo }
    // a refund repeats the notice of the payment, or closes the trade: the refund itself is in the bill
    if (at('refund_fee') !== '') return { id, kind: 'check', outTradeNo }
    if (at('trade_status') !== 'TRADE_SUCCESS' && at('trade_status') !== 'TRADE_FINISHED') return { id, kind: 'other', outTradeNo }
    const vendorAmount = amountOf(at('total_amount'), 'CNY')
    return {
      id,
      kind: 'paid',
      paid: { outTradeNo, vendorNo: at('trade_no'), vendorAmount, currency: 'CNY', paidAt: this.#timeOf(at('gmt_payment')) },
    }
  }
}

/** Throws GatewayRefused for keys that cannot be read. */
export const alipayGateway = (app: Vendor, settings: AlipaySettings): Gateway => new Alipay(app, settings)
