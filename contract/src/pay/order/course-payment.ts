// The caller's purchases: courses, exams and banks in one list (decisions.md 20).
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { choice, code, id, keyword, moment, money, pageOf, paging } from '../../kernel/field.ts'
import { goodsType, invoiceState, orderState } from '../order-state.ts'

const Payment = z.object({
  orderId: id('订单'),
  /** the id of the purchase, which is the order's id */
  buyId: z.string(),
  orderNo: z.string().meta({ title: '订单号' }),
  goodsType: choice('类型', goodsType),
  goodsType_dictText: z.string().meta({ title: '类型' }),
  goodsId: z.string(),
  /** empty for exams and banks */
  courseId: z.string(),
  courseName: z.string().meta({ title: '商品名称' }),
  price: money('金额'),
  /** points that were spent instead of money */
  paidPoints: z.int().meta({ title: '实付积分' }),
  payMethod: z.string(),
  payMethod_dictText: z.string().meta({ title: '支付方式' }),
  payTime: moment('付款时间').nullable(),
  orderState: code('订单状态', orderState),
  orderState_dictText: z.string().meta({ title: '订单状态' }),
  invoiceState: code('发票', invoiceState),
  invoiceState_dictText: z.string().meta({ title: '发票' }),
  /** empty: no invoice has been requested */
  invoiceApplyId: z.string(),
  fileUrl: z.string(),
})

export const coursePayment = endpoints('course/buy/coursePayment', 'course', {
  page: query({
    title: '付款记录',
    permit: 'any',
    module: false,
    input: paging({ courseName: keyword('商品名称'), goodsType: choice('类型', goodsType).optional() }),
    output: pageOf(Payment),
  }),
  /** the receipt of an own order as a picture, named by the order; refused before payment */
  download: download({
    title: '下载付款收据',
    permit: 'any',
    module: false,
    rate: { by: 'user', max: 20, seconds: 60 },
    input: z.object({ orderId: id('订单') }),
    output: fileReply('image/png'),
  }),
})
