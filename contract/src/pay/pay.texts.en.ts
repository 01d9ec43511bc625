import type { Translated } from '../kernel/message.ts'
import type { payTexts } from './pay.texts.ts'

export const payTextsEn: Translated<typeof payTexts> = {
  invoiceTitleEmpty: 'Please enter the company name!',
  taxNoEmpty: 'Please enter the tax number!',
  invoiceEmailEmpty: 'Please enter the e-mail address for the invoice!',
  invoicePhoneEmpty: 'Please enter the phone number for the invoice!',
  orderUnchosen: 'Please choose an order',
  couponAmountEmpty: 'Please enter the amount',
  couponGoodsKind: 'Please choose the kind of goods first',
}
