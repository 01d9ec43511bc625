// Exams leave the lists: archived, or removed to the recycle bin; both can be undone.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { violates, among } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { listHolding } from '../../kernel/postgres/holders.ts'
import { intoBin } from '../operation/bin.service.ts'

/** Fails examHasPapers if one of them has papers. */
export async function deleteExams(ctx: Ctx, { ids }: Input<typeof exam.delete>): Promise<true> {
  const rows = await ctx.db.selectFrom('exam').where('id', 'in', ids).orderBy('id').forUpdate().select(['id', 'title']).execute()
  const held = await ctx.db.selectFrom('paper').where(among('examId', ids)).select('examId').limit(1).executeTakeFirst()
  const sat = rows.find((row) => row.id === held?.examId)
  if (sat) fail('examHasPapers', undefined, { holders: listHolding(ctx, 'papersOf', sat) })
  await intoBin(ctx, 'exam', rows)
  ctx.change.before = rows
  try {
    await ctx.db.deleteFrom('exam').where('id', 'in', ids).execute()
  } catch (error) {
    if (violates(error, 'reference')) fail('examHasPapers')
    throw error
  }
  return true
}

/** Takes exams out of the lists; the filter for archived ones finds them. */
export async function archive({ db }: Pick<Ctx, 'db'>, ids: readonly string[], now: Date): Promise<void> {
  await db.updateTable('exam').set({ archivedAt: now, keepListed: false }).where(among('id', ids)).where('archivedAt', 'is', null).execute()
}

/** Brings exams back; the nightly job leaves them there. */
export async function restore({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('exam')
    .set({ archivedAt: null, keepListed: true })
    .where(among('id', ids))
    .where('archivedAt', 'is not', null)
    .execute()
}
