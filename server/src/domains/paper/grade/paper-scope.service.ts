// Decides which papers a reader may see and whether the candidate's name is hidden from a marker.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { mustWatch } from '../../exam/entry/invigilation.service.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../../people/user/data-scope.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'

/** Whether blind marking hides the candidate of the paper from this reader. */
export const isBlind = (ctx: Pick<Ctx, 'user'>, { markBlind, state }: { markBlind: boolean; state: number }): boolean =>
  markBlind && state < PaperState.done && can(ctx, 'paper:review')

/** `isBlind` as a condition on table paper, for queries that do not join the exam. */
export const blindTo = (ctx: Pick<Ctx, 'user'>) =>
  sql<boolean>`(${can(ctx, 'paper:review')}::boolean and paper.state < ${sql.lit(PaperState.done)}
    and exists (select from exam where exam.id = paper.exam_id and exam.mark_blind))`

/**
 * A condition on sys_user and table paper: the candidate is inside the caller's data scope, or the caller made the exam (docs/decisions/0052).
 * @param examId the exam, for queries that do not read table paper
 */
export async function withinPaperScope(ctx: Ctx, examId?: string): Promise<Expression<SqlBool>> {
  if ((await scopeOf(ctx)).width === 'all') return sql<SqlBool>`true`
  const exam = examId === undefined ? sql.ref('paper.examId') : sql`${examId}::bigint`
  return sql<SqlBool>`(${await withinDataScope(ctx)} or ${exam} in (select id from exam where create_by = ${ctx.user.id}::bigint))`
}

/** `withinPaperScope` as a condition on table paper alone. */
export async function ofPapersWithinScope(ctx: Ctx): Promise<Expression<SqlBool>> {
  const users = await ofUsersWithinDataScope(ctx, 'paper.userId')
  return sql<SqlBool>`(${users} or paper.exam_id in (select id from exam where create_by = ${ctx.user.id}::bigint))`
}

/** A paper that was opened. Fails notFound for one whose candidate the caller may not watch. */
export async function mustWatchPaper(ctx: Ctx, paperId: string): Promise<{ examId: string; state: number }> {
  const paper = must(
    await ctx.db
      .selectFrom('paper')
      .where('id', '=', paperId)
      .where('state', '>=', PaperState.open)
      .select(['examId', 'userId', 'state'])
      .executeTakeFirst(),
  )
  const { people } = await mustWatch(ctx, paper.examId)
  must(await ctx.db.selectFrom('sysUser').where('id', '=', paper.userId).where(people).select('id').executeTakeFirst())
  return paper
}
