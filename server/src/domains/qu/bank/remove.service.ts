// Removes questions from their banks, and restores them from the recycle bin. Removed questions stay in the table for papers drawn earlier.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { holdersOf } from '../../../kernel/postgres/holders.ts'
import { notedInBin, restorersOf } from '../../operation/bin.service.ts'
import { among } from '../../../kernel/database.ts'

/** Removes questions from their banks. Fails questionInUse while a template contains one of them, notFound when none of them exists. */
export async function deleteQuestions(ctx: Ctx, { ids }: Input<typeof qu.delete>) {
  const rows = await ctx.db
    .selectFrom('qu')
    .where(among('id', ids))
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .select(['id', 'title', 'chapterId'])
    .execute()
  if (rows.length === 0) fail('notFound')
  const found = rows.map((row) => row.id)
  // A deliberate read of a higher domain's tables: tmpl stands above qu, so its services cannot be imported here.
  const used = await ctx.db.selectFrom('tmplQu').where(among('quId', found)).select('quId').limit(1).executeTakeFirst()
  if (used) {
    const holders = (await holdersOf(ctx, 'qu', found)).filter((one) => one.kind === 'tmpl')
    fail('questionInUse', undefined, { holders })
  }
  ctx.change.before = rows.map((row) => row.title)
  await notedInBin(
    ctx,
    'qu',
    rows.map(({ id, title, chapterId }) => ({ id, title, data: { chapterId } })),
  )
  await ctx.db
    .updateTable('qu')
    // detached from its chapter, so that an empty chapter can be deleted
    .set({ deleted: true, chapterId: null, updateTime: ctx.now })
    .where(among('id', found))
    .execute()
  return true as const
}

/** Lets the recycle bin restore questions, in the chapter they were in if it is still there. */
export function restoreQuestions(app: App): void {
  restorersOf(app).set('qu', async (ctx, { objectId, data }) => {
    const { chapterId } = data as { chapterId: string | null }
    const { numUpdatedRows } = await ctx.db
      .updateTable('qu')
      .set({
        deleted: false,
        chapterId: sql<string | null>`(select c.id from repo_chapter c where c.id = ${chapterId}::bigint and c.repo_id = qu.repo_id)`,
        updateTime: ctx.now,
      })
      .where('id', '=', objectId)
      .where('deleted', '=', true)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
}
