// What was corrected in an exam, for whoever marks one of its papers or shows a key.
import { sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import type { LiveFix } from '../marking/marking-fix.rules.ts'

const rows = (examId: ReturnType<typeof sql>) => sql<LiveFix[]>`(select coalesce(jsonb_agg(jsonb_build_object(
  'quId', f.qu_id::text, 'subId', f.sub_id, 'how', f.how, 'keyFix', f.key_fix) order by f.id), '[]')
  from paper_fix f where f.exam_id = ${examId} and f.live)`

/** A column for a query on paper: the fixes that hold for its exam, read in the same instant as the paper. */
export const fixesColumn = rows(sql.ref('paper.examId')).as('fixes')

/** The fixes that hold for an exam. */
export async function fixesOf(db: Database, examId: string): Promise<LiveFix[]> {
  const found = await sql<{ fixes: LiveFix[] }>`select ${rows(sql`${examId}::bigint`)} as fixes`.execute(db)
  return found.rows[0]?.fixes ?? []
}
