// What the database holds afterwards, against what was acknowledged.
import pg from 'pg'
import type { Candidate, Saved } from './fill.ts'

/** @returns how many acknowledged answers are missing or older than acknowledged, and how many handed-in papers have no mark */
export async function countLost(databaseUrl: string, saved: Saved, candidates: Candidate[]) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string; seq: number }>(`select paper_id || ':' || qu_id as key, seq from paper_answer`)
    const stored = new Map(rows.map((row) => [row.key, row.seq]))
    let lost = 0
    for (const [key, seq] of saved) if ((stored.get(key) ?? -1) < seq) lost++
    const marked = await client.query<{ count: number }>(
      `select count(*)::int as count from paper where id = any($1::bigint[]) and state = 2 and score is not null and not grading_needed`,
      [candidates.map((one) => one.paperId)],
    )
    return { lost, acknowledged: saved.size, unmarked: candidates.length - (marked.rows[0]?.count ?? 0) }
  } finally {
    await client.end()
  }
}
