// What can be bought, how it is paid, and how far an order and its invoice have come.
export const goodsType = { course: '课程', exam: '考试', repo: '题库' } as const
export type GoodsType = keyof typeof goodsType

/** 2 is paid (learner.md, *Entities*). */
export const orderState = { 0: '待支付', 1: '支付中', 2: '已支付', 3: '已关闭', 4: '已退款' } as const

/** learner.md, *States*: the titles of the invoice dialog say the same. */
export const invoiceState = { 0: '未申请', 1: '处理中', 2: '已处理' } as const
/** The same once there is an application: 0 is one that the office has sent back. */
export const appliedState = { ...invoiceState, 0: '已退回' } as const
