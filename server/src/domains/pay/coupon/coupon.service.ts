// Coupons and redeem codes: made in numbers, listed, exported, and used by buyers.
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type coupon, couponKind, type CouponKind } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { goodsType, type GoodsType, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { type SheetColumn, streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { openStates } from '../order/open-order.service.ts'
import { lockOrder, markPaid } from '../order/settle.service.ts'
import { checkGoods, withTitles } from './coupon-goods.service.ts'
import { effectOf, newCode, priceWith, readCode } from './coupon.rules.ts'

type Filter = Input<typeof coupon.export>['params']
const PORTION = 1_000

const matching = ({ db }: Ctx, { title, code, kind, enabled }: Filter) =>
  db
    .selectFrom('payCoupon')
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(!!code, (q) => q.where('code', '=', readCode(code ?? '')))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? ''))
    .$if(enabled !== undefined, (q) => q.where('enabled', '=', enabled!))
    .select(['id', 'code', 'title', 'kind', 'value', 'goodsType', 'goodsId', 'mostUses', 'used', 'enabled', 'expireTime', 'createTime'])

/** Coupons, newest first. */
export async function pageCoupons(ctx: Ctx, { params, ...paging }: Input<typeof coupon.paging>): Promise<Output<typeof coupon.paging>> {
  const sortable = { createTime: 'createTime', used: 'used', expireTime: 'expireTime' }
  const page = await pageByKey(ctx.db, matching(ctx, params), paging, {
    key: 'payCoupon.id',
    sortable,
    fallback: [['payCoupon.id', 'desc']],
  })
  const records = (await withTitles(ctx, page.records)).map((row) => ({
    ...row,
    kind: row.kind as CouponKind,
    goodsType: row.goodsType === '' ? null : (row.goodsType as GoodsType),
    effect: effectOf(row),
  }))
  return { ...page, records }
}

/** Makes codes with the same effect. Fails at goodsId for goods that do not exist. */
export async function addCoupons(ctx: Ctx, input: Input<typeof coupon.add>): Promise<{ total: number }> {
  await checkGoods(ctx, input)
  const { total, amount, percent, ...given } = input
  const value = { off: amount, percent, free: 0 }[given.kind]
  const shared = { ...given, goodsType: given.goodsType ?? '', value, createBy: ctx.user.id, createTime: ctx.now }
  await ctx.db
    .insertInto('payCoupon')
    .values(Array.from({ length: total }, () => ({ ...shared, code: newCode() })))
    .execute()
  return { total }
}

export async function setCouponState({ db }: Ctx, { ids, enabled }: Input<typeof coupon.state>): Promise<true> {
  await db.updateTable('payCoupon').set({ enabled }).where('id', 'in', ids).execute()
  return true
}

const headings: SheetColumn[] = ['优惠码', '名称', '优惠方式', '优惠', '适用商品', '可用次数', '已用次数', '启用', '有效期至'].map(
  (header) => ({
    header,
  }),
)

/** The same coupons as a sheet. */
export async function exportCoupons(ctx: Ctx, { params }: Input<typeof coupon.export>): Promise<FileReply> {
  return {
    name: `优惠券_${toWallClock(ctx.now).slice(0, 10)}.xlsx`,
    type: xlsxType,
    body: streamSheet('优惠券', headings, rowsOf(ctx, params)),
  }
}

const placeOf = (row: { goodsType: string; goodsId: string | null; goodsTitle: string }): string => {
  if (row.goodsType === '') return '全部商品'
  const kind = goodsType[row.goodsType as GoodsType]
  return row.goodsId === null ? kind : `${kind} ${row.goodsTitle || row.goodsId}`
}

async function* rowsOf(ctx: Ctx, filter: Filter): AsyncGenerator<string[]> {
  let below: string | undefined
  for (;;) {
    const query = matching(ctx, filter).orderBy('id', 'desc').limit(PORTION)
    const portion = await query.$if(below !== undefined, (q) => q.where('id', '<', below ?? '')).execute()
    for (const row of await withTitles(ctx, portion))
      yield [
        row.code,
        row.title,
        couponKind[row.kind as CouponKind],
        effectOf(row),
        placeOf(row),
        String(row.mostUses),
        String(row.used),
        row.enabled ? '是' : '否',
        row.expireTime ? toWallClock(row.expireTime) : '',
      ]
    below = portion.at(-1)?.id
    if (below === undefined || portion.length < PORTION) return
  }
}

/**
 * Applies a code to the caller's own unpaid order; an order that costs nothing then is paid. The code counts as used while the order is
 * open or paid. Fails notFound, orderPaid, orderClosed, couponTaken, couponWrong, couponOver.
 */
export async function useCoupon(ctx: Ctx, { orderId, code }: Input<typeof coupon.use>): Promise<Output<typeof coupon.use>> {
  const { db, now } = ctx
  const order = must(await lockOrder(ctx, orderId))
  if (order.userId !== ctx.user.id) fail('notFound')
  if (order.orderState === OrderState.paid || order.orderState === OrderState.refunded) fail('orderPaid')
  if (!openStates.includes(order.orderState) || order.expireTime! <= now) fail('orderClosed')
  if (order.couponCode !== '') fail('couponTaken')
  const found = await db.selectFrom('payCoupon').where('code', '=', readCode(code)).selectAll().forUpdate().executeTakeFirst()
  const fits = found?.enabled && ['', order.goodsType].includes(found.goodsType) && (found.goodsId ?? order.goodsId) === order.goodsId
  // goods that are sold for points only have no price to reduce
  if (!fits || (order.price === 0 && found.kind !== 'free')) return fail('couponWrong')
  if (found.used >= found.mostUses || (found.expireTime && found.expireTime <= now)) fail('couponOver')
  const price = priceWith(order.price, found)
  await db
    .updateTable('payCoupon')
    .set({ used: found.used + 1 })
    .where('id', '=', found.id)
    .execute()
  await db
    .updateTable('payOrder')
    .set({ price, fullPrice: order.price, couponCode: found.code, updateTime: now })
    .where('id', '=', orderId)
    .execute()
  const isFree = price === 0
  if (isFree) await markPaid(ctx, order, { payMethod: 'coupon', paidAmount: 0, paidPoints: 0, payTime: now })
  return { paid: isFree, price }
}
