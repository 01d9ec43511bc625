// Which papers a reader may see, and whose name is hidden from a marker.
import { type Expression, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { inDepartBranches } from '../../sys/org/depart.service.ts'
import { dataScope } from '../../sys/role-menu/role.service.ts'

/** Whether this reader marks, and must not know yet whose paper it is. */
export const isBlind = (ctx: Pick<Ctx, 'user'>, { markBlind, state }: { markBlind: boolean; state: number }): boolean =>
  markBlind && state < 2 && can(ctx, 'paper:review')

/** The same as a condition on paper, for queries without the exam. */
export const blindTo = (ctx: Pick<Ctx, 'user'>) =>
  sql<boolean>`(${can(ctx, 'paper:review')}::boolean and paper.state < 2
    and exists (select from exam where exam.id = paper.exam_id and exam.mark_blind))`

/** A condition on sys_user: whose papers somebody may look at who may look at papers at all (the data scope of his roles). */
export async function withinReach(ctx: Ctx): Promise<Expression<SqlBool>> {
  const scope = await dataScope(ctx)
  if (scope === 1) return sql<SqlBool>`true`
  return scope === 2 ? inDepartBranches('sysUser.deptCode', [ctx.user.deptCode]) : sql<SqlBool>`sys_user.id = ${ctx.user.id}`
}
