import type { Translated } from '../kernel/message.ts'
import type { payServerTexts } from './pay.server.texts.ts'

export const payServerTextsEn: Translated<typeof payServerTexts> = {
  couponGoodsGone: 'These goods do not exist or have been deleted',
  invoiceFileNeeded: 'Please upload the invoice file first',
  invoiceFileOrReason: 'Please upload the invoice file, or say in the reply why there is none',
}
