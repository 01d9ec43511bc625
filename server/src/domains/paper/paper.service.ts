// Deletes papers with their dependent data.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { among } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { removePicture } from '../site/provider/evidence.service.ts'
import { undoFinished } from './grade/finish.service.ts'
import { withinPaperScope } from './grade/paper-scope.service.ts'
import { mustNotBeArchivedOf } from '../exam/entry/archived.service.ts'

/**
 * Deletes papers with their answers, captures and awarded points; the audit row keeps their main columns. Later requests of a page or
 * marker for one of them fail with notFound.
 * Fails recordHeld where a recording is kept for an appeal; notFound, and deletes nothing, if one of the papers does not exist or is outside the caller's data scope.
 */
export async function deletePapers(ctx: Ctx, { ids: given }: Input<typeof paper.delete>) {
  const { app, db } = ctx
  const ids = [...new Set(given)]
  const named = sql<string>`any(${ids}::bigint[])`
  const found = await db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.id', '=', named)
    .where(await withinPaperScope(ctx))
    // the same lock order as a batch of saves
    .orderBy('paper.id')
    .select(['paper.id', 'examId', 'userId', 'title', 'finishTime'])
    .forUpdate('paper')
    .execute()
  if (found.length < ids.length) fail('notFound')
  await mustNotBeArchivedOf(ctx, ids)
  await mustNotBeHeld(ctx, ids)
  await undoFinished(
    ctx,
    found.filter((row) => row.finishTime !== null),
  )
  const pictures = await db.selectFrom('paperEvent').where('paperId', '=', named).where('url', '!=', '').select('url').execute()
  const rows = await db
    .deleteFrom('paper')
    .where('id', '=', named)
    .returning(['id', 'examId', 'userId', 'title', 'state', 'score', 'startTime', 'handTime', 'receiptNo'])
    .execute()
  for (const table of ['paperAnswer', 'paperAnswerLog', 'paperAward'] as const)
    await db.deleteFrom(table).where('paperId', '=', named).execute()
  ctx.change.before = rows
  ctx.afterCommit(async () => {
    for (const { url } of pictures) await removePicture(app, url)
  })
  return true as const
}

async function mustNotBeHeld({ db, now }: Ctx, ids: readonly string[]) {
  const held = await db
    .selectFrom('paperRecord')
    .where(among('paperId', ids))
    .where('holdUntil', '>', now)
    .where('state', '!=', RecordState.deleted)
    .select('paperId')
    .limit(1)
    .executeTakeFirst()
  if (held) fail('recordHeld')
}
