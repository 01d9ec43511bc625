// What the server refuses and reports, by key. English stands beside it in pay.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const payServerTexts = {
  invoiceFileNeeded: '请先上传发票文件',
} as const

export const say = speaker(payServerTexts)
