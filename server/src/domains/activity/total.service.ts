// The total of activities on the start page.
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { addTotal } from '../sys/site/total.service.ts'

/** Adds it at the start of the server. */
export const countActivities = (app: App): void =>
  addTotal(app, 'activityCount', {
    module: 'moduleExam',
    async count(db) {
      const query = db.selectFrom('activity').select(sql<number>`count(*)::int`.as('total'))
      return (await query.executeTakeFirstOrThrow()).total
    },
  })
