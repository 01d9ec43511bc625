// Totals of the start page, counted by the domains to which they belong.
import type { TotalName } from '@shuyuan/contract/site/config/total-name.ts'
import type { Expression, SqlBool } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { appPart } from '../../../kernel/part.ts'

export type Total = {
  /** the module without which it is not shown */
  module?: 'moduleExam' | 'moduleCourse' | 'moduleCert'
  /** whether `count` obeys `people` */
  ofPeople?: boolean
  /** @param people a condition on sys_user: only rows of these users count; undefined for the whole site */
  count: (db: Database, people: Expression<SqlBool> | undefined) => Promise<number>
}

const totalsIn = appPart(() => new Map<TotalName, Total>())

/** Adds a total of the start page; called once at the start of the server. The count should need only an index. */
export const addTotal = (app: App, name: TotalName, total: Total): void => void totalsIn(app).set(name, total)

/** The totals that the domains of this server added. */
export const totalsOf = (app: App): ReadonlyMap<TotalName, Total> => totalsIn(app)
