// The lists and sums of payments.
import { BillState, InvoiceState, OrderState, RefundState } from '@shuyuan/contract/pay/order-state.ts'
import type { ListSpec, Site } from './spec.ts'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const period = { fromTime: `${day(60)} 00:00:00`, toTime: `${day(30)} 00:00:00` }

/** Filters of orders: the list and its sums have the same. */
export const orderFilters = {
  type: { goodsType: 'course' },
  title: { goodsTitle: '课程1' },
  'one course': { goodsType: 'course', goodsId: '12' },
  no: { orderNo: 'N123' },
  paid: { orderState: OrderState.paid },
  closed: { orderState: OrderState.closed },
  refunded: { orderState: OrderState.refunded },
  'a month': period,
  'paid, a month': { orderState: OrderState.paid, ...period },
  'paid, a year': { orderState: OrderState.paid, fromTime: `${day(365)} 00:00:00`, toTime: `${day(0)} 00:00:00` },
  method: { payMethod: 'alipay' },
} as const

export const payLists = (site: Site): Record<string, ListSpec> => ({
  '/api/course/buy/coursePayment/page': {
    as: ['learner'],
    filters: { name: { courseName: '课程1' }, type: { goodsType: 'course' } },
    sorts: ['payTime', 'price'],
  },
  '/api/pay/bill/paging': {
    as: ['admin'],
    filters: { channel: { channel: 'wechat' }, different: { billState: BillState.different } },
    sorts: ['runTime'],
  },
  '/api/pay/coupon/paging': {
    as: ['admin'],
    filters: { title: { title: '优惠' }, on: { enabled: true }, code: { code: 'C0000123' }, kind: { kind: 'percent' } },
    sorts: ['createTime'],
  },
  '/api/pay/order/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      ...orderFilters,
      name: (at) => ({ realName: site.names[at % site.names.length] }),
    },
    sorts: ['createTime', 'payTime', 'price', 'paidAmount', 'goodsTitle'],
    pages: [2_000],
  },
  '/api/pay/order/refund-paging': {
    as: ['admin'],
    filters: { no: { orderNo: 'N123' }, order: { orderId: '12' }, failed: { refundState: RefundState.failed } },
    sorts: ['createTime', 'amount'],
  },
  '/api/pay/sales/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: { type: { goodsType: 'course' }, title: { goodsTitle: '课程1' }, 'a month': period },
    sorts: ['amount', 'count', 'refunded'],
  },
  '/api/pay/invoice/paging': {
    as: ['admin', 'branch', 'chosen'],
    filters: {
      open: { invoiceState: InvoiceState.processing },
      company: { companyName: '公司12' },
      no: { orderNo: 'N123' },
      name: (at) => ({ realName: site.names[at % site.names.length] }),
    },
    sorts: ['createTime', 'price'],
  },
})
