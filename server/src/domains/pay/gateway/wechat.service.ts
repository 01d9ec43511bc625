// WeChat Pay, API v3, native (QR code). Requests and answers are signed; notices are signed and encrypted.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { createHash, type KeyObject, randomBytes } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import { privateKeyOf, publicKeyOf } from '../../../providers/pay-keys.ts'
import { wechatBill } from './bill.format.ts'
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
import { openResource, rsaSign, rsaVerify, wallClock } from './sign.rules.ts'

const OWN = 'https://api.mch.weixin.qq.com'
const ZONE = 8
const MAX_AGE_S = 300
const MAX_TITLE = 127

export type WechatSettings = {
  mchId: string
  appId: string
  serialNo: string
  privateKey: string
  apiV3Key: string
  platformSerial: string
  platformKey: string
  platformSerial2?: string
  platformKey2?: string
  baseUrl?: string
}
type Vendor = Pick<App, 'outgoing' | 'clock'>
type Headers = Readonly<Record<string, string>>

/** The keys that may sign at present: the public key or the platform certificate, and a second one during a change. */
function platformKeys({ platformSerial, platformKey, platformSerial2 = '', platformKey2 = '' }: WechatSettings): Map<string, KeyObject> {
  const pairs = [
    [platformSerial, platformKey],
    [platformSerial2, platformKey2],
  ] as const
  return new Map(
    pairs.flatMap(([serial, text]) => {
      const key = text === '' ? undefined : publicKeyOf(text)
      return serial !== '' && key ? [[serial.toUpperCase(), key] as const] : []
    }),
  )
}

const refundStates: Record<string, Refunded['state']> = {
  SUCCESS: RefundState.done,
  PROCESSING: RefundState.processing,
  CLOSED: RefundState.failed,
  ABNORMAL: RefundState.failed,
}

/** States that end a payment; NOTPAY and USERPAYING are open. REVOKED and PAYERROR are documented for payment codes only. */
const tradeStates: Record<string, 'closed' | 'failed'> = { CLOSED: 'closed', REVOKED: 'closed', PAYERROR: 'failed' }

class WechatPay implements Gateway {
  readonly #app: Vendor
  readonly #settings: WechatSettings
  readonly #base: string
  readonly #key: KeyObject
  readonly #keys: Map<string, KeyObject>

  constructor(app: Vendor, settings: WechatSettings) {
    const key = privateKeyOf(settings.privateKey)
    if (!key) throw new GatewayRefused('privateKey', 'unreadable')
    this.#app = app
    this.#settings = settings
    this.#base = withoutSlash(settings.baseUrl || OWN)
    this.#key = key
    this.#keys = platformKeys(settings)
  }

  #isSigned(headers: Headers, raw: Buffer): boolean {
    const [at = '', nonce = '', serial = '', signature = ''] = ['timestamp', 'nonce', 'serial', 'signature'].map(
      (name) => headers[`wechatpay-${name}`],
    )
    const platform = this.#keys.get(serial.toUpperCase())
    if (!platform || !/^\d{1,12}$/.test(at)) return false
    if (Math.abs(this.#app.clock().getTime() / 1_000 - Number(at)) > MAX_AGE_S) return false
    return rsaVerify(platform, Buffer.concat([Buffer.from(`${at}\n${nonce}\n`), raw, Buffer.from('\n')]), signature)
  }

  #authorization(method: string, path: string, body: string): string {
    const at = Math.floor(this.#app.clock().getTime() / 1_000)
    const nonce = randomBytes(16).toString('hex')
    const signature = rsaSign(this.#key, `${method}\n${path}\n${at}\n${nonce}\n${body}\n`)
    const { mchId, serialNo } = this.#settings
    return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${at}",serial_no="${serialNo}"`
  }

  async #send(method: 'GET' | 'POST', path: string, body?: Json) {
    const text = body === undefined ? '' : JSON.stringify(body)
    const { platformSerial } = this.#settings
    const headers = {
      authorization: this.#authorization(method, path, text),
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'shuyuan',
      ...(platformSerial.startsWith('PUB_KEY_ID_') ? { 'wechatpay-serial': platformSerial } : {}),
    }
    return askVendor(this.#app, { url: `${this.#base}${path}`, method, headers, ...(body === undefined ? {} : { body: text }) })
  }

  /** Throws GatewayRefused for 4xx, GatewayDown for anything else that is not a signed success. */
  async #ask(method: 'GET' | 'POST', path: string, body?: Json): Promise<Json> {
    const { status, headers, bytes } = await this.#send(method, path, body)
    if (status >= 400 && status < 500 && status !== 429) {
      const refusal = objectIn(bytes)
      throw new GatewayRefused(textAt(refusal, 'code'), textAt(refusal, 'message'))
    }
    if (status >= 300) throw new GatewayDown(`status ${status}`)
    if (!this.#isSigned(headers, bytes)) throw new GatewayDown('the answer is not signed')
    return bytes.length === 0 ? {} : objectIn(bytes)
  }

  #isOurs(data: Json) {
    return textAt(data, 'mchid') === this.#settings.mchId && ['', this.#settings.appId].includes(textAt(data, 'appid'))
  }
  #paidIn(data: Json) {
    return {
      outTradeNo: textAt(data, 'out_trade_no'),
      vendorNo: textAt(data, 'transaction_id'),
      vendorAmount: Number(textAt(data, 'amount', 'total') || Number.NaN),
      currency: textAt(data, 'amount', 'currency') || 'CNY',
      paidAt: new Date(Date.parse(textAt(data, 'success_time')) || this.#app.clock().getTime()),
    }
  }
  #refundedIn(data: Json): Refunded {
    const status = textAt(data, 'status') || textAt(data, 'refund_status')
    const state = refundStates[status] ?? RefundState.processing
    return { state, vendorNo: textAt(data, 'refund_id'), error: state === RefundState.failed ? status : '' }
  }

  readonly zoneHours = ZONE
  async trade({ outTradeNo, title, vendorAmount, currency, expireTime, notifyUrl }: AskedTrade) {
    const data = await this.#ask('POST', '/v3/pay/transactions/native', {
      appid: this.#settings.appId,
      mchid: this.#settings.mchId,
      description: title.slice(0, MAX_TITLE),
      out_trade_no: outTradeNo,
      time_expire: `${wallClock(expireTime, ZONE).replace(' ', 'T')}+08:00`,
      notify_url: notifyUrl,
      amount: { total: vendorAmount, currency },
    })
    const codeUrl = textAt(data, 'code_url')
    if (codeUrl === '') throw new GatewayDown('no code')
    return { payload: { codeUrl }, ref: '' }
  }
  async query({ outTradeNo }: KnownTrade): Promise<Found> {
    try {
      const data = await this.#ask('GET', `/v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${this.#settings.mchId}`)
      const state = textAt(data, 'trade_state')
      if ((state === 'SUCCESS' || state === 'REFUND') && this.#isOurs(data)) return { state: 'paid', paid: this.#paidIn(data) }
      return { state: tradeStates[state] ?? 'open' }
    } catch (error) {
      if (error instanceof GatewayRefused && /NOT_?EXIST/.test(error.code)) return { state: 'open' }
      throw error
    }
  }
  async close({ outTradeNo }: KnownTrade) {
    await this.#ask('POST', `/v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid: this.#settings.mchId })
  }
  async refund({ outTradeNo, refundNo, refundAmount, vendorAmount, currency, reason, notifyUrl }: AskedRefund) {
    const data = await this.#ask('POST', '/v3/refund/domestic/refunds', {
      out_trade_no: outTradeNo,
      out_refund_no: refundNo,
      reason,
      ...(notifyUrl === '' ? {} : { notify_url: notifyUrl }),
      amount: { refund: refundAmount, total: vendorAmount, currency },
    })
    return this.#refundedIn(data)
  }
  async queryRefund({ refundNo }: AskedRefund) {
    return this.#refundedIn(await this.#ask('GET', `/v3/refund/domestic/refunds/${refundNo}`))
  }
  async bill(day: string) {
    try {
      const found = await this.#ask('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
      const url = new URL(textAt(found, 'download_url'))
      // the file itself is not signed, its hash is
      const { status, bytes } = await this.#send('GET', `${url.pathname}${url.search}`)
      if (status !== 200 || createHash('sha1').update(bytes).digest('hex') !== textAt(found, 'hash_value').toLowerCase())
        throw new GatewayDown('the bill differs from its hash')
      return wechatBill(bytes.toString('utf8'))
    } catch (error) {
      if (error instanceof GatewayRefused && error.code === 'NO_STATEMENT_EXIST') return []
      throw error
    }
  }
  async notice(raw: Buffer, headers: Readonly<Record<string, string>>): Promise<Notice> {
    if (!this.#isSigned(headers, raw)) throw new NoticeForged('signature')
    const event = objectIn(raw)
    const id = textAt(event, 'id')
    const type = textAt(event, 'event_type')
    const resource = event.resource
    const data = JSON.parse(
      openResource(this.#settings.apiV3Key, {
        ciphertext: textAt(resource, 'ciphertext'),
        nonce: textAt(resource, 'nonce'),
        associated: textAt(resource, 'associated_data'),
      }),
    ) as Json
    const outTradeNo = textAt(data, 'out_trade_no')
    if (textAt(data, 'mchid') !== this.#settings.mchId || !this.#isOurs(data)) return { id, kind: 'foreign', outTradeNo }
    if (type === 'TRANSACTION.SUCCESS' && textAt(data, 'trade_state') === 'SUCCESS') return { id, kind: 'paid', paid: this.#paidIn(data) }
    if (type.startsWith('REFUND.'))
      return {
        id,
        kind: 'refund',
        outTradeNo,
        refundNo: textAt(data, 'out_refund_no'),
        refunded: this.#refundedIn(data),
        vendorAmount: Number(textAt(data, 'amount', 'refund') || Number.NaN),
      }
    return { id, kind: 'other', outTradeNo }
  }
}

/** Throws GatewayRefused for keys that cannot be read. */
export const wechatGateway = (app: Vendor, settings: WechatSettings): Gateway => new WechatPay(app, settings)
