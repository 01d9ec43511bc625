// Exams that must be passed before another one. (What must be learnt before, courses, is asked at the same two places once there are any.)
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'

/** Fails at `prerequisites` for exams that do not exist, the exam itself, and a circle that nobody could enter. @param id undefined for a new exam */
export async function checkPrerequisites({ db }: Ctx, id: string | undefined, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)]
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`with recursive before as (
      select e.id, e.prerequisites from exam e where e.id = any(${ids}::bigint[])
      union
      select e.id, e.prerequisites from before b join exam e on e.id = any(b.prerequisites)
    ) select id from before`.execute(db)
  const found = new Set(rows.map((row) => row.id))
  if (ids.some((one) => !found.has(one))) failField('prerequisites', '有前置考试不存在，请重新选择')
  if (id !== undefined && found.has(id)) failField('prerequisites', '前置考试不能是本场考试，也不能互为前置')
}

/** The titles of what a person has not passed yet, in a query on table exam. @param passed rows of one person's passed exams (exam_id) */
export const unmetColumn = (passed: RawBuilder<unknown>) =>
  sql<string[]>`(select coalesce(json_agg(n.title order by n.id), '[]') from exam n
    where n.id = any(exam.prerequisites) and n.id not in ${passed})`
