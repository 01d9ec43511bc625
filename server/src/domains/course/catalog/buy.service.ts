// Courses as goods.
import type { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { restoreRefunded, revokeRefunded } from '../../cert/refund.service.ts'
import { addGoods } from '../../pay/order/goods.service.ts'
import { openOrder } from '../../pay/order/open-order.service.ts'
import { simpleDetail } from './my-course.service.ts'
import { rewardFinished } from './reward.service.ts'

/** Fails notFound for a course that the caller does not see, goodsOff after its end, and as openOrder. */
export async function buyCourse(ctx: Ctx, { courseId }: Input<typeof courseBuy.init>): Promise<Output<typeof courseBuy.init>> {
  const { title, price, costPoints, endTime } = await simpleDetail(ctx, { id: courseId })
  if (endTime && endTime <= ctx.now) fail('goodsOff')
  return openOrder(ctx, { type: 'course', id: courseId, title, price, costPoints })
}

/** Registers courses as goods. */
export const sellCourses = (app: App): void =>
  addGoods(app, 'course', {
    find: (db, search) => {
      const found = db.selectFrom('course').select(['id', 'title', 'price', 'costPoints'])
      if ('ids' in search) return found.where('id', 'in', search.ids).execute()
      const priced = found.where((eb) => eb.or([eb('price', '>', 0), eb('costPoints', '>', 0)]))
      return priced.where('title', 'ilike', containing(search.title)).orderBy('id', 'desc').limit(search.most).execute()
    },
    async isSold({ db, now }, id) {
      const found = db.selectFrom('course').where('id', '=', id).where('state', '=', CourseState.enabled)
      const running = found.where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>', now)]))
      return (await running.select('id').executeTakeFirst()) !== undefined
    },
    async onPaid(ctx, { userId, goodsId }) {
      await restoreRefunded(ctx, { refType: 'course', refId: goodsId, userId })
      const own = ctx.db.selectFrom('courseLearn').where('courseId', '=', goodsId).where('userId', '=', userId)
      const learnt = await own.where('finishTime', 'is not', null).select('finishTime').executeTakeFirst()
      // what they could not earn while nothing was paid
      if (learnt) await rewardFinished(ctx, { courseId: goodsId, userId })
    },
    revokeCerts: (ctx, { userId, goodsId, since }) => revokeRefunded(ctx, { refType: 'course', refId: goodsId, userId, since }),
  })
