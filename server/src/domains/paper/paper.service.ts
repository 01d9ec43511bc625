// Removing papers with all that hangs on them.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'

/** Removes papers for good, the pictures of their candidates with them; what they were stays in the audit row. A page that still writes on one is told that it does not exist. */
export async function deletePapers(ctx: Ctx, { ids }: Input<typeof paper.delete>) {
  const { app, db } = ctx
  const named = sql<string>`any(${ids}::bigint[])`
  // in the order in which a batch of saves locks them
  await db.selectFrom('paper').where('id', '=', named).orderBy('id').select('id').forUpdate().execute()
  const pictures = await db.selectFrom('paperEvent').where('paperId', '=', named).where('url', '!=', '').select('url').execute()
  const rows = await db
    .deleteFrom('paper')
    .where('id', '=', named)
    .returning(['id', 'examId', 'userId', 'state', 'score', 'startTime', 'handTime', 'receiptNo'])
    .execute()
  await db.deleteFrom('paperAnswer').where('paperId', '=', named).execute()
  await db.deleteFrom('paperAnswerLog').where('paperId', '=', named).execute()
  ctx.change.before = rows
  ctx.afterCommit(async () => {
    for (const { url } of pictures) await app.storage.remove(url)
  })
  return true as const
}
