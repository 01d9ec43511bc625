// Coupons and redeem codes.
import * as z from '../../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { choice, count, flag, id, ids, keyword, moment, money, pageOf, paging, sound, text } from '../../kernel/field.ts'
import { encoded } from '../../kernel/message.ts'
import { goodsType } from '../order-state.ts'
import { say } from '../pay.texts.ts'

/** off: an amount less; percent: this percentage of the price is paid; free: a redeem code, nothing is paid */
export const couponKind = { off: '减免金额', percent: '折扣', free: '兑换码' } as const
export type CouponKind = keyof typeof couponKind

const shared = {
  title: text('名称', 60),
  kind: choice('优惠方式', couponKind),
  goodsType: choice('适用类型', goodsType).nullable().default(null),
  goodsId: id('商品').nullable().default(null),
  mostUses: count('可用次数', 1, 100_000),
  expireTime: moment('有效期至').nullable().default(null),
}

const Coupon = z.object({
  id: id('优惠券'),
  code: z.string().meta({ title: '优惠码' }),
  ...shared,
  /** what it does, as a text */
  effect: z.string().meta({ title: '优惠' }),
  /** '' unless it is bound to one of them, and for goods that are gone */
  goodsTitle: z.string().meta({ title: '商品名称' }),
  used: z.int().meta({ title: '已用次数' }),
  enabled: flag('启用'),
  createTime: moment('创建时间'),
})
const filter = {
  title: keyword('名称'),
  code: keyword('优惠码'),
  kind: choice('优惠方式', couponKind).optional(),
  enabled: flag('启用').optional(),
}

export const coupon = endpoints('pay/coupon', {
  paging: query({ title: '优惠券', permit: 'pay:coupon:list', input: paging(filter), output: pageOf(Coupon) }),
  /** goods with a price for the choice of one, newest first */
  goods: query({
    title: '可绑定优惠券的商品',
    permit: 'pay:coupon:add',
    input: z.object({ goodsType: choice('适用类型', goodsType), title: keyword('商品名称').default('') }),
    output: z.array(
      z.object({
        id: id('商品'),
        title: z.string().meta({ title: '商品名称' }),
        price: money('价格'),
        costPoints: z.int().meta({ title: '积分' }),
      }),
    ),
  }),
  /** makes `total` codes with the same effect */
  add: command({
    title: '新建优惠券',
    permit: 'pay:coupon:add',
    input: z
      .object({
        ...shared,
        total: count('数量', 1, 1_000),
        amount: money('减免金额').default(0),
        percent: count('折扣', 1, 99, '%').default(90),
      })
      .refine((given) => given.kind !== 'off' || given.amount > 0, {
        path: ['amount'],
        error: encoded(say('couponAmountEmpty')),
        when: sound('kind', 'amount'),
      })
      .refine((given) => given.goodsId === null || given.goodsType !== null, {
        path: ['goodsType'],
        error: encoded(say('couponGoodsKind')),
        when: sound('goodsId', 'goodsType'),
      }),
    output: z.object({ total: z.int() }),
  }),
  state: command({
    title: '启用或停用优惠券',
    permit: 'pay:coupon:update',
    input: ids('优惠券').extend({ enabled: flag('启用') }),
    output: z.literal(true),
  }),
  export: download({
    title: '导出优惠券',
    permit: 'pay:coupon:list',
    input: z.object({ params: z.object(filter).partial().default({}) }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  /** applies a code to an own unpaid order; an order that costs nothing then is paid at once */
  use: command({
    title: '使用优惠码',
    permit: 'any',
    rate: { by: 'user', max: 10, seconds: 60 },
    input: z.object({ orderId: id('订单'), code: text('优惠码', 40) }),
    output: z.object({ paid: z.boolean(), price: money('应付金额') }),
  }),
})
