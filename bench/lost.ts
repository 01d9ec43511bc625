// Compares the database after the run with the acknowledged saves.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import pg from 'pg'
import type { Candidate, Saved } from './fill.ts'

export type Aftermath = {
  acknowledged: number
  /** acknowledged answers that are missing or older than the acknowledged version */
  lost: number
  /** papers that were handed in and have no score */
  unmarked: number
  /** papers marked or finished more than once, and second papers of one candidate */
  twice: number
}

/** Every marking increases the paper's version by one, and every end leaves one event and one receipt. */
export async function countLost(databaseUrl: string, saved: Saved, candidates: Candidate[]): Promise<Aftermath> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // candidates know a question by the `ref` of their paper
    const { rows } = await client.query<{ key: string; seq: number }>(
      `select a.paper_id || ':' || q.ref as key, a.seq from paper_answer a join paper p on p.id = a.paper_id,
        unnest(p.refs, p.question_ids) q (ref, id) join paper_question asked using (id) where asked.qu_id = a.qu_id`,
    )
    const stored = new Map(rows.map((row) => [row.key, row.seq]))
    let lost = 0
    for (const [key, seq] of saved) if ((stored.get(key) ?? -1) < seq) lost++
    const papers = await client.query<{ unmarked: number; twice: number }>(
      `select count(*) filter (where state <> ${PaperState.done} or score is null or grading_needed or receipt_no is null)::int as unmarked,
        count(*) filter (where version > 1
          or (select count(*) from paper other where other.exam_id = p.exam_id and other.user_id = p.user_id and other.state >= ${PaperState.open}) > 1
          or (select count(*) from paper_event e where e.paper_id = p.id and e.kind = 'finish') > 1)::int as twice
      from paper p where id = any($1::bigint[])`,
      [candidates.map((one) => one.paperId)],
    )
    const { unmarked = 0, twice = 0 } = papers.rows[0] ?? {}
    return { lost, acknowledged: saved.size, unmarked, twice }
  } finally {
    await client.end()
  }
}
