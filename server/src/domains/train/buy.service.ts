// The training of a bank as goods.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { repoBuy } from '@shuyuan/contract/train/buy.ts'
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { containing } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { addGoods } from '../pay/order/goods.service.ts'
import { openOrder } from '../pay/order/open-order.service.ts'
import { mustFindRepo } from '../repo/repo.service.ts'

/** Fails notFound for a bank that is not open to training, and as openOrder. */
export async function buyRepo(ctx: Ctx, { repoId }: Input<typeof repoBuy.init>): Promise<Output<typeof repoBuy.init>> {
  const { title, price, costPoints, isTrain } = await mustFindRepo(ctx, repoId)
  if (!isTrain) fail('notFound', say('repoNoTraining'))
  return openOrder(ctx, { type: 'repo', id: repoId, title, price, costPoints })
}

/** Registers banks as goods. */
export const sellRepos = (app: App): void =>
  addGoods(app, 'repo', {
    find: (db, search) => {
      const found = db.selectFrom('repo').select(['id', 'title', 'price', 'costPoints'])
      if ('ids' in search) return found.where('id', 'in', search.ids).execute()
      const priced = found.where((eb) => eb.or([eb('price', '>', 0), eb('costPoints', '>', 0)])).where('isTrain', '=', true)
      return priced.where('title', 'ilike', containing(search.title)).orderBy('id', 'desc').limit(search.most).execute()
    },
    async isSold({ db }, id) {
      const found = db.selectFrom('repo').where('id', '=', id).where('isTrain', '=', true)
      return (await found.select('id').executeTakeFirst()) !== undefined
    },
  })
