// Counts captures that did not arrive although the page is online as failures of the camera, because a manipulated page could omit them.
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { signalsOf } from '../../exam/exam.service.ts'
import { isThere, seenSince } from '../attempt/clock/presence.service.ts'
import { sendPush, storePush } from '../channel/push.service.ts'
import { raiseSignal } from '../attempt/clock/signal.service.ts'

const BATCH = 500
/** added to two intervals, for captures still being sent */
const PATIENCE = sql`interval '1 minute'`

/** Papers that were overdue in the previous run: a page that has just reconnected gets one more run to send its stored captures. */
const suspectsOf = appPart(() => ({ ids: new Set<string>() }))

/** Records a failed capture for open papers whose page was online in two runs and whose capture is overdue. @returns the number of papers */
export async function recordMissingCaptures(app: App): Promise<number> {
  const now = app.clock()
  const late = await overdue(app, now)
  const suspects = suspectsOf(app)
  const sure = late.filter((row) => suspects.ids.has(row.id))
  suspects.ids = new Set(late.map((row) => row.id))
  let counted = 0
  for (const { id, last, signals, ...terms } of sure) {
    // one failure per gap, whichever server process records it
    const signal = { paperId: id, kind: 'face', eventId: `missing:${last.getTime()}`, passed: false, reason: 'missing' } as const
    const { isNew, verdict, message } = await raiseSignal(app, signal, { ...terms, signals: signalsOf({ signals }) })
    if (!isNew) continue
    counted++
    if (verdict === 'warn') await sendPush(app, await storePush(app.db, [id], { type: 'msg', message }, now))
  }
  return counted
}

/**
 * Open papers with an overdue capture. `last`: the last capture, otherwise the start of the paper or the last change of the exam. A reload of the page
 * does not postpone a capture. A page loaded before the exam required captures may not know about them.
 */
function overdue({ db }: App, now: Date) {
  const last = sql<Date>`greatest(paper.start_time, exam.update_time, (select e.create_time from paper_event e
    where e.paper_id = paper.id and e.kind = 'face' order by e.id desc limit 1))`
  return db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .innerJoin('paperSession as s', 's.id', 'paper.liveSession')
    .where('paper.state', '=', PaperState.open)
    .where('exState', '=', ExState.normal)
    .where('captureMinutes', '>', 0)
    .where('noFace', '=', false)
    .whereRef('s.createTime', '>', 'exam.updateTime')
    .where(isThere(seenSince(now)))
    .where(sql<boolean>`${last} < ${now}::timestamptz - (capture_minutes * interval '2 minutes' + ${PATIENCE})`)
    .orderBy('paper.id')
    .limit(BATCH)
    .select(['paper.id', 'signals', 'signalLimit', 'leaveLimit', 'faceChance', last.as('last')])
    .execute()
}
