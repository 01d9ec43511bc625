// The daily bills of WeChat Pay (text) and Alipay (zip of text in GBK).
import { unzipSync } from 'fflate'
import type { BillLine } from './bill.rules.ts'
import { amountOf, fromWallClock } from './sign.rules.ts'

const ZONE = 8
const MOST_BYTES = 200_000_000

/** The rows below the line that begins with `first`, as objects by heading. WeChat puts ` before values, Alipay tabs after them. */
function rowsOf(text: string, first: string): Record<string, string>[] {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => line.replace(/^\uFEFF/, '').startsWith(first))
  if (at < 0) return []
  const cells = (line: string) => line.split(',').map((cell) => cell.replace(/^[\uFEFF`\t ]+|(?<![\t ])[\t ]+$/g, ''))
  const names = cells(lines[at]!)
  const rows: Record<string, string>[] = []
  for (const line of lines.slice(at + 1)) {
    const values = cells(line)
    // the totals below have fewer columns
    if (values.length < names.length) break
    rows.push(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])))
  }
  return rows
}

export function wechatBill(text: string): BillLine[] {
  return rowsOf(text, '交易时间').flatMap((row): BillLine[] => {
    const at = fromWallClock(row['交易时间'] ?? '', ZONE)
    const outTradeNo = row['商户订单号'] ?? ''
    const shared = { outTradeNo, currency: row['货币种类'] || 'CNY', at }
    if (row['交易状态'] === 'SUCCESS') {
      const amount = amountOf(row['订单金额'] || row['应结订单金额'] || '', 'CNY')
      return [{ ...shared, no: outTradeNo, vendorNo: row['微信订单号'] ?? '', amount, refund: false }]
    }
    if (row['交易状态'] !== 'REFUND' || row['退款状态'] === 'FAIL') return []
    const amount = -amountOf(row['申请退款金额'] || row['退款金额'] || '', 'CNY')
    return [{ ...shared, no: row['商户退款单号'] ?? '', vendorNo: row['微信退款单号'] ?? '', amount, refund: true }]
  })
}

export function alipayBill(zip: Uint8Array): BillLine[] {
  const files = unzipSync(zip, { filter: ({ name, originalSize }) => name.endsWith('.csv') && originalSize < MOST_BYTES })
  const texts = Object.values(files).map((bytes) => new TextDecoder('gbk').decode(bytes))
  return texts.flatMap((text) =>
    rowsOf(text, '支付宝交易号').flatMap((row): BillLine[] => {
      const outTradeNo = row['商户订单号'] ?? ''
      const refund = row['业务类型'] === '退款'
      if (!refund && row['业务类型'] !== '交易') return []
      const amount = amountOf(row['订单金额（元）'] ?? '', 'CNY')
      const no = refund ? row['退款批次号/请求号'] || `${outTradeNo}-R` : outTradeNo
      const at = fromWallClock(row['完成时间'] ?? '', ZONE)
      return [
        { no, outTradeNo, vendorNo: row['支付宝交易号'] ?? '', amount: refund ? -Math.abs(amount) : amount, currency: 'CNY', at, refund },
      ]
    }),
  )
}
