/* oxlint-disable max-lines, max-lines-per-function -- three services that share books and troubles */
// The three payment services in one server: checks every signature as they do, keeps books, and plays their failures.
import { createCipheriv, createHash, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { zipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, type Play, startProviderStub } from './provider-stub.ts'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const merchant = pair()
const wechat = { public: pair(), certificate: pair() }
const alipay = pair()
const stranger = pair()
// openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj /CN=messages.example
const paypalKey = readFileSync(join(import.meta.dirname, 'pay-stand-in.key.pem'), 'utf8')
const paypalCertificate = readFileSync(join(import.meta.dirname, 'pay-stand-in.cert.pem'), 'utf8')
type Key = { privateKey: KeyObject; publicKey: KeyObject }

const pem = ({ publicKey }: Key) => publicKey.export({ format: 'pem', type: 'spki' }) as string
const secretPem = merchant.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
const sign = (key: Key['privateKey'], text: string | Buffer) => createSign('RSA-SHA256').update(text).sign(key, 'base64')
const verify = (key: Key['publicKey'], text: string, signature: string) =>
  createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64')

export const MCH = '1900000001'
const APP = 'wx0123456789abcdef'
const V3KEY = 'abcdefghijklmnopqrstuvwxyz012345'
const PUBLIC_ID = 'PUB_KEY_ID_0119000000012024'
const CERTIFICATE_ID = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
const ALIPAY_APP = '2021000000000000'
const PAYPAL_HOOK = 'WH-1'

export type Vendor = 'wechat' | 'alipay' | 'paypal'
type BookState = 'open' | 'approved' | 'paid' | 'closed' | 'paying' | 'revoked' | 'failed'
export type Book = { no: string; vendorNo: string; amount: number; state: BookState; ref: string }
/** `status`: of PayPal, where a refund may last; the other services carry it out at once */
type Refund = { no: string; outTradeNo: string; amount: number; vendorNo: string; status: 'COMPLETED' | 'PENDING' | 'FAILED' }
type Trouble = '' | '5xx' | 'silence' | 'unsigned' | 'lost-answer' | 'not-refunded' | 'slow-refund'

/** Settings of the merchant accounts at this stand-in, as the back office saves them. */
export type PayStandIn = Awaited<ReturnType<typeof startPayStandIn>>

const fen = (text: string) => Math.round(Number(text) * 100)
const yuan = (amount: number) => (amount / 100).toFixed(2)
const beijing = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export async function startPayStandIn(now: () => Date) {
  const books: Record<Vendor, Map<string, Book>> = { wechat: new Map(), alipay: new Map(), paypal: new Map() }
  const refunds: Record<Vendor, Map<string, Refund>> = { wechat: new Map(), alipay: new Map(), paypal: new Map() }
  const state = { trouble: '' as Trouble, certificateMode: false, problems: [] as string[], count: 0, files: new Map<string, Buffer>() }
  /** called before a trade of WeChat Pay is closed */
  const hooks: { onClose?: () => void } = {}
  const nextNo = (prefix: string) => `${prefix}${String(++state.count).padStart(8, '0')}`

  const carriedOut = (vendor: Vendor) => [...refunds[vendor].values()].filter((one) => one.status === 'COMPLETED')
  const isGivenBack = (vendor: Vendor, no: string) => carriedOut(vendor).some((one) => one.outTradeNo === no)
  const wechatKey = () => (state.certificateMode ? wechat.certificate : wechat.public)
  const wechatSigned = (body: string) => {
    const [at, nonce] = [String(Math.floor(now().getTime() / 1_000)), randomBytes(8).toString('hex')]
    return {
      'wechatpay-timestamp': at,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': state.certificateMode ? CERTIFICATE_ID : PUBLIC_ID,
      'wechatpay-signature': sign(wechatKey().privateKey, `${at}\n${nonce}\n${body}\n`),
    }
  }
  const wechatTrade = ({ no, amount, vendorNo, state: is }: Book) => ({
    appid: APP,
    mchid: MCH,
    out_trade_no: no,
    transaction_id: vendorNo,
    trade_state: {
      open: 'NOTPAY',
      approved: 'NOTPAY',
      paying: 'USERPAYING',
      paid: isGivenBack('wechat', no) ? 'REFUND' : 'SUCCESS',
      closed: 'CLOSED',
      revoked: 'REVOKED',
      failed: 'PAYERROR',
    }[is],
    success_time: now().toISOString(),
    amount: { total: amount, currency: 'CNY' },
  })

  function wechatAnswer(call: Call): { status: number; body: string } {
    const given = Object.fromEntries(
      [...String(call.headers.authorization).matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    )
    const path = `${call.url.pathname}${call.url.search}`
    const text = `${call.method}\n${path}\n${given.timestamp}\n${given.nonce_str}\n${call.body}\n`
    const refuse = (status: number, code: string) => ({ status, body: JSON.stringify({ code, message: code }) })
    if (given.mchid !== MCH || !verify(merchant.publicKey, text, given.signature ?? '')) {
      state.problems.push(`wechat ${path}`)
      return refuse(401, 'SIGN_ERROR')
    }
    const body = call.body === '' ? {} : (JSON.parse(call.body) as Record<string, unknown>)
    const ok = (value: object) => ({ status: 200, body: JSON.stringify(value) })
    const book = books.wechat
    if (path === '/v3/pay/transactions/native') {
      const no = body.out_trade_no as string
      if (!/^[\w*-]{6,32}$/.test(no) || !(body.time_expire as string).endsWith('+08:00') || body.mchid !== MCH)
        return refuse(400, 'PARAM_ERROR')
      book.set(no, { no, vendorNo: '', amount: (body.amount as { total: number }).total, state: 'open', ref: '' })
      return ok({ code_url: `weixin://wxpay/bizpayurl?pr=${no}` })
    }
    const [, no = '', closing] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?/.exec(path) ?? []
    if (no !== '') {
      const one = book.get(no)
      if (!one) return refuse(404, 'ORDER_NOT_EXIST')
      if (closing === undefined) return ok(wechatTrade(one))
      hooks.onClose?.()
      if (one.state === 'paid') return refuse(400, 'ORDERPAID')
      one.state = 'closed'
      return { status: 204, body: '' }
    }
    if (path === '/v3/refund/domestic/refunds') {
      const one = book.get(body.out_trade_no as string)
      const amount = body.amount as { refund: number; total: number }
      if (one?.state !== 'paid' || amount.total !== one.amount) return refuse(404, 'RESOURCE_NOT_EXISTS')
      return ok(keepRefund('wechat', one, body.out_refund_no as string, amount.refund))
    }
    const refund = refunds.wechat.get(/refunds\/(\w+)$/.exec(path)?.[1] ?? '')
    if (refund) return ok({ status: 'SUCCESS', refund_id: refund.vendorNo })
    if (path.startsWith('/v3/bill/tradebill')) {
      const file = Buffer.from(wechatCsv())
      state.files.set('wechat', file)
      return ok({
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(file).digest('hex'),
        download_url: `${stub.url}/v3/billdownload/file?token=wechat`,
      })
    }
    return refuse(404, 'RESOURCE_NOT_EXISTS')
  }

  function keepRefund(vendor: Vendor, one: Book, no: string, amount: number) {
    const status = state.trouble === 'slow-refund' ? 'PENDING' : 'COMPLETED'
    const known = refunds[vendor].get(no) ?? { no, outTradeNo: one.no, amount, vendorNo: nextNo('R'), status }
    refunds[vendor].set(no, known)
    return { status: 'SUCCESS', refund_id: known.vendorNo, out_refund_no: no }
  }
  const paid = (vendor: Vendor) => [...books[vendor].values()].filter((one) => one.state === 'paid')

  function wechatCsv(): string {
    const names =
      '交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,货币种类,应结订单金额,微信退款单号,商户退款单号,退款金额,退款状态,订单金额,申请退款金额'
    const at = beijing(now())
    const rows = [
      ...paid('wechat').map((one) => [
        at,
        APP,
        MCH,
        one.vendorNo,
        one.no,
        'SUCCESS',
        'CNY',
        yuan(one.amount),
        '0',
        '0',
        '0.00',
        '',
        yuan(one.amount),
        '0.00',
      ]),
      ...[...refunds.wechat.values()].map((one) => [
        at,
        APP,
        MCH,
        'x',
        one.outTradeNo,
        'REFUND',
        'CNY',
        '0.00',
        one.vendorNo,
        one.no,
        yuan(one.amount),
        'SUCCESS',
        '0.00',
        yuan(one.amount),
      ]),
    ]
    return [names, ...rows.map((row) => row.map((cell) => `\`${cell}`).join(',')), '总交易单数,应结订单总金额', '`2,`99.00'].join('\n')
  }

  function alipayAnswer(call: Call): string {
    const fields = Object.fromEntries(new URLSearchParams(call.body))
    const { sign: signature = '', method = '' } = fields
    const text = Object.keys(fields)
      .filter((name) => name !== 'sign' && fields[name] !== '')
      .toSorted()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    const answer = (value: object) => {
      const inner = JSON.stringify(value)
      return `{"${method.replaceAll('.', '_')}_response":${inner},"sign":"${sign(state.trouble === 'unsigned' ? stranger.privateKey : alipay.privateKey, inner)}"}`
    }
    if (fields.app_id !== ALIPAY_APP || !verify(merchant.publicKey, text, signature)) {
      state.problems.push(`alipay ${method}`)
      return answer({ code: '40002', sub_code: 'isv.invalid-signature' })
    }
    const content = JSON.parse(fields.biz_content ?? '{}') as Record<string, string>
    const one = books.alipay.get(content.out_trade_no ?? '')
    const ok = { code: '10000', msg: 'Success' }
    if (method === 'alipay.data.dataservice.bill.downloadurl.query') return answer({ ...ok, bill_download_url: `${stub.url}/alipay-bill` })
    // the buyer's browser sends the form
    if (
      method === 'alipay.trade.page.pay' &&
      content.product_code === 'FAST_INSTANT_TRADE_PAY' &&
      fields.notify_url?.startsWith('https:')
    ) {
      const no = content.out_trade_no ?? ''
      books.alipay.set(no, { no, vendorNo: '', amount: fen(content.total_amount ?? ''), state: 'open', ref: '' })
      return answer(ok)
    }
    if (!one) return answer({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' })
    if (method === 'alipay.trade.query')
      return answer({
        ...ok,
        out_trade_no: one.no,
        trade_no: one.vendorNo,
        total_amount: yuan(one.amount),
        trade_status: {
          open: 'WAIT_BUYER_PAY',
          approved: 'WAIT_BUYER_PAY',
          paid: isGivenBack('alipay', one.no) ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
          closed: 'TRADE_CLOSED',
          // the other states are those of WeChat Pay
          paying: '',
          revoked: '',
          failed: '',
        }[one.state],
        ...(one.state === 'paid' ? { send_pay_date: beijing(now()) } : {}),
      })
    if (method === 'alipay.trade.close') {
      if (one.state === 'paid') return answer({ code: '40004', sub_code: 'ACQ.REASON_TRADE_STATUS_INVALID' })
      one.state = 'closed'
      return answer({ ...ok, out_trade_no: one.no })
    }
    if (method === 'alipay.trade.refund') {
      // taken, but not carried out: a query finds nothing
      if (state.trouble === 'not-refunded') return answer({ ...ok, fund_change: 'N' })
      const again = refunds.alipay.has(content.out_request_no ?? '')
      keepRefund('alipay', one, content.out_request_no ?? '', fen(content.refund_amount ?? '0'))
      return answer({ ...ok, fund_change: again ? 'N' : 'Y' })
    }
    return answer({ ...ok, refund_status: refunds.alipay.has(content.out_request_no ?? '') ? 'REFUND_SUCCESS' : '' })
  }

  function paypalAnswer(call: Call): Play {
    const { pathname } = call.url
    if (pathname === '/v1/oauth2/token') {
      const right = `Basic ${Buffer.from('client:paypal-secret').toString('base64')}`
      return call.headers.authorization === right ? { body: { access_token: 'T', expires_in: 32_400 } } : { status: 401, body: {} }
    }
    if (call.headers.authorization !== 'Bearer T') return { status: 401, body: {} }
    const body = call.body === '' ? {} : (JSON.parse(call.body) as Record<string, unknown>)
    const amount = (value: number) => ({ currency_code: 'USD', value: yuan(value) })
    const order = (one: Book) => ({
      id: one.ref,
      status: { open: 'CREATED', approved: 'APPROVED', paid: 'COMPLETED', closed: 'VOIDED', paying: '', revoked: '', failed: '' }[
        one.state
      ],
      purchase_units: [{ custom_id: one.no, ...(one.state === 'paid' ? { payments: { captures: [paypalCapture(one)] } } : {}) }],
      links: [{ rel: 'payer-action', href: `${stub.url}/checkoutnow?token=${one.ref}` }],
    })
    if (pathname === '/v2/checkout/orders') {
      const unit = (body.purchase_units as { custom_id: string; amount: { value: string } }[])[0]!
      if (call.headers['paypal-request-id'] !== unit.custom_id) return { status: 400, body: { name: 'INVALID_REQUEST' } }
      const one: Book = { no: unit.custom_id, vendorNo: '', amount: fen(unit.amount.value), state: 'open', ref: nextNo('O') }
      books.paypal.set(one.no, one)
      return { status: 201, body: order(one) }
    }
    const byRef = (ref = '') => [...books.paypal.values()].find((one) => one.ref === ref)
    const [, ref, capture] = /^\/v2\/checkout\/orders\/(\w+)(\/capture)?$/.exec(pathname) ?? []
    const one = byRef(ref)
    if (one) {
      if (capture === undefined) return { body: order(one) }
      if (one.state === 'paid')
        return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }
      if (one.state !== 'approved') return { status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } }
      Object.assign(one, { state: 'paid', vendorNo: nextNo('C') })
      return { status: 201, body: order(one) }
    }
    const captured = [...books.paypal.values()].find((each) => pathname === `/v2/payments/captures/${each.vendorNo}/refund`)
    if (captured) {
      // a repeated request gets the refund of the first one, even after that has failed
      if (call.headers['paypal-request-id'] !== body.invoice_id) return { status: 400, body: { name: 'INVALID_REQUEST' } }
      keepRefund('paypal', captured, body.invoice_id as string, fen((body.amount as { value: string }).value))
      const { vendorNo: id, status } = refunds.paypal.get(body.invoice_id as string)!
      return { status: 201, body: { id, status } }
    }
    const asked = [...refunds.paypal.values()].find((each) => pathname === `/v2/payments/refunds/${each.vendorNo}`)
    if (asked) return { body: { id: asked.vendorNo, status: asked.status } }
    if (pathname === '/v1/reporting/transactions') {
      const info = (no: string, custom: string, id: string, value: number, code: string) => ({
        transaction_info: {
          transaction_id: id,
          invoice_id: no,
          custom_field: custom,
          transaction_amount: amount(value),
          transaction_event_code: code,
          transaction_status: 'S',
          transaction_initiation_date: now().toISOString(),
        },
      })
      const lines = [
        ...paid('paypal').map((each) => info(each.no, each.no, each.vendorNo, each.amount, 'T0006')),
        ...carriedOut('paypal').map((each) => info(each.no, each.outTradeNo, each.vendorNo, -each.amount, 'T1107')),
      ]
      return { body: { transaction_details: lines, total_pages: 1 } }
    }
    return { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
  }
  const paypalCapture = (one: Book) => ({
    id: one.vendorNo,
    status: isGivenBack('paypal', one.no) ? 'REFUNDED' : 'COMPLETED',
    custom_id: one.no,
    amount: { currency_code: 'USD', value: yuan(one.amount) },
    create_time: now().toISOString(),
  })

  const stub = await startProviderStub((call): Play => {
    const { pathname } = call.url
    const play = (): Play => {
      if (pathname === '/gateway.do') return { raw: alipayAnswer(call) }
      if (pathname === '/alipay-bill') return { raw: alipayZip() }
      if (pathname === '/certificate') return { raw: paypalCertificate }
      if (pathname.startsWith('/v3/billdownload')) return { raw: state.files.get('wechat') ?? '' }
      if (!pathname.startsWith('/v3/')) return paypalAnswer(call)
      const { status, body } = wechatAnswer(call)
      const headers = wechatSigned(state.trouble === 'unsigned' ? `${body} ` : body)
      return { status, raw: body, headers }
    }
    if (state.trouble === '5xx') return { status: 502, body: {} }
    if (state.trouble === 'silence') return 'cut'
    const answer = play()
    // the service has acted, the answer does not arrive
    return state.trouble === 'lost-answer' ? 'cut' : answer
  })

  function alipayZip(): Buffer {
    const names = '支付宝交易号,商户订单号,业务类型,完成时间,订单金额（元）,退款批次号/请求号'
    const rows = [
      ...paid('alipay').map((one) => `${one.vendorNo}\t,${one.no}\t,交易\t,${beijing(now())},${yuan(one.amount)},`),
      ...[...refunds.alipay.values()].map((one) => `x\t,${one.outTradeNo}\t,退款\t,${beijing(now())},-${yuan(one.amount)},${one.no}\t`),
    ]
    return Buffer.from(zipSync({ 'a_业务明细.csv': gbk(['#支付宝业务明细查询', names, ...rows, '#end'].join('\r\n')) }))
  }

  /** The buyer pays (at PayPal: approves). */
  function pay(vendor: Vendor, no: string, amount?: number): Book {
    const one = books[vendor].get(no) ?? { no, vendorNo: '', amount: amount ?? 0, state: 'open', ref: '' }
    if (one.state === 'closed' || one.state === 'revoked') throw new Error(`${no} is closed`)
    Object.assign(one, vendor === 'paypal' ? { state: 'approved' } : { state: 'paid', vendorNo: nextNo('V') })
    books[vendor].set(no, one)
    return one
  }

  type Change = { amount?: number; merchant?: string; at?: Date; forged?: boolean; currency?: string }
  /** A signed notice of a payment: body and headers. */
  function notice(vendor: Vendor, no: string, { amount, merchant: whose, at = now(), forged = false, currency }: Change = {}) {
    const one = books[vendor].get(no) ?? { no, vendorNo: nextNo('V'), amount: 0, state: 'paid', ref: '' }
    const sum = amount ?? one.amount
    const key = (own: Key['privateKey']) => (forged ? stranger.privateKey : own)
    if (vendor === 'wechat') {
      const data = { ...wechatTrade(one), mchid: whose ?? MCH, amount: { total: sum, currency: currency ?? 'CNY' } }
      const body = JSON.stringify({ id: nextNo('EV'), event_type: 'TRANSACTION.SUCCESS', resource: sealed(JSON.stringify(data)) })
      const [time, nonce] = [String(Math.floor(at.getTime() / 1_000)), 'n']
      const headers = {
        'content-type': 'application/json',
        'wechatpay-timestamp': time,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': state.certificateMode ? CERTIFICATE_ID : PUBLIC_ID,
        'wechatpay-signature': sign(key(wechatKey().privateKey), `${time}\n${nonce}\n${body}\n`),
      }
      return { body, headers }
    }
    if (vendor === 'alipay') {
      const fields: Record<string, string> = {
        notify_id: nextNo('N'),
        notify_time: beijing(at),
        app_id: whose ?? ALIPAY_APP,
        out_trade_no: no,
        trade_no: one.vendorNo,
        trade_status: 'TRADE_SUCCESS',
        total_amount: yuan(sum),
        gmt_payment: beijing(now()),
        charset: 'utf-8',
      }
      const text = Object.keys(fields)
        .toSorted()
        .map((name) => `${name}=${fields[name]}`)
        .join('&')
      const body = new URLSearchParams({ ...fields, sign: sign(key(alipay.privateKey), text), sign_type: 'RSA2' }).toString()
      return { body, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } }
    }
    const isDone = one.state === 'paid'
    const resource = { ...paypalCapture(one), amount: { currency_code: currency ?? 'USD', value: yuan(sum) } }
    const approved = { id: one.ref, purchase_units: [{ custom_id: no }] }
    const body = JSON.stringify({
      id: nextNo('WH'),
      event_type: isDone ? 'PAYMENT.CAPTURE.COMPLETED' : 'CHECKOUT.ORDER.APPROVED',
      resource: isDone ? resource : approved,
    })
    return paypalSigned(body, at, { whose, forged })
  }

  function paypalSigned(
    body: string,
    at: Date,
    { whose = PAYPAL_HOOK, forged = false }: { whose?: string | undefined; forged?: boolean } = {},
  ) {
    const [id, time] = ['tid', at.toISOString()]
    const text = `${id}|${time}|${whose}|${crc32(Buffer.from(body))}`
    const headers = {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-cert-url': `${stub.url}/certificate`,
      'paypal-transmission-sig': forged ? sign(stranger.privateKey, text) : createSign('RSA-SHA256').update(text).sign(paypalKey, 'base64'),
    }
    return { body, headers }
  }

  /** The merchant gives a payment back on the service's own site. */
  function giveBack(vendor: Vendor, no: string) {
    const one = books[vendor].get(no)!
    if (one.vendorNo === '') Object.assign(one, { state: 'paid', vendorNo: nextNo('C') })
    keepRefund(vendor, one, nextNo('CONSOLE'), one.amount)
  }

  /** The signed notice of PayPal's last word about a refund. */
  function paypalRefundNotice({ no, outTradeNo, vendorNo, amount, status }: Refund) {
    const resource = {
      id: vendorNo,
      status,
      custom_id: outTradeNo,
      invoice_id: no,
      amount: { currency_code: 'USD', value: yuan(amount) },
    }
    const event_type = status === 'COMPLETED' ? 'PAYMENT.CAPTURE.REFUNDED' : `PAYMENT.REFUND.${status}`
    return paypalSigned(JSON.stringify({ id: nextNo('WH'), event_type, resource }), now())
  }

  /** The signed notice of such a refund; Alipay repeats the notice of the payment. */
  function refundNotice(vendor: Vendor, no: string) {
    const one = books[vendor].get(no)!
    const refund = [...refunds[vendor].values()].find((each) => each.outTradeNo === no)!
    const at = now()
    if (vendor === 'wechat') {
      const data = {
        mchid: MCH,
        out_trade_no: no,
        transaction_id: one.vendorNo,
        out_refund_no: refund.no,
        refund_id: refund.vendorNo,
        refund_status: 'SUCCESS',
        amount: { total: one.amount, refund: refund.amount },
      }
      const body = JSON.stringify({ id: nextNo('EV'), event_type: 'REFUND.SUCCESS', resource: sealed(JSON.stringify(data)) })
      return { body, headers: { 'content-type': 'application/json', ...wechatSigned(body) } }
    }
    if (vendor === 'alipay') {
      const fields: Record<string, string> = {
        notify_id: nextNo('N'),
        notify_time: beijing(at),
        app_id: ALIPAY_APP,
        out_trade_no: no,
        trade_no: one.vendorNo,
        trade_status: 'TRADE_CLOSED',
        total_amount: yuan(one.amount),
        refund_fee: yuan(refund.amount),
        out_biz_no: refund.no,
      }
      const text = Object.keys(fields)
        .toSorted()
        .map((name) => `${name}=${fields[name]}`)
        .join('&')
      const body = new URLSearchParams({ ...fields, sign: sign(alipay.privateKey, text), sign_type: 'RSA2' }).toString()
      return { body, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } }
    }
    const resource = {
      id: refund.vendorNo,
      status: 'COMPLETED',
      custom_id: no,
      invoice_id: no,
      amount: { currency_code: 'USD', value: yuan(refund.amount) },
    }
    return paypalSigned(JSON.stringify({ id: nextNo('WH'), event_type: 'PAYMENT.CAPTURE.REFUNDED', resource }), at)
  }

  const shared = { privateKey: secretPem }
  const settings = {
    wechat: {
      ...shared,
      mchId: MCH,
      appId: APP,
      serialNo: '1DDE55AD',
      apiV3Key: V3KEY,
      platformSerial: PUBLIC_ID,
      platformKey: pem(wechat.public),
      baseUrl: stub.url,
    },
    alipay: { ...shared, appId: ALIPAY_APP, alipayPublicKey: pem(alipay), gateway: `${stub.url}/gateway.do` },
    paypal: { clientId: 'client', clientSecret: 'paypal-secret', webhookId: PAYPAL_HOOK, currency: 'USD', rate: '7.2', baseUrl: stub.url },
  }
  const certificate = { platformSerial2: CERTIFICATE_ID, platformKey2: pem(wechat.certificate) }
  /** What the services hold for the merchant: payments less refunds, in their smallest units. */
  const holds = (vendor: Vendor) =>
    paid(vendor).reduce((sum, one) => sum + one.amount, 0) - carriedOut(vendor).reduce((sum, one) => sum + one.amount, 0)
  return { ...stub, settings, certificate, state, hooks, books, refunds, pay, notice, giveBack, refundNotice, paypalRefundNotice, holds }
}

function sealed(text: string) {
  const nonce = 'abcdefghijkl'
  const cipher = createCipheriv('aes-256-gcm', V3KEY, nonce)
  cipher.setAAD(Buffer.from('transaction'))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data: 'transaction' }
}

/** Node only decodes GBK: the inverse of its decoder, for the characters of these texts. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk')
  const table = new Map<string, number[]>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) table.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  return Buffer.from(
    Array.from(text).flatMap((letter) => (letter.codePointAt(0)! < 128 ? [letter.codePointAt(0)!] : (table.get(letter) ?? [63]))),
  )
}
