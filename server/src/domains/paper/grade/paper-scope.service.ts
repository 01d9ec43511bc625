// Decides which papers a reader may see and whether the candidate's name is hidden from a marker.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { inDepartBranches } from '../../sys/org/depart.service.ts'
import { dataScope } from '../../sys/role-menu/role.service.ts'

/** Whether blind marking hides the candidate of the paper from this reader. */
export const isBlind = (ctx: Pick<Ctx, 'user'>, { markBlind, state }: { markBlind: boolean; state: number }): boolean =>
  markBlind && state < PaperState.done && can(ctx, 'paper:review')

/** `isBlind` as a condition on table paper, for queries that do not join the exam. */
export const blindTo = (ctx: Pick<Ctx, 'user'>) =>
  sql<boolean>`(${can(ctx, 'paper:review')}::boolean and paper.state < ${sql.lit(PaperState.done)}
    and exists (select from exam where exam.id = paper.exam_id and exam.mark_blind))`

/** A condition on sys_user: the candidates whose papers are inside the caller's data scope. */
export async function withinPaperScope(ctx: Ctx): Promise<Expression<SqlBool>> {
  const scope = await dataScope(ctx)
  if (scope === DataScope.all) return sql<SqlBool>`true`
  return scope === DataScope.branch ? inDepartBranches('sysUser.deptCode', [ctx.user.deptCode]) : sql<SqlBool>`sys_user.id = ${ctx.user.id}`
}
