// Banks that are kept from the assistant (docs/decisions/0232).
import type { Database } from '../../../kernel/database.ts'
import { among } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'

/** Whether texts of the bank may be sent. A bank that is gone is not kept. */
export async function isOpenBank(db: Database, repoId: string): Promise<boolean> {
  const kept = await db.selectFrom('repo').where('id', '=', repoId).where('assist', '=', false).select('id').executeTakeFirst()
  return kept === undefined
}

/** Fails assistBank for a bank that is kept from the assistant. */
export async function mustBeOpenBank(db: Database, repoId: string | undefined): Promise<void> {
  if (repoId !== undefined && !(await isOpenBank(db, repoId))) fail('assistBank')
}

/** Those of the questions whose bank is kept from the assistant. */
export async function keptQuestions(db: Database, quIds: readonly string[]): Promise<Set<string>> {
  const ids = quIds.filter((one) => /^\d{1,18}$/.test(one))
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('qu')
    .innerJoin('repo', 'repo.id', 'qu.repoId')
    .where(among('qu.id', ids))
    .where('repo.assist', '=', false)
    .select('qu.id')
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Fails assistBank for a question whose bank is kept from the assistant. */
export async function mustBeOpenQuestion(db: Database, quId: string | undefined): Promise<void> {
  if (quId !== undefined && (await keptQuestions(db, [quId])).size > 0) fail('assistBank')
}
