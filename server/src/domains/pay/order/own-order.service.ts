// An order as its dialog shows it, and giving it up.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { payBought } from '@shuyuan/contract/pay/order/bought.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { type GoodsType, orderState, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { recorded } from '../../site/log/log.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { methodsFor } from '../gateway/channels.service.ts'
import { checkOrder, checkTrades, expireOrder } from './check.service.ts'
import { closeOrder, openStates } from './open-order.service.ts'
import { lockOrder } from './settle.service.ts'
import { among } from '../../../kernel/database.ts'

const isOpen = (state: number) => openStates.includes(state as OrderState)

async function find(ctx: Ctx, id: string) {
  const inScope = can(ctx, 'pay:order:list') ? await withinDataScope(ctx) : undefined
  return must(
    await ctx.db
      .selectFrom('payOrder')
      .innerJoin('sysUser', 'sysUser.id', 'payOrder.userId')
      .where('payOrder.id', '=', id)
      .where((eb) => eb.or([eb('payOrder.userId', '=', ctx.user.id), ...(inScope ? [inScope] : [])]))
      .select(['payOrder.id', 'orderNo', 'userId', 'goodsType', 'goodsId', 'goodsTitle', 'price', 'fullPrice', 'costPoints'])
      .select(['couponCode', 'orderState', 'payMethod', 'payOrder.expireTime', 'payTime'])
      .executeTakeFirst(),
  )
}

/** Fails notFound for another user's order, unless the caller may list orders and the buyer is within their data scope. */
export async function findOrder(ctx: Ctx, { id }: Input<typeof payOrder.detail>): Promise<Output<typeof payOrder.detail>> {
  const { app, now } = ctx
  let order = await find(ctx, id)
  if (order.orderState === OrderState.paying && (await checkOrder(app, id))) order = await find(ctx, id)
  if (isOpen(order.orderState) && order.expireTime! <= now) {
    await expireOrder(app, id)
    order = await find(ctx, id)
  }
  const { userId, ...shown } = order
  const left = order.expireTime ? Math.ceil((order.expireTime.getTime() - now.getTime()) / 1_000) : 0
  const state = order.orderState
  return {
    ...shown,
    goodsType: order.goodsType as GoodsType,
    fullPrice: order.fullPrice ?? order.price,
    orderState: state,
    orderState_dictText: orderState[state],
    leftSeconds: isOpen(state) ? Math.max(0, left) : 0,
    methods: isOpen(state) && userId === ctx.user.id ? await methodsFor(ctx, order) : [],
  }
}

/** Gives up the caller's own order. Fails notFound, and orderPaid when a payment has arrived meanwhile. */
export async function giveUpOrder(ctx: Ctx, { id }: Input<typeof payOrder.close>): Promise<true> {
  const open = await recorded(ctx, payOrder.close, { id }, async (inner) => {
    const order = must(await lockOrder(inner, id))
    if (order.userId !== ctx.user.id) fail('notFound')
    if (order.orderState === OrderState.paid || order.orderState === OrderState.refunded) fail('orderPaid')
    if (isOpen(order.orderState)) await closeOrder(inner.db, order, ctx.now)
    return inner.db.selectFrom('payTrade').where('orderId', '=', id).where('payload', 'is not', null).select('id').execute()
  })
  const ids = open.map((one) => one.id)
  if (await checkTrades(ctx.app, ids, { close: true })) fail('orderPaid')
  return true
}

/** Which of these goods the caller has bought. */
export async function listBought(
  { db, user }: Ctx,
  { goodsType, goodsIds }: Input<typeof payBought.bought>,
): Promise<{ goodsIds: string[] }> {
  const rows = await db
    .selectFrom('payOrder')
    .where('userId', '=', user.id)
    .where('goodsType', '=', goodsType)
    .where(among('goodsId', goodsIds))
    .where('orderState', '=', OrderState.paid)
    .distinct()
    .select('goodsId')
    .execute()
  return { goodsIds: rows.map((row) => row.goodsId) }
}
