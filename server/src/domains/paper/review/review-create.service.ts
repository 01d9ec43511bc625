// Creates marking tasks when a marker opens a queue, not at hand-in, where many papers arrive in the same minute.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'

const BATCH = 500

/**
 * Creates tasks for every waiting paper marked by the machine since its last tasks were made: one per pending question, two in an exam with double
 * marking. Deletes waiting tasks of questions that are no longer pending; given marks stay.
 */
export async function createTasks({ db }: Pick<Ctx, 'db'>, examId?: string): Promise<void> {
  const one = examId === undefined ? sql`` : sql`and exam_id = ${examId}::bigint`
  // the queue of one exam waits for a call that creates its tasks just now: it would find nothing to mark
  const taken = examId === undefined ? sql`skip locked` : sql``
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      with due as (
        select id, exam_id, marks from paper
        where state = ${sql.lit(PaperState.marking)} and not review_laid and not grading_needed ${one}
        order by id limit ${BATCH} for update of paper ${taken}),
      leaves as (
        select due.id as paper_id, due.exam_id, (mark->>'quId') || coalesce('/' || (sub->>'quId'), '') as leaf
        from due cross join lateral jsonb_array_elements(due.marks->'marks') as mark
        left join lateral jsonb_array_elements(mark->'subs') as sub on true
        where coalesce(sub->>'state', mark->>'state') = 'pending'),
      removed as (
        delete from paper_review_task t using due
        where t.paper_id = due.id and t.state = ${sql.lit(TaskState.waiting)}
          and not exists (select from leaves where leaves.paper_id = t.paper_id and leaves.leaf = t.leaf)),
      created as (
        insert into paper_review_task as t (exam_id, paper_id, leaf, role)
        select leaves.exam_id, leaves.paper_id, leaves.leaf, role
        from leaves join exam on exam.id = leaves.exam_id
        cross join (values (${sql.lit(TaskRole.first)}), (${sql.lit(TaskRole.second)})) as roles (role)
        where role = ${sql.lit(TaskRole.first)} or exam.mark_double
        on conflict (paper_id, leaf, role) do update
          -- the mark was removed from the paper, so the task waits again
          set state = ${sql.lit(TaskState.waiting)}, score = null, mark_by = null, mark_time = null, lines = '{}', adjust = 0, version = t.version + 1
          where t.state = ${sql.lit(TaskState.settled)}),
      done as (update paper set review_laid = true from due where paper.id = due.id returning 1)
      select count(*)::int as count from done`.execute(db)
    if ((rows[0]?.count ?? 0) < BATCH) return
  }
}
