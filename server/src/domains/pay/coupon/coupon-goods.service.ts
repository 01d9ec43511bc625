// The one course, exam or bank that a coupon is for.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { say } from '@shuyuan/contract/pay/pay.server.texts.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { goodsFor, type GoodsRow } from '../order/goods.service.ts'

const MAX_GOODS = 50
type Named = { goodsType: string; goodsId: string | null }

/** Goods with a price, newest first. */
export const couponGoods = async (
  { app, db }: Ctx,
  { goodsType, title }: Input<typeof coupon.goods>,
): Promise<Output<typeof coupon.goods>> => (await goodsFor(app, goodsType)?.find(db, { title, most: MAX_GOODS })) ?? []

const namedGoods = async ({ app, db }: Ctx, type: string, ids: string[]): Promise<GoodsRow[]> =>
  ids.length === 0 ? [] : ((await goodsFor(app, type)?.find(db, { ids })) ?? [])

/** Fails at goodsId for goods that do not exist. */
export async function checkGoods(ctx: Ctx, { goodsType, goodsId }: Input<typeof coupon.add>): Promise<void> {
  if (goodsType !== null && goodsId !== null && (await namedGoods(ctx, goodsType, [goodsId])).length === 0)
    failField('goodsId', say('couponGoodsGone'))
}

/** Gives each coupon the title of its goods. */
export async function withTitles<R extends Named>(ctx: Ctx, rows: R[]): Promise<(R & { goodsTitle: string })[]> {
  const titles = new Map<string, string>()
  for (const type of new Set(rows.map((row) => row.goodsType))) {
    const ids = rows.flatMap((row) => (row.goodsType === type && row.goodsId !== null ? [row.goodsId] : []))
    for (const { id, title } of await namedGoods(ctx, type, [...new Set(ids)])) titles.set(`${type} ${id}`, title)
  }
  return rows.map((row) => ({ ...row, goodsTitle: titles.get(`${row.goodsType} ${row.goodsId}`) ?? '' }))
}
