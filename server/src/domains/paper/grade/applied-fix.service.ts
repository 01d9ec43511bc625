// Reads the current fixes of an exam, for marking its papers and showing keys.
import { sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import type { LiveFix } from '../marking/marking-fix.rules.ts'

const rows = (examId: ReturnType<typeof sql>) => sql<LiveFix[]>`(select coalesce(jsonb_agg(jsonb_build_object(
  'quId', f.qu_id::text, 'subId', f.sub_id, 'how', f.how, 'keyFix', f.key_fix) order by f.id), '[]')
  from paper_fix f where f.exam_id = ${examId} and f.live)`

/** A column for a query on table paper: the current fixes of its exam, read in the same statement as the paper. */
export const fixesColumn = rows(sql.ref('paper.examId')).as('fixes')

/** The current fixes of an exam. */
export async function fixesOf(db: Database, examId: string): Promise<LiveFix[]> {
  const found = await sql<{ fixes: LiveFix[] }>`select ${rows(sql`${examId}::bigint`)} as fixes`.execute(db)
  return found.rows[0]?.fixes ?? []
}
