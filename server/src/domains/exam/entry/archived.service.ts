// Archived exams stay as they are: their papers, marks and arrangements change only after they were brought back.
import { type Expression, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'

/** Fails examArchived if one of these exams is archived. @param ids ids, or a query for them */
export async function mustNotBeArchived({ db }: Pick<Ctx, 'db'>, ids: readonly string[] | Expression<unknown>): Promise<void> {
  const named = Array.isArray(ids) ? sql`any(${ids}::bigint[])` : sql`any(array(${ids}))`
  const found = db
    .selectFrom('exam')
    .where('id', '=', sql<string>`${named}`)
    .where('archivedAt', 'is not', null)
  if (await found.select('id').limit(1).executeTakeFirst()) fail('examArchived')
}

/** Fails examArchived if the exam of one of these papers is archived. */
export const mustNotBeArchivedOf = (ctx: Pick<Ctx, 'db'>, paperIds: readonly string[]): Promise<void> =>
  mustNotBeArchived(ctx, sql`select exam_id from paper where id = any(${paperIds}::bigint[])`)
