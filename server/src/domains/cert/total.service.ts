// The total of granted certificates on the start page.
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { addTotal } from '../site/config/total.service.ts'

/** Adds it at the start of the server: every row of the list of grants. */
export const countGrants = (app: App): void =>
  addTotal(app, 'grantCount', {
    module: 'moduleCert',
    ofPeople: true,
    async count(db, people) {
      const query = db.selectFrom('certGrant').select(sql<number>`count(*)::int`.as('total'))
      const scoped = people ? query.innerJoin('sysUser', 'sysUser.id', 'certGrant.userId').where(people) : query
      return (await scoped.executeTakeFirstOrThrow()).total
    },
  })
