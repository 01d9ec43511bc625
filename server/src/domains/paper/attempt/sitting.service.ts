// What somebody is being examined on at this moment: training and the wrong-answer book keep it back until he has handed in.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'

/** Ids of the questions on the papers that this person has open. */
export async function sittingIds({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('paper')
    .where('userId', '=', user.id)
    .where('state', '=', PaperState.open)
    .select(sql<string[]>`jsonb_path_query_array(keys, '$[*].quId')`.as('quIds'))
    .execute()
  return new Set(rows.flatMap((row) => row.quIds))
}

/** Fails questionSat for a question on a paper that this person has open. */
export async function mustNotSit(ctx: Pick<Ctx, 'db' | 'user'>, quId: string): Promise<void> {
  if ((await sittingIds(ctx)).has(quId)) fail('questionSat')
}
