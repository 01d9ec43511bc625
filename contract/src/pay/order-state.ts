// Goods, ways of paying, and the states of orders and invoices.
export const goodsType = { course: '课程', exam: '考试', repo: '题库' } as const
export type GoodsType = keyof typeof goodsType

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

/** learner.md, *States*: the invoice dialog uses the same titles. */
export const invoiceState = { [InvoiceState.none]: '未申请', [InvoiceState.processing]: '处理中', [InvoiceState.done]: '已处理' } as const
/** States of an existing request: 0 is one that the back office has rejected. */
export const appliedState = { ...invoiceState, [InvoiceState.none]: '已退回' } as const
