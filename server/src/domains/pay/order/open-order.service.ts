// Opens and closes orders. A buyer has at most one open order for the same goods.
import { type GoodsType, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { hasBought } from './order.service.ts'

const OPEN_MS = 30 * 60_000
/** an order that closes sooner is not given to a buyer again */
const LEAST_MS = 5 * 60_000

export const openStates: readonly OrderState[] = [OrderState.unpaid, OrderState.paying]
export type Goods = { type: GoodsType; id: string; title: string; price: number; costPoints: number }

/** Orders of one buyer for the same goods are opened, paid and closed one after the other. */
export const lockPurchase = (db: Database, userId: string, type: string, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`pay.goods ${userId} ${type} ${id}`}, 0))`.execute(db)

/** The date and eight random digits. */
export const newOrderNo = (now: Date) => `${toWallClock(now).replaceAll(/\D/g, '')}${String(randomInt(1e8)).padStart(8, '0')}`

/**
 * The caller's open order for these goods, a new one unless there is one of the same price. Called in a command.
 * Fails goodsFree, and goodsBought.
 */
export async function openOrder({ db, user, now }: Pick<Ctx, 'db' | 'user' | 'now'>, goods: Goods): Promise<{ orderId: string }> {
  if (goods.price === 0 && goods.costPoints === 0) fail('goodsFree')
  await lockPurchase(db, user.id, goods.type, goods.id)
  if (await hasBought(db, user.id, goods.type, goods.id)) fail('goodsBought')
  const open = await db
    .selectFrom('payOrder')
    .where('userId', '=', user.id)
    .where('goodsType', '=', goods.type)
    .where('goodsId', '=', goods.id)
    .where('orderState', 'in', openStates)
    .select(['id', 'goodsTitle', 'price', 'fullPrice', 'costPoints', 'expireTime', 'couponCode'])
    .forUpdate()
    .executeTakeFirst()
  if (open) {
    const isSame = (open.fullPrice ?? open.price) === goods.price && open.costPoints === goods.costPoints && open.goodsTitle === goods.title
    if (isSame && open.expireTime!.getTime() - now.getTime() > LEAST_MS) return { orderId: open.id }
    await closeOrder(db, open, now)
  }
  const { id } = await db
    .insertInto('payOrder')
    .values({
      orderNo: newOrderNo(now),
      userId: user.id,
      goodsType: goods.type,
      goodsId: goods.id,
      goodsTitle: goods.title,
      price: goods.price,
      costPoints: goods.costPoints,
      expireTime: new Date(now.getTime() + OPEN_MS),
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orderId: id }
}

/** Closes an open, locked order, and gives back its coupon. Its trades are closed at the payment services by the next check. */
export async function closeOrder(db: Database, { id, couponCode }: { id: string; couponCode: string }, now: Date): Promise<void> {
  await db.updateTable('payOrder').set({ orderState: OrderState.closed, updateTime: now }).where('id', '=', id).execute()
  if (couponCode !== '')
    await db
      .updateTable('payCoupon')
      .set({ used: sql<number>`greatest(0, used - 1)` })
      .where('code', '=', couponCode)
      .execute()
}
