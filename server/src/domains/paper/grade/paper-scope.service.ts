// Decides which papers a reader may see and whether the candidate's name is hidden from a marker.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { mustWatch } from '../../exam/entry/invigilation.service.ts'
import { ofPeopleWithinDataScope, ofUsersWithinDataScope, withinDataScope } from '../../people/user/data-scope.service.ts'
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
 * @param examId the exam of all papers, where it is one: whether the caller made it is asked once, and the people in scope are found by an index
 */
export async function withinPaperScope(ctx: Ctx, examId?: string): Promise<Expression<SqlBool>> {
  if ((await scopeOf(ctx)).width === 'all') return sql<SqlBool>`true`
  if (examId !== undefined) return (await isMaker(ctx, examId)) ? sql<SqlBool>`true` : withinDataScope(ctx)
  return sql<SqlBool>`(${await withinDataScope(ctx)} or paper.exam_id in (select id from exam where create_by = ${ctx.user.id}::bigint))`
}

async function isMaker({ db, user }: Ctx, examId: string): Promise<boolean> {
  return (
    (await db.selectFrom('exam').where('id', '=', examId).where('createBy', '=', user.id).select('id').executeTakeFirst()) !== undefined
  )
}

/** `withinPaperScope` as a condition on table paper alone, for the papers of one exam. */
export const ofPapersOfExam = async (ctx: Ctx, examId: string): Promise<Expression<SqlBool>> =>
  (await isMaker(ctx, examId)) ? sql<SqlBool>`true` : ofUsersWithinDataScope(ctx, 'paper.userId')

/** The exams that the caller made. */
export const madeExams = async ({ db, user }: Ctx): Promise<string[]> =>
  (await db.selectFrom('exam').where('createBy', '=', user.id).select('id').execute()).map(({ id }) => id)

/**
 * `withinPaperScope` as a condition on table paper alone. The caller's exams are values: most callers with a data scope made none, and their lists are
 * looked up among the people alone.
 */
export const ofPapersWithinScope = async (ctx: Ctx): Promise<Expression<SqlBool>> =>
  orMade(ctx, await ofUsersWithinDataScope(ctx, 'paper.userId'), 'paper.examId')

/** The same for a table of recordings, by its columns with the candidate and the exam. */
export const ofRecordsWithinScope = async (ctx: Ctx, userId: string, examId: string): Promise<Expression<SqlBool>> =>
  orMade(ctx, await ofPeopleWithinDataScope(ctx, userId), examId)

async function orMade(ctx: Ctx, users: Expression<SqlBool>, examId: string): Promise<Expression<SqlBool>> {
  const made = (await scopeOf(ctx)).width === 'all' ? [] : await madeExams(ctx)
  return made.length === 0 ? users : sql<SqlBool>`(${users} or ${sql.ref(examId)} = any(${made}::bigint[]))`
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
