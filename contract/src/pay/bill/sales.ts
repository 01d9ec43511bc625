// What was sold, by goods and by month.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { choice, keyword, moment, money, pageOf, paging } from '../../kernel/field.ts'
import { goodsType } from '../order-state.ts'

const sums = {
  count: z.int().meta({ title: '订单数' }),
  amount: money('实收金额', 1e12),
  refunded: money('已退金额', 1e12),
  points: z.int().meta({ title: '实付积分' }),
}
const period = { fromTime: moment('付款从').optional(), toTime: moment('付款到').optional() }

export const sales = endpoints('pay/sales', {
  paging: query({
    title: '销售统计',
    permit: 'pay:sales',
    input: paging({ goodsType: choice('类型', goodsType).optional(), goodsTitle: keyword('商品名称'), ...period }),
    output: pageOf(
      z.object({ goodsType: choice('类型', goodsType), goodsId: z.string(), goodsTitle: z.string().meta({ title: '商品名称' }), ...sums }),
    ),
  }),
  /** the last 24 months with sales, latest first */
  months: query({
    title: '按月销售',
    permit: 'pay:sales',
    input: z.object({ goodsType: choice('类型', goodsType).optional() }),
    output: z.array(z.object({ month: z.string().meta({ title: '月份' }), ...sums })),
  }),
})
