import type { Translated } from '../kernel/message.ts'
import type { payTexts } from './pay.texts.ts'

export const payTextsEn: Translated<typeof payTexts> = {
  invoiceTitleEmpty: 'Please enter the company name!',
  taxNoEmpty: 'Please enter the tax number!',
  taxNoForm: 'Please check the tax number: a unified social credit code has 18 characters, an older number 15 to 20',
  invoiceEmailEmpty: 'Please enter the e-mail address for the invoice!',
  invoicePhoneEmpty: 'Please enter the phone number for the invoice!',
  orderUnchosen: 'Please choose an order',
  couponAmountEmpty: 'Please enter the amount',
  couponGoodsKind: 'Please choose the kind of goods first',
}
