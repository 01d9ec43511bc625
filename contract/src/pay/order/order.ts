// Orders: the buyer's own, and the back office's lists, totals, refunds.
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply, hot, query } from '../../kernel/endpoint.ts'
import { choice, code, flag, id, keyword, moment, money, pageOf, paging, text } from '../../kernel/field.ts'
import { goodsType, orderState, payMethod, refundState } from '../order-state.ts'

const Order = z.object({
  id: id('订单'),
  orderNo: z.string().meta({ title: '订单号' }),
  goodsType: choice('类型', goodsType),
  goodsId: z.string(),
  goodsTitle: z.string().meta({ title: '商品名称' }),
  price: money('应付金额'),
  /** before a coupon */
  fullPrice: money('原价'),
  costPoints: z.int().meta({ title: '应付积分' }),
  couponCode: z.string().meta({ title: '优惠码' }),
  orderState: code('订单状态', orderState),
  orderState_dictText: z.string().meta({ title: '订单状态' }),
  payMethod: z.string(),
  expireTime: moment('支付截止').nullable(),
  payTime: moment('付款时间').nullable(),
  /** seconds until `expireTime`, by the server's clock */
  leftSeconds: z.int(),
  /** the ways in which this order can be paid now */
  methods: z.array(choice('支付方式', payMethod)),
})

const OrderRow = z.object({
  id: id('订单'),
  orderNo: z.string().meta({ title: '订单号' }),
  goodsType: choice('类型', goodsType),
  goodsId: z.string(),
  goodsTitle: z.string().meta({ title: '商品名称' }),
  realName: z.string().meta({ title: '购买人' }),
  userName: z.string().meta({ title: '账号' }),
  price: money('应付金额'),
  paidAmount: money('实付金额'),
  paidPoints: z.int().meta({ title: '实付积分' }),
  refunded: money('已退金额'),
  couponCode: z.string().meta({ title: '优惠码' }),
  /** an invoice was issued: a refund needs its red one first */
  invoiced: z.boolean(),
  /** paid at a payment service of which no payment is stored: a refund cannot be sent */
  unsendable: z.boolean(),
  payMethod: z.string(),
  payMethod_dictText: z.string().meta({ title: '支付方式' }),
  orderState: code('订单状态', orderState),
  orderState_dictText: z.string().meta({ title: '订单状态' }),
  createTime: moment('下单时间'),
  payTime: moment('付款时间').nullable(),
})

const filter = {
  goodsType: choice('类型', goodsType).optional(),
  goodsId: id('商品').optional(),
  goodsTitle: keyword('商品名称'),
  realName: keyword('购买人'),
  orderNo: keyword('订单号'),
  orderState: code('订单状态', orderState).optional(),
  payMethod: choice('支付方式', payMethod).optional(),
  fromTime: moment('付款从').optional(),
  toTime: moment('付款到').optional(),
}

const RefundRow = z.object({
  id: id('退款'),
  orderId: z.string(),
  refundNo: z.string().meta({ title: '退款单号' }),
  orderNo: z.string().meta({ title: '订单号' }),
  goodsTitle: z.string().meta({ title: '商品名称' }),
  realName: z.string().meta({ title: '购买人' }),
  channel: z.string(),
  channel_dictText: z.string().meta({ title: '支付方式' }),
  amount: money('退款金额'),
  points: z.int().meta({ title: '退回积分' }),
  reason: z.string().meta({ title: '退款原因' }),
  refundState: code('退款状态', refundState),
  refundState_dictText: z.string().meta({ title: '退款状态' }),
  /** what the payment service answered */
  error: z.string().meta({ title: '失败原因' }),
  /** the refund of a second payment, made by the server itself */
  duplicate: z.boolean().meta({ title: '重复支付' }),
  createTime: moment('申请时间'),
  doneTime: moment('完成时间').nullable(),
})

const Total = z.object({
  count: z.int().meta({ title: '订单数' }),
  paid: z.int().meta({ title: '已支付' }),
  amount: money('实收金额', 1e12),
  refunded: money('已退金额', 1e12),
  points: z.int().meta({ title: '实付积分' }),
})

export const payOrder = endpoints('pay/order', {
  /** an own order, or one within the data scope for callers with pay:order:list; asks the payment service at most every 3 s while unpaid */
  detail: hot({
    title: '订单详情',
    permit: 'any',
    rate: { by: 'user', max: 120, seconds: 60 },
    input: z.object({ id: id('订单') }),
    output: Order,
  }),
  /** gives up an own unpaid order */
  close: hot({ title: '取消订单', permit: 'any', input: z.object({ id: id('订单') }), output: z.literal(true) }),
  paging: query({ title: '订单管理', permit: 'pay:order:list', input: paging(filter), output: pageOf(OrderRow) }),
  total: query({ title: '订单合计', permit: 'pay:order:list', input: z.object(filter).partial(), output: Total }),
  export: download({
    title: '导出订单',
    permit: 'pay:order:export',
    input: z.object({ params: z.object(filter).partial().default({}) }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  /** the whole rest without `amount`; a whole refund ends the access, progress stays. Points go back whole. */
  refund: hot({
    title: '退款',
    permit: 'pay:order:refund',
    input: z.object({
      id: id('订单'),
      reason: text('退款原因', 80),
      amount: money('退款金额').optional(),
      /** refunds although an invoice was issued: the office has made a red one */
      invoiceReversed: flag('已开红字发票').optional(),
      /** with the whole: certificates that the course or exam granted since the payment */
      revokeCert: flag('同时撤销获得的证书').default(true),
      /** of an order whose refund cannot be sent: the office has given the money back by another way */
      elsewhere: flag('已另行退还').optional(),
    }),
    output: z.object({ refundState: code('退款状态', refundState), error: z.string() }),
  }),
  'refund-paging': query({
    title: '退款记录',
    permit: 'pay:order:list',
    input: paging({
      refundState: code('退款状态', refundState).optional(),
      orderNo: keyword('订单号'),
      orderId: id('订单').optional(),
    }),
    output: pageOf(RefundRow),
  }),
  /** asks the payment service again for a failed refund */
  'refund-retry': hot({
    title: '重试退款',
    permit: 'pay:order:refund',
    input: z.object({ id: id('退款') }),
    output: z.object({ refundState: code('退款状态', refundState), error: z.string() }),
  }),
})
