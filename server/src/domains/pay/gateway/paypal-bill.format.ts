// Amounts and daily bills of PayPal.
import type { BillLine } from './bill.rules.ts'
import { type Json, textAt } from './json.rules.ts'
import { amountOf } from './sign.rules.ts'

/** An amount in the smallest unit of its currency; NaN for what is none. */
export const amountIn = (amount: unknown) => {
  const currency = textAt(amount, 'currency_code')
  return { vendorAmount: amountOf(textAt(amount, 'value'), currency), currency }
}

/** The number under which PayPal knows a refund; `failedNo`: PayPal's number of the attempt before, which failed there. */
export const paypalInvoiceId = (refundNo: string, failedNo: string): string => (failedNo === '' ? refundNo : `${refundNo}-${failedNo}`)

/** Our number of a refund; one that was made at PayPal has none, and repeats the number of the payment. */
export const paypalRefundNo = (invoiceId: string, outTradeNo: string, id: string): string =>
  invoiceId === '' || invoiceId === outTradeNo ? id : invoiceId.replace(/^(\d+R\d*)-\w+$/, '$1')

/** The completed payments and refunds of a page of transactions. */
export function paypalBill(details: readonly { transaction_info: Json }[]): BillLine[] {
  return details.flatMap(({ transaction_info: info }): BillLine[] => {
    const { vendorAmount, currency } = amountIn(info.transaction_amount)
    const refund = textAt(info, 'transaction_event_code').startsWith('T11')
    const isPayment = textAt(info, 'transaction_event_code').startsWith('T00') && vendorAmount > 0
    if (textAt(info, 'transaction_status') !== 'S' || (!refund && !isPayment)) return []
    const own = textAt(info, 'invoice_id')
    const outTradeNo = textAt(info, 'custom_field') || own
    const vendorNo = textAt(info, 'transaction_id')
    const no = refund ? paypalRefundNo(own, outTradeNo, vendorNo) : own || outTradeNo
    const at = new Date(Date.parse(textAt(info, 'transaction_initiation_date')) || 0)
    return [{ no, outTradeNo, vendorNo, amount: refund ? -Math.abs(vendorAmount) : vendorAmount, currency, at, refund }]
  })
}
