// A few paid orders of the demo site.
import { makeOrder } from '../domains/pay/order.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'

const DAY = 86_400_000

/** User, days ago, index of the bank, price in hundredths, payment method. */
const sales: [userName: string, days: number, bank: number, price: number, payMethod: string][] = [
  ['learner01', 20, 0, 9_900, 'wechat'],
  ['learner01', 12, 1, 6_800, 'alipay'],
  ['learner01', 3, 2, 12_900, 'paypal'],
  ['learner02', 8, 0, 9_900, 'alipay'],
]

/** Adds them all; users and banks must exist. */
export async function addDemoOrders(ctx: Ctx): Promise<void> {
  const repos = await ctx.db.selectFrom('repo').orderBy('id').select(['id', 'title']).execute()
  for (const [userName, days, bank, price, payMethod] of sales) {
    const user = await ctx.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirst()
    const repo = repos[bank]
    if (!user || !repo) continue
    const createTime = new Date(ctx.now.getTime() - days * DAY)
    await makeOrder(ctx.db, { userId: user.id, goodsType: 'repo', goodsId: repo.id, goodsTitle: repo.title, price, payMethod, createTime })
  }
}
