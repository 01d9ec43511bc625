// Writes events to the timeline of a paper.
import type { TimelineKind } from '@shuyuan/contract/paper/proctor/timeline.ts'
import type { Verdict } from '@shuyuan/contract/exam/integrity-settings.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Database, json } from '../../../kernel/database.ts'

export type NewEvent = {
  paperId: string
  kind: TimelineKind
  /** an event with the same id is stored once; random by default */
  eventId?: string
  /** the verdict on a signal */
  verdict?: Verdict
  message?: string
  /** evidence by name; displayed unchanged, so it must contain nothing secret */
  data?: Record<string, string | number | boolean | null>
  /** the user who acted, if not the candidate */
  by?: string
  at: Date
  seconds?: number
  passed?: boolean
  reason?: string
  url?: string
}

/** Adds an event to the timeline of a paper. @returns false if the paper has an event with this id already */
export async function recordEvent(db: Database, event: NewEvent): Promise<boolean> {
  const { eventId = randomUUID(), data = {}, by, at, ...rest } = event
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('paperEvent')
    .values({ ...rest, eventId, data: json(data), actBy: by ?? null, createTime: at })
    .onConflict((conflict) => conflict.columns(['paperId', 'eventId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Finish = { paperId: string; data: { score: number; passed: boolean | null }; by: string | null; at: Date }

/** Records the finish of papers; the fixed event id makes it unique. @returns the papers that are finished for the first time */
export async function recordFinishes(db: Database, finishes: readonly Finish[]): Promise<Set<string>> {
  if (finishes.length === 0) return new Set()
  const rows = await db
    .insertInto('paperEvent')
    .values(
      finishes.map(({ paperId, data, by, at }) => ({
        paperId,
        kind: 'finish',
        eventId: 'finish',
        data: json(data),
        actBy: by,
        createTime: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['paperId', 'eventId']).doNothing())
    .returning('paperId')
    .execute()
  return new Set(rows.map((row) => row.paperId))
}

/** Adds the same event to the timelines of many papers. @param own additional evidence by paper */
export async function recordForAll(
  db: Database,
  paperIds: readonly string[],
  event: Omit<NewEvent, 'paperId' | 'eventId'>,
  own?: ReadonlyMap<string, NewEvent['data']>,
): Promise<void> {
  if (paperIds.length === 0) return
  const { kind, message = '', data = {}, by = null, at } = event
  const evidence = paperIds.map((id) => JSON.stringify({ ...data, ...own?.get(id) }))
  await sql`insert into paper_event (paper_id, event_id, kind, message, data, act_by, create_time)
    select id, gen_random_uuid()::text, ${kind}, ${message}, evidence::jsonb, ${by}::bigint, ${at}
    from unnest(${paperIds}::bigint[], ${evidence}::text[]) as given (id, evidence)`.execute(db)
}
