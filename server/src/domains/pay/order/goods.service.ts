// What can be bought. Courses, exams and banks register themselves, because pay is below them.
import type { GoodsType } from '@shuyuan/contract/pay/order-state.ts'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

/** Whether goods are still sold, to anybody. */
type IsSold = (app: App, goodsId: string) => Promise<boolean>
const goodsOf = appPart((): Map<GoodsType, IsSold> => new Map())

/** Registers a kind of goods. */
export const addGoods = (app: App, type: GoodsType, isSold: IsSold): void => void goodsOf(app).set(type, isSold)

/** Whether these goods are still sold; decides about payments that arrive after their order was closed. */
export const isSold = async (app: App, type: GoodsType, goodsId: string): Promise<boolean> =>
  (await goodsOf(app).get(type)?.(app, goodsId)) ?? false
