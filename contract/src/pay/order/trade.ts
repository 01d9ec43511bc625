// Paying an order, in one of the ways that are enabled. A repeated call while the trade is open answers the same.
import * as z from '../../kernel/z.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { code, id } from '../../kernel/field.ts'
import { orderState } from '../order-state.ts'

const rate = { by: 'user', max: 30, seconds: 60 } as const
const input = z.object({ id: id('订单') })
const orderStateOnly = z.object({ orderState: code('订单状态', orderState) })

export const payTrade = endpoints('pay', {
  /** the text of a QR code that WeChat reads */
  'wechat/trade': hot({ title: '微信支付下单', permit: 'any', rate, input, output: z.object({ codeUrl: z.string() }) }),
  /** `form`: HTML of a form that goes to Alipay; `action` and `inputs`: the same for a page that builds the form itself */
  'alipay/trade': hot({
    title: '支付宝下单',
    permit: 'any',
    rate,
    input,
    output: z.object({ form: z.string(), action: z.string(), inputs: z.record(z.string(), z.string()) }),
  }),
  /** the address of PayPal's page */
  'paypal/trade': hot({ title: 'PayPal 下单', permit: 'any', rate, input, output: z.object({ url: z.string() }) }),
  'points/trade': hot({ title: '积分支付下单', permit: 'any', rate, input, output: orderStateOnly }),
  /** the test channel: pays at once, on a demonstration only */
  'local/trade': hot({ title: '测试支付下单', permit: 'any', rate, input, output: orderStateOnly }),
})
