// Removes the records of archived exams that the settings name: in portions, each of which is committed.
import { signalKinds } from '@shuyuan/contract/exam/integrity-settings.ts'
import type { TimelineKind } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { removePicture } from '../../site/provider/evidence.service.ts'
import { archiveSettings, monthsAgo } from './archive.service.ts'

const AT_ONCE = 5_000
/** Maximum duration of a run; the next night continues. */
const RUN_MS = 30 * 60_000

const stateOf = appPart((app) => {
  const state = { closing: false }
  app.onClose(() => void (state.closing = true))
  return state
})

/** Events that pages send by themselves; what people did, and what they agreed to, stays. */
const watched: readonly TimelineKind[] = [...(Object.keys(signalKinds) as (keyof typeof signalKinds)[]), 'reload', 'seb', 'identity', 'ask']

/** Places of up to `AT_ONCE` rows of the exam's papers. */
const some = (rows: RawBuilder<unknown>, examId: string, condition: RawBuilder<unknown> = sql`true`) =>
  sql`array(select one.ctid from paper join ${rows} one on one.paper_id = paper.id where paper.exam_id = ${examId}::bigint and ${condition} limit ${AT_ONCE})`

/** The file first: a row without a picture is never looked at again. */
async function removePictures(app: App, examId: string) {
  for (;;) {
    const { rows } = await sql<{ id: string; url: string }>`
      select one.id::text, one.url from paper join paper_event one on one.paper_id = paper.id
      where paper.exam_id = ${examId}::bigint and one.url <> '' and ${isWatched} limit 500`.execute(app.db)
    for (const { url } of rows) await removePicture(app, url)
    await sql`update paper_event set url = '' where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(app.db)
    if (rows.length === 0) return
  }
}

const isWatched = sql`one.kind = any(${[...watched]}) and one.act_by is null`

type Step = (examId: string) => RawBuilder<unknown>
type Part = { column: 'answerLogAt' | 'eventsAt'; steps: Step[]; before?: (app: App, examId: string) => Promise<void> }
const parts: Record<'answerLogMonths' | 'eventMonths', Part> = {
  answerLogMonths: {
    column: 'answerLogAt',
    steps: [(examId) => sql`delete from paper_answer_log where ctid = any(${some(sql`paper_answer_log`, examId)})`],
  },
  eventMonths: {
    column: 'eventsAt',
    before: removePictures,
    steps: [
      (examId) => sql`delete from paper_event where ctid = any(${some(sql`paper_event`, examId, isWatched)})`,
      (examId) => sql`delete from paper_session where ctid = any(${some(sql`paper_session`, examId)})`,
      (examId) => sql`delete from paper_push where ctid = any(${some(sql`paper_push`, examId)})`,
    ],
  },
}

/** Removes due records, in as many steps as time allows; several servers may call it. @returns the number of rows removed */
export async function trimArchived(app: App): Promise<number> {
  const settings = await archiveSettings({ app })
  const until = performance.now() + RUN_MS
  const goesOn = () => !stateOf(app).closing && performance.now() < until
  let removed = 0
  for (const [name, part] of Object.entries(parts)) {
    const months = settings[name as keyof typeof parts]
    if (months === 0) continue
    for (const examId of await due(app, part, await monthsAgo(app.db, app.clock(), months))) {
      await part.before?.(app, examId)
      for (let more = true; more && goesOn();) {
        const gone = await removePortion(app, part, examId)
        removed += gone ?? 0
        more = gone !== null && gone > 0
      }
    }
  }
  return removed
}

async function due(app: App, { column }: Part, before: Date): Promise<string[]> {
  const rows = await app.db
    .selectFrom('exam')
    .leftJoin('paperTrimmed', 'paperTrimmed.examId', 'exam.id')
    .where('exam.archivedAt', 'is not', null)
    .where(sql<boolean>`coalesce(exam.end_time, exam.archived_at) <= ${before}`)
    .where(`paperTrimmed.${column}`, 'is', null)
    .orderBy('exam.id')
    .select('exam.id')
    .execute()
  return rows.map((row) => row.id)
}

/** One portion, or the note that nothing is left (0). @returns null while another server works on the exam */
async function removePortion(app: App, { column, steps }: Part, examId: string): Promise<number | null> {
  await app.db
    .insertInto('paperTrimmed')
    .values({ examId })
    .onConflict((conflict) => conflict.column('examId').doNothing())
    .execute()
  return app.db.transaction().execute(async (db) => {
    const place = await db
      .selectFrom('paperTrimmed')
      .where('examId', '=', examId)
      .forUpdate()
      .skipLocked()
      .select(column)
      .executeTakeFirst()
    if (!place || place[column] !== null) return null
    for (const step of steps) {
      const { numAffectedRows = 0n } = await step(examId).execute(db)
      if (numAffectedRows > 0n) return Number(numAffectedRows)
    }
    await db
      .updateTable('paperTrimmed')
      .set({ [column]: app.clock() })
      .where('examId', '=', examId)
      .execute()
    return 0
  })
}
