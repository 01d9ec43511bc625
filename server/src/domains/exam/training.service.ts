// The banks of an exam's template, and those of them that are open to training (decision 54).
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'

/** The ids of the banks from which a template draws or has fixed questions. */
export const banksOf = (tmplId: RawBuilder<unknown>) => sql`(
  select d.repo_id from tmpl_group g join tmpl_draw d on d.group_id = g.id where g.tmpl_id = ${tmplId}
  union select q.repo_id from tmpl_group g join tmpl_qu f on f.group_id = g.id join qu q on q.id = f.qu_id where g.tmpl_id = ${tmplId})`

/** The banks of a template that learners may train on. */
export async function listTrainingBanks(
  { db }: Ctx,
  { tmplId }: Input<(typeof exam)['train-repos']>,
): Promise<Output<(typeof exam)['train-repos']>> {
  return db
    .selectFrom('repo')
    .where('isTrain', '=', true)
    .where('id', 'in', sql<string>`${banksOf(sql`${tmplId}::bigint`)}`)
    .orderBy('title')
    .select(['id', 'title'])
    .execute()
}
