// The SQL statement that saves answers, for one row or hundreds; the load test runs the same text.
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { CompiledQuery } from 'kysely'
import type { Database } from '../../../../kernel/database.ts'

/**
 * Parameters are arrays of equal length, one element per save: $1 papers, $2 questions, $3 candidates, $4 page-load sessions ('' for a
 * client without one), $5 seq, $6 answers as JSON (null clears), $7 whether the question counts as answered; $8 the server's time; and $9
 * whether the questions of the paper that were answered before are wanted, for one element of a paper.
 *
 * Papers and answers are locked in the order of their ids, so that two batches cannot deadlock; the lock blocks hand-in and takeover until
 * the commit. A save is refused with 1 (another candidate's paper), 2 (closed: ten seconds after the deadline, without grace once a forced
 * close has begun) or 3 (another page-load session has the write lock). A save refused with 2 or 3 that is not stored already goes to the
 * late store for a day. A lower or equal seq of the same page-load session changes nothing. A question must not occur twice in the rows.
 * The statement reads by primary keys only, so that a plan made while the tables were small stays good. A sub-select hides the arrays from the
 * planner: it would plan each execution for the number of their elements, which takes four times as long as the save (decision 267).
 */
export const saveStatement = `
with given as materialized (
  select g.* from (select $1::bigint[] as a, $2::bigint[] as b, $3::bigint[] as c, $4::text[] as d, $5::int[] as e, $6::jsonb[] as f,
      $7::boolean[] as h, $9::boolean[] as i offset 0) as v,
    unnest(a, b, c, d, e, f, h, i) with ordinality as g (paper_id, qu_id, user_id, session, seq, answer, complete, recount, n)
), held as materialized (
  select id, user_id, state, ex_state, live_session, pen_only, deadline_at, hand_time, time_rev, msg_seq
  from paper where id = any(array(select paper_id from given)) order by id for share
), judged as materialized (
  select g.*, h.deadline_at, h.hand_time, h.time_rev, h.msg_seq,
    case
      when h.id is null or h.user_id <> g.user_id then 1
      when h.state <> ${PaperState.open} or $8::timestamptz > h.deadline_at + case h.ex_state when ${ExState.normal} then interval '10 s' else interval '0' end then 2
      when (g.session <> '' or h.pen_only) and g.session <> h.live_session then 3
      else 0
    end as refused
  from given g left join held h on h.id = g.paper_id
), kept as (
  insert into paper_answer as a (paper_id, qu_id, session, seq, answer, complete, saved_at)
  select paper_id, qu_id, session, seq, answer, complete, $8 from judged where refused = 0
  order by paper_id, qu_id
  on conflict (paper_id, qu_id) do update
    set session = excluded.session, seq = excluded.seq, answer = excluded.answer, complete = excluded.complete, saved_at = excluded.saved_at
    where excluded.session is distinct from a.session or excluded.seq > a.seq or excluded.session = ''
  returning paper_id, qu_id, session, seq, answer
), logged as (
  insert into paper_answer_log (paper_id, qu_id, session, seq, answer, saved_at)
  select paper_id, qu_id, session, seq, answer, $8 from kept
), late as (
  insert into paper_late as l (paper_id, qu_id, session, seq, answer, reason, received_at, deadline_at)
  select paper_id, qu_id, session, seq, answer, case refused when 2 then 'late' else 'superseded' end, $8, deadline_at
  from judged j
  where refused > 1 and $8 < coalesce(hand_time, deadline_at) + interval '24 hours'
    and (session = '' or exists (select from paper_session s where s.id = j.session and s.paper_id = j.paper_id))
    and not exists (select from paper_answer a
      where a.paper_id = j.paper_id and a.qu_id = j.qu_id and a.session = j.session and a.session <> '' and a.seq >= j.seq)
  order by paper_id, qu_id
  on conflict (paper_id, qu_id, session) do update
    set seq = excluded.seq, answer = excluded.answer, reason = excluded.reason, received_at = excluded.received_at,
      deadline_at = excluded.deadline_at, state = ${LateState.waiting}
    where excluded.seq > l.seq or excluded.session = ''
)
select j.n::int as n, j.refused, k.paper_id is not null as kept, date_part('epoch', j.deadline_at) * 1000 as deadline, j.time_rev as "timeRev",
  j.msg_seq as "msgSeq",
  case when j.recount then (select string_agg(b.qu_id::text, ',') from paper_answer b where b.paper_id = j.paper_id and b.complete) end as answered
from judged j left join kept k using (paper_id, qu_id)`

/** One save to be written. `seq` is compared only within one page-load session. */
export type SaveRow = {
  paperId: string
  quId: string
  userId: string
  session: string
  seq: number
  /** JSON, or null to clear */
  answer: string | null
  complete: boolean
}
/** The deadline (ms) of a paper and the number of its newest push. */
export type PaperClock = { deadline: number; timeRev: number; msgSeq: number }
/** The clock values are null if the paper does not exist. `answered`: questions, separated by commas; null for none, and where not wanted. */
export type SaveResult = { n: number; refused: 0 | 1 | 2 | 3; kept: boolean; answered: string | null } & {
  [K in keyof PaperClock]: PaperClock[K] | null
}

/**
 * Runs the statement; the results have no defined order. They are committed unless `db` is a transaction.
 * @param recounts for each row, whether the result has the questions of its paper that were answered before
 */
export async function runSave(
  db: Database,
  rows: readonly SaveRow[],
  now: Date,
  recounts: readonly boolean[] = rows.map(() => false),
): Promise<SaveResult[]> {
  const values = [
    rows.map((row) => row.paperId),
    rows.map((row) => row.quId),
    rows.map((row) => row.userId),
    rows.map((row) => row.session),
    rows.map((row) => row.seq),
    rows.map((row) => row.answer),
    rows.map((row) => row.complete),
    now,
    recounts,
  ]
  const { rows: results } = await db.withoutPlugins().executeQuery<SaveResult>(CompiledQuery.raw(saveStatement, values))
  return results
}

const storedStatement = `
select g.n::int as n, a.session = g.session and a.seq = g.seq as same, date_part('epoch', a.saved_at) * 1000 as "savedAt"
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::int[]) with ordinality as g (paper_id, qu_id, session, seq, n)
join paper_answer a on a.paper_id = g.paper_id and a.qu_id = g.qu_id`

/** For saves that changed nothing or were refused: whether the stored answer is the same save, and when it was stored (ms). */
export async function readStored(db: Database, rows: readonly SaveRow[]) {
  const values = [rows.map((row) => row.paperId), rows.map((row) => row.quId), rows.map((row) => row.session), rows.map((row) => row.seq)]
  const { rows: results } = await db
    .withoutPlugins()
    .executeQuery<{ n: number; same: boolean; savedAt: number }>(CompiledQuery.raw(storedStatement, values))
  return results
}
