// What can be bought. Courses, exams and banks register themselves, because pay is below them.
import type { GoodsType } from '@shuyuan/contract/pay/order-state.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { appPart } from '../../../kernel/part.ts'

export type GoodsChange = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
export type Bought = { userId: string; goodsId: string }
export type GoodsRow = { id: string; title: string; price: number; costPoints: number }
/** `ids`: these, priced or not; else those with a price, newest first, at most `most` */
export type GoodsSearch = { ids: string[] } | { title: string; most: number }
export type Goods = {
  find: (db: Database, search: GoodsSearch) => Promise<GoodsRow[]>
  /** whether they are still sold, to anybody */
  isSold: (ctx: Pick<Ctx, 'db' | 'now'>, goodsId: string) => Promise<boolean>
  /** follows a payment, in its transaction */
  onPaid?: (ctx: GoodsChange, bought: Bought) => Promise<void>
  /** Takes back the certificates of a buyer who got the whole price back, in the transaction of the refund. `since`: the payment. */
  revokeCerts?: (ctx: GoodsChange, bought: Bought & { since: Date }) => Promise<void>
}
const goodsOf = appPart((): Map<string, Goods> => new Map())

/** Registers a kind of goods. */
export const addGoods = (app: App, type: GoodsType, goods: Goods): void => void goodsOf(app).set(type, goods)

/** The goods of a type; undefined for one that no domain has registered. */
export const goodsFor = (app: App, type: string): Goods | undefined => goodsOf(app).get(type)

/** Whether these goods are still sold; decides about payments that arrive after their order was closed. */
export const isSold = async (ctx: Pick<Ctx, 'app' | 'db' | 'now'>, type: GoodsType, goodsId: string): Promise<boolean> =>
  (await goodsFor(ctx.app, type)?.isSold(ctx, goodsId)) ?? false
