// What a buyer has bought: a file of its own, because a learner's first pages load it.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { choice, id } from '../../kernel/field.ts'
import { goodsType } from '../order-state.ts'

export const payBought = endpoints('pay/order', {
  /** which of these goods the caller has bought */
  bought: query({
    title: '已购商品',
    permit: 'any',
    input: z.object({ goodsType: choice('类型', goodsType), goodsIds: z.array(id('商品')).max(100) }),
    output: z.object({ goodsIds: z.array(z.string()) }),
  }),
})
