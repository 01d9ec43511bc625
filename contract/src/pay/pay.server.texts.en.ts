import type { Translated } from '../kernel/message.ts'
import type { payServerTexts } from './pay.server.texts.ts'

export const payServerTextsEn: Translated<typeof payServerTexts> = {
  pemUnreadable: 'This key cannot be read. Please paste the whole PEM text',
  invoiceFileNeeded: 'Please upload the invoice file first',
  invoiceFileOrReason: 'Please upload the invoice file, or say in the reply why there is none',
}
