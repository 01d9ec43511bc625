// Reads the stored answers of papers.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { among, type Database } from '../../../kernel/database.ts'

export type Answers = ReadonlyMap<string, Answer | null>

export type StoredAnswers = {
  answers: Answers
  answered: number
  /** of the newest answer */
  savedAt: Date | null
}

/** The stored answers of papers, and their answered counts; each paper has an entry. */
export async function readAnswersOf(db: Database, paperIds: readonly string[]): Promise<Map<string, StoredAnswers>> {
  // a row for each paper: to read one for each answer takes several times as long
  const rows = await db
    .selectFrom('paperAnswer')
    .where(among('paperId', paperIds))
    .groupBy('paperId')
    .select('paperId')
    .select(sql<Record<string, Answer | null>>`json_object_agg(qu_id, answer)`.as('answers'))
    .select(sql<number>`(count(*) filter (where complete))::int`.as('answered'))
    .select(sql<Date>`max(saved_at)`.as('savedAt'))
    .execute()
  const stored = new Map(
    rows.map(({ paperId, answers, ...rest }) => [paperId, { answers: new Map(Object.entries(answers)), ...rest }] as const),
  )
  return new Map(paperIds.map((id) => [id, stored.get(id) ?? { answers: new Map<string, Answer | null>(), answered: 0, savedAt: null }]))
}

/** The stored answers of a paper and its answered count. */
export async function readAnswers(db: Database, paperId: string): Promise<StoredAnswers> {
  return (await readAnswersOf(db, [paperId])).get(paperId)!
}
