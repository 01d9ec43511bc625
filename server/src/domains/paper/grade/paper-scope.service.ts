// Which papers a reader may see, and whose name is hidden from a marker.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { inDepartBranches } from '../../sys/org/depart.service.ts'
import { dataScope } from '../../sys/role-menu/role.service.ts'

/** Whether this reader marks, and must not know yet whose paper it is. */
export const isBlind = (ctx: Pick<Ctx, 'user'>, { markBlind, state }: { markBlind: boolean; state: number }): boolean =>
  markBlind && state < PaperState.done && can(ctx, 'paper:review')

/** The same as a condition on paper, for queries without the exam. */
export const blindTo = (ctx: Pick<Ctx, 'user'>) =>
  sql<boolean>`(${can(ctx, 'paper:review')}::boolean and paper.state < ${sql.lit(PaperState.done)}
    and exists (select from exam where exam.id = paper.exam_id and exam.mark_blind))`

/** A condition on sys_user: whose papers somebody may look at who may look at papers at all (the data scope of his roles). */
export async function withinPaperScope(ctx: Ctx): Promise<Expression<SqlBool>> {
  const scope = await dataScope(ctx)
  if (scope === DataScope.all) return sql<SqlBool>`true`
  return scope === DataScope.branch ? inDepartBranches('sysUser.deptCode', [ctx.user.deptCode]) : sql<SqlBool>`sys_user.id = ${ctx.user.id}`
}
