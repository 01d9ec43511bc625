// Goods, ways of paying, and the states of orders, trades, refunds, bills and invoices.
import type { PayName } from '../site/provider/pay-name.ts'

export const goodsType = { course: '课程', exam: '考试', repo: '题库' } as const
export type GoodsType = keyof typeof goodsType

/** How an order can be paid. `local` is the test channel of a demonstration, `coupon` a redeem code or a coupon over the whole price. */
export const payMethod = {
  wechat: '微信支付',
  alipay: '支付宝',
  paypal: 'PayPal',
  points: '积分支付',
  local: '测试支付',
  coupon: '优惠券',
} as const satisfies Record<PayName | 'local' | 'coupon', string>
export type PayMethod = keyof typeof payMethod
/** The ways in which money is paid. */
export type Channel = Exclude<PayMethod, 'points' | 'coupon'>

export const OrderState = { unpaid: 0, paying: 1, paid: 2, closed: 3, refunded: 4 } as const
export type OrderState = (typeof OrderState)[keyof typeof OrderState]
export const InvoiceState = { none: 0, processing: 1, done: 2 } as const
export type InvoiceState = (typeof InvoiceState)[keyof typeof InvoiceState]
/** 2 is paid (learner.md, *Entities*). */
export const orderState = {
  [OrderState.unpaid]: '待支付',
  [OrderState.paying]: '支付中',
  [OrderState.paid]: '已支付',
  [OrderState.closed]: '已关闭',
  [OrderState.refunded]: '已退款',
} as const

export const TradeState = { asked: 0, paid: 1, closed: 2, failed: 3 } as const
export type TradeState = (typeof TradeState)[keyof typeof TradeState]

export const RefundState = { asked: 0, processing: 1, done: 2, failed: 3 } as const
export type RefundState = (typeof RefundState)[keyof typeof RefundState]
export const refundState = {
  [RefundState.asked]: '待退款',
  [RefundState.processing]: '退款中',
  [RefundState.done]: '退款完成',
  [RefundState.failed]: '退款失败',
} as const

export const BillState = { equal: 0, different: 1, unread: 2 } as const
export type BillState = (typeof BillState)[keyof typeof BillState]
export const billState = {
  [BillState.equal]: '账目一致',
  [BillState.different]: '有差异',
  [BillState.unread]: '未取得账单',
} as const

/** learner.md, *States*: the invoice dialog uses the same titles. */
export const invoiceState = { [InvoiceState.none]: '未申请', [InvoiceState.processing]: '处理中', [InvoiceState.done]: '已处理' } as const
/** States of an existing request: 0 is one that the back office has rejected. */
export const appliedState = { ...invoiceState, [InvoiceState.none]: '已退回' } as const
