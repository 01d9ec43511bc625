// Candidates that lose nothing: each save is sent again until it is acknowledged, as the page does, and what was acknowledged is kept.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Candidate, rounds, save } from '../../bench/fill.ts'
import { SteadyLine } from '../../bench/steady-line.ts'

/** Between two saves of one candidate. */
const PAUSE_MS = 20
const AGAIN_MS = 100
const FAULT = 500

/** Everything that was acknowledged, as `paper:question:seq`. */
export type Acknowledged = Set<string>

/** A line that sends a call again when the server answers with a fault, and notes when it was answered. */
class PatientLine {
  readonly #line: SteadyLine
  repeated = 0
  longestMs = 0
  /** the newest acknowledged call, on the monotonic clock */
  sentAt = 0

  constructor(port: number) {
    this.#line = new SteadyLine(port)
  }

  async post(path: string, body: string, token = '') {
    const began = performance.now()
    for (;;) {
      const sentAt = performance.now()
      const reply = await this.#line.post(path, body, token)
      if (reply.status < FAULT) {
        this.sentAt = sentAt
        this.longestMs = Math.max(this.longestMs, performance.now() - began)
        return reply
      }
      this.repeated++
      await sleep(AGAIN_MS)
    }
  }

  get wasCut() {
    return this.#line.brokenAt !== undefined
  }

  close() {
    this.#line.close()
  }
}

export type Persisting = {
  acknowledged: Acknowledged
  /** Resolves when every candidate had a save acknowledged that was sent after this moment. */
  everybody: () => Promise<void>
  /** Ends it. `longestMs`: the longest that one save took, with all repetitions; `cut`: candidates whose connection broke */
  end: () => Promise<{ refused: number; repeated: number; cut: number; longestMs: number }>
}

/** All candidates save, each on a line of their own, until told otherwise. */
export function persist(port: number, candidates: Candidate[]): Persisting {
  const acknowledged: Acknowledged = new Set()
  const lines = candidates.map(() => new PatientLine(port))
  let on = true
  const saving = lines.map(async (line, at) => {
    let refused = 0
    for (const next of rounds([candidates[at]!], 1)) {
      if (!on) break
      if (await save(line, next, new Map())) acknowledged.add(`${next.candidate.paperId}:${next.question.quId}:${next.seq}`)
      else refused++
      await sleep(PAUSE_MS)
    }
    line.close()
    return refused
  })
  const all = Promise.all(saving)
  // awaited by `end`
  all.catch(() => undefined)
  return {
    acknowledged,
    async everybody() {
      const since = performance.now()
      // a candidate that gave up ends it with an error
      const still = async () => {
        while (!lines.every((line) => line.sentAt >= since)) await sleep(5)
      }
      await Promise.race([still(), all])
    },
    async end() {
      on = false
      const refused = (await all).reduce((sum, one) => sum + one, 0)
      return {
        refused,
        repeated: lines.reduce((sum, line) => sum + line.repeated, 0),
        cut: lines.filter((line) => line.wasCut).length,
        longestMs: Math.round(Math.max(...lines.map((line) => line.longestMs))),
      }
    },
  }
}

/** Acknowledged saves that the database does not know; it keeps each one, also those that a later save has replaced. */
export async function countLostSaves(databaseUrl: string, acknowledged: Acknowledged): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // candidates know a question by the `ref` of their paper
    const { rows } = await client.query<{ save: string }>(
      `select concat_ws(':', l.paper_id, q.ref, l.seq) as save from paper_answer_log l join paper p on p.id = l.paper_id,
        unnest(p.refs, p.question_ids) q (ref, id) join paper_question asked using (id) where asked.qu_id = l.qu_id`,
    )
    const kept = new Set(rows.map((row) => row.save))
    return [...acknowledged].filter((one) => !kept.has(one)).length
  } finally {
    await client.end()
  }
}
