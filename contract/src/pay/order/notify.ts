// Where the payment services report payments and refunds. Each checks the signature of its service.
import { callback, endpoints } from '../../kernel/endpoint.ts'

export const payNotify = endpoints('pay/notify', {
  wechat: callback({ title: '微信支付通知' }),
  alipay: callback({ title: '支付宝通知' }),
  paypal: callback({ title: 'PayPal 通知' }),
})
