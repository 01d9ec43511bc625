// What the server refuses and reports, by key. English stands beside it in pay.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const payServerTexts = {
  couponGoodsGone: '商品不存在或已删除',
  invoiceFileNeeded: '请先上传发票文件',
  invoiceFileOrReason: '请上传发票文件，或在处理说明里写明没有文件的原因',
} as const

export const say = speaker(payServerTexts)
