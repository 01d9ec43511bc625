// Questions on the caller's open papers: training and the wrong-answer book must not show them before the hand-in.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'

/** The ids of the questions on the caller's open papers. */
export async function openQuestionIds({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('paper')
    .where('userId', '=', user.id)
    .where('state', '=', PaperState.open)
    .select(sql<string[]>`jsonb_path_query_array(keys, '$[*].quId')`.as('quIds'))
    .execute()
  return new Set(rows.flatMap((row) => row.quIds))
}

/** Fails questionSat if the question is on an open paper of the caller. */
export async function mustNotBeOpen(ctx: Pick<Ctx, 'db' | 'user'>, quId: string): Promise<void> {
  if ((await openQuestionIds(ctx)).has(quId)) fail('questionSat')
}
