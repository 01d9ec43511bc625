// Time by question: the candidate's active seconds, and in step mode the question time (exam option 每题限时).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { must } from '../../../../kernel/fail.ts'
import type { CachedPaper } from './paper-cache.service.ts'
import { stepModes } from './step.rules.ts'
import { among } from '../../../../kernel/database.ts'

/** Grace period after a question's time, for saves already sent. */
const GRACE_MS = 5_000
/** A page's final report may arrive this long after the hand-in. */
const AFTER_HAND_MS = 60_000
const SECOND = 1_000

type Timed = { id: string; quSeconds: number }
/** The question time in seconds; it applies in step mode only, otherwise 0. */
export const quSecondsOf = ({ stepMode, quSeconds }: { stepMode: boolean; quSeconds: number }) => (stepMode ? quSeconds : 0)

/**
 * Adds a report of active seconds by question. The sum never exceeds the duration of the paper; the excess is cut off. The same `eventId`
 * twice in a row counts once. Questions of other papers and reports later than a minute after the end are ignored.
 */
export async function countTimes(app: App, cached: CachedPaper, eventId: string, times: readonly { quId: string; seconds: number }[]) {
  const given = new Map(times.filter(({ quId, seconds }) => seconds > 0 && cached.shapes.has(quId)).map((one) => [one.quId, one.seconds]))
  if (given.size === 0) return
  await app.db.transaction().execute(async (db) => {
    const row = must(
      await db
        .selectFrom('paper')
        .where('id', '=', cached.id)
        .select(['startTime', 'handTime', 'state'])
        .forNoKeyUpdate()
        .executeTakeFirst(),
    )
    const now = app.clock().getTime()
    if (row.handTime && now > row.handTime.getTime() + AFTER_HAND_MS) return
    const until = Math.min(now, row.handTime?.getTime() ?? now)
    const elapsed = Math.max(0, Math.ceil((until - row.startTime.getTime()) / SECOND))
    const stored = await db.selectFrom('paperQuTime').where('paperId', '=', cached.id).select(['quId', 'seconds', 'lastEvent']).execute()
    if (stored.some((one) => one.lastEvent === eventId)) return
    let left = elapsed - stored.reduce((sum, one) => sum + one.seconds, 0)
    const rows = []
    for (const [quId, seconds] of given) {
      const counted = Math.min(seconds, Math.max(0, left))
      left -= counted
      rows.push({ paperId: cached.id, quId, seconds: counted, lastEvent: eventId })
    }
    await db
      .insertInto('paperQuTime')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['paperId', 'quId']).doUpdateSet({
          seconds: sql`paper_qu_time.seconds + excluded.seconds`,
          lastEvent: eventId,
        }),
      )
      .execute()
  })
}

/** Starts the question time when a question is shown for the first time; does nothing without question time. */
export async function recordShown(db: Database, { id, quSeconds }: Timed, quId: string, now: Date) {
  if (quSeconds === 0) return
  await db
    .insertInto('paperQuTime')
    .values({ paperId: id, quId, shownTime: now })
    .onConflict((conflict) =>
      conflict.columns(['paperId', 'quId']).doUpdateSet({ shownTime: sql`coalesce(paper_qu_time.shown_time, excluded.shown_time)` }),
    )
    .execute()
}

/** The shown questions with the ms left of their question time; empty without question time. */
export async function quTimesLeft(db: Database, { id, quSeconds }: Timed, now: Date): Promise<{ quId: string; leftMs: number }[]> {
  if (quSeconds === 0) return []
  const rows = await db
    .selectFrom('paperQuTime')
    .where('paperId', '=', id)
    .where('shownTime', 'is not', null)
    .orderBy('shownTime')
    .select(['quId', 'shownTime'])
    .execute()
  return rows.map(({ quId, shownTime }) => ({
    quId,
    leftMs: Math.max(0, (shownTime?.getTime() ?? 0) + quSeconds * SECOND - now.getTime()),
  }))
}

/** Whether the question time of a question is over. */
export async function isShownTooLong(db: Database, paper: Timed, quId: string, now: Date): Promise<boolean> {
  return (await quTimesLeft(db, paper, now)).some((one) => one.quId === quId && one.leftMs === 0)
}

/** Those of the given questions whose question time and grace period are over. @returns when each was closed, by question */
export async function closedQuestions(
  db: Database,
  { id, quSeconds, stepMode }: CachedPaper,
  quIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (stepMode === stepModes.off || quSeconds === 0 || quIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('paperQuTime')
    .innerJoin('paper', 'paper.id', 'paperQuTime.paperId')
    // a closed paper refuses saves anyway
    .where('paper.state', '=', PaperState.open)
    .where('paperId', '=', id)
    .where(among('quId', quIds))
    .where('shownTime', '<', new Date(now.getTime() - quSeconds * SECOND - GRACE_MS))
    .select(['quId', 'shownTime'])
    .execute()
  return new Map(rows.map((row) => [row.quId, new Date((row.shownTime?.getTime() ?? 0) + quSeconds * SECOND)]))
}

/**
 * Active seconds by question over the handed-in papers of an exam, for item analysis: the number of candidates, and the sum, mean and
 * median of their seconds.
 * @param paperIds only these papers
 */
export async function secondsByQuestion(db: Database, examId: string, paperIds?: readonly string[]) {
  return db
    .selectFrom('paperQuTime')
    .innerJoin('paper', 'paper.id', 'paperQuTime.paperId')
    .where('examId', '=', examId)
    .where('paper.state', 'in', [PaperState.marking, PaperState.done])
    .where('seconds', '>', 0)
    .$if(paperIds !== undefined, (q) => q.where(among('paper.id', paperIds ?? [])))
    .groupBy('quId')
    .orderBy('quId')
    .select(['quId', sql<number>`count(*)::int`.as('papers'), sql<number>`sum(seconds)::int`.as('seconds')])
    .select([
      sql<number>`round(avg(seconds))::int`.as('average'),
      sql<number>`round(percentile_cont(0.5) within group (order by seconds))::int`.as('median'),
    ])
    .execute()
}
