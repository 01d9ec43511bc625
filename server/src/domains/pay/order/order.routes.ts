// /api/pay/order, the trades, the notices of the payment services, and the own orders of /api/course/buy/coursePayment
import { payBought } from '@shuyuan/contract/pay/order/bought.ts'
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import { payNotify } from '@shuyuan/contract/pay/order/notify.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { takeNotice } from './notice.service.ts'
import { exportOrders, pageOrders, pageRefunds, totalOrders } from './order-list.service.ts'
import { findOrder, giveUpOrder, listBought } from './own-order.service.ts'
import { pageOwnPayments } from './order.service.ts'
import { downloadReceipt } from './receipt.service.ts'
import { refundOrder, retryRefund } from './refund.service.ts'
import { tradeAlipay, tradeLocal, tradePaypal, tradePoints, tradeWechat } from './trade.service.ts'

export default [
  ...serve(coursePayment, { page: pageOwnPayments, download: downloadReceipt }),
  ...serve(payBought, { bought: listBought }),
  ...serve(payOrder, {
    detail: findOrder,
    close: giveUpOrder,
    paging: pageOrders,
    total: totalOrders,
    export: exportOrders,
    refund: refundOrder,
    'refund-paging': pageRefunds,
    'refund-retry': retryRefund,
  }),
  ...serve(payTrade, {
    'wechat/trade': tradeWechat,
    'alipay/trade': tradeAlipay,
    'paypal/trade': tradePaypal,
    'points/trade': tradePoints,
    'local/trade': tradeLocal,
  }),
  ...serve(payNotify, {
    wechat: (ctx, input) => takeNotice(ctx, 'wechat', input),
    alipay: (ctx, input) => takeNotice(ctx, 'alipay', input),
    paypal: (ctx, input) => takeNotice(ctx, 'paypal', input),
  }),
]
