// The totals of the domains below the statistics.
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { addTotal } from '../../site/config/total.service.ts'

const rowsOf = (table: 'exam' | 'tmpl' | 'course' | 'courseFile' | 'repo') => async (db: Database) => {
  const { total } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function countQuestions(db: Database) {
  const { total } = await db
    .selectFrom('qu')
    .where('deleted', '=', false)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Adds them at the start of the server. */
export function addOwnTotals(app: App) {
  addTotal(app, 'examCount', { module: 'moduleExam', count: rowsOf('exam') })
  addTotal(app, 'tmplCount', { module: 'moduleExam', count: rowsOf('tmpl') })
  addTotal(app, 'courseCount', { module: 'moduleCourse', count: rowsOf('course') })
  addTotal(app, 'fileCount', { module: 'moduleCourse', count: rowsOf('courseFile') })
  addTotal(app, 'repoCount', { module: 'moduleExam', count: rowsOf('repo') })
  addTotal(app, 'quCount', { module: 'moduleExam', count: countQuestions })
  addTotal(app, 'userCount', {
    ofPeople: true,
    async count(db, people) {
      const query = db.selectFrom('sysUser').select(sql<number>`count(*)::int`.as('total'))
      return (await (people ? query.where(people) : query).executeTakeFirstOrThrow()).total
    },
  })
  addTotal(app, 'courseOrderCount', {
    module: 'moduleCourse',
    ofPeople: true,
    async count(db, people) {
      const query = db
        .selectFrom('payOrder')
        .where('goodsType', '=', 'course')
        .where('orderState', '=', OrderState.paid)
        .select(sql<number>`count(*)::int`.as('total'))
      const scoped = people ? query.innerJoin('sysUser', 'sysUser.id', 'payOrder.userId').where(people) : query
      return (await scoped.executeTakeFirstOrThrow()).total
    },
  })
}
