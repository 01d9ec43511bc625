// The total of battles on the start page.
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { addTotal } from '../site/config/total.service.ts'

/** Adds it at the start of the server: all battles, or those with a side among the people. */
export const countBattles = (app: App): void =>
  addTotal(app, 'battleCount', {
    module: 'moduleExam',
    ofPeople: true,
    async count(db, people) {
      const all = db.selectFrom('battle').select(sql<number>`count(*)::int`.as('total'))
      const ofPeople = (scope: NonNullable<typeof people>) =>
        db
          .selectFrom('battleSide')
          .innerJoin('sysUser', 'sysUser.id', 'battleSide.userId')
          .where(scope)
          .select(sql<number>`count(distinct battle_id)::int`.as('total'))
      return (await (people ? ofPeople(people) : all).executeTakeFirstOrThrow()).total
    },
  })
