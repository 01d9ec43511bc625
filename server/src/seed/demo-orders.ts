// A few paid orders of the demo site. Their goods are not offered any more: everything that demo learners see is free.
import { makeOrder } from '../domains/pay/order.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'

const DAY = 86_400_000

type Sold = { id: string; title: string; price: number }
const etiquette: Sold = { id: '900001', title: '前厅礼仪训练营（已下架）', price: 9_900 }
const wine: Sold = { id: '900002', title: '葡萄酒服务入门（已下架）', price: 6_800 }
const revenue: Sold = { id: '900003', title: '收益管理专题（已下架）', price: 12_900 }

/** User, days ago, course, payment method. */
const sales: [userName: string, days: number, sold: Sold, payMethod: string][] = [
  ['learner01', 20, etiquette, 'wechat'],
  ['learner01', 12, wine, 'alipay'],
  ['learner01', 3, revenue, 'paypal'],
  ['learner02', 8, etiquette, 'alipay'],
]

/** Adds them all; users must exist. */
export async function addDemoOrders(ctx: Ctx): Promise<void> {
  for (const [userName, days, { id, title, price }, payMethod] of sales) {
    const user = await ctx.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirst()
    if (!user) continue
    const createTime = new Date(ctx.now.getTime() - days * DAY)
    await makeOrder(ctx.db, { userId: user.id, goodsType: 'course', goodsId: id, goodsTitle: title, price, payMethod, createTime })
  }
}
