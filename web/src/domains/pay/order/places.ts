// The learner's pages of what is sold.
import type { GoodsType } from '@shuyuan/contract/pay/order-state.ts'

export const places: Record<GoodsType, string> = { course: '/web/course/view/', exam: '/web/exam/check/', repo: '/web/repo/view/' }
