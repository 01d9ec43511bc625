// Exams as goods.
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { restoreRefunded, revokeRefunded } from '../../cert/refund.service.ts'
import { addGoods } from '../../pay/order/goods.service.ts'
import { openOrder } from '../../pay/order/open-order.service.ts'
import { entryProblems } from '../attempt/entry/entry.rules.ts'
import { afterMarked } from '../grade/due.service.ts'
import { applicantOf, findEntry } from './entry.service.ts'

/** Reasons for which a buyer could not take the exam. */
const hopeless: readonly ErrorName[] = ['examNotOpen', 'examDisabled', 'examEnded', 'examNoTries', 'examTooLate']

/** Fails notFound, the reason for which the caller could not take the exam, and as openOrder. */
export async function buyExam(ctx: Ctx, { examId }: Input<typeof examBuy.init>): Promise<Output<typeof examBuy.init>> {
  const entry = await findEntry(ctx, examId)
  const problem = entryProblems(entry, await applicantOf(ctx, entry), ctx.now).find((name) => hopeless.includes(name))
  if (problem) fail(problem)
  const { title, price, costPoints } = entry
  return openOrder(ctx, { type: 'exam', id: examId, title, price, costPoints })
}

/** Registers exams as goods. */
export const sellExams = (app: App): void =>
  addGoods(app, 'exam', {
    find: (db, search) => {
      const found = db.selectFrom('exam').select(['id', 'title', 'price', 'costPoints'])
      if ('ids' in search) return found.where('id', 'in', search.ids).execute()
      const priced = found.where((eb) => eb.or([eb('price', '>', 0), eb('costPoints', '>', 0)]))
      return priced.where('title', 'ilike', containing(search.title)).orderBy('id', 'desc').limit(search.most).execute()
    },
    async isSold({ db, now }, id) {
      const found = db.selectFrom('exam').where('id', '=', id).where('state', '=', ExamState.enabled)
      const running = found.where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>', now)]))
      return (await running.select('id').executeTakeFirst()) !== undefined
    },
    async onPaid(ctx, { userId, goodsId }) {
      // a key may have been corrected since the refund
      const passed = await passedPapers(ctx.db, userId, goodsId)
      if (passed.length === 0) return
      await restoreRefunded(ctx, { refType: 'exam', refId: goodsId, userId })
      // what they could not earn while nothing was paid
      await afterMarked(ctx, passed)
    },
    revokeCerts: (ctx, { userId, goodsId, since }) => revokeRefunded(ctx, { refType: 'exam', refId: goodsId, userId, since }),
  })

async function passedPapers(db: Ctx['db'], userId: string, examId: string): Promise<string[]> {
  const papers = db.selectFrom('paper').where('examId', '=', examId).where('userId', '=', userId)
  const passed = await papers.where('state', '=', PaperState.done).where('passed', '=', true).select('id').execute()
  return passed.map((row) => row.id)
}
