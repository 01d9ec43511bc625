// Pictures that should have come and did not although the page is there: a changed page can leave them out, so the server counts them as
// failures of the camera.
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { signalsOf } from '../../exam/exam.service.ts'
import { isThere, seenSince } from '../attempt/presence.service.ts'
import { sendPush, storePush } from '../channel/push.service.ts'
import { raiseSignal } from '../attempt/signal.service.ts'

const BATCH = 500
/** On top of two intervals: for what is on the way. */
const PATIENCE = sql`interval '1 minute'`

/** The papers whose last look was the same: who has just come back gets until the next look to send what has gathered. */
const suspectsOf = appPart(() => ({ ids: new Set<string>() }))

/** Counts, for open papers whose page has been there for two looks, a picture that is overdue by more than an interval. @returns how many were counted */
export async function noteMissingPictures(app: App): Promise<number> {
  const now = app.clock()
  const late = await overdue(app, now)
  const known = suspectsOf(app)
  const sure = late.filter((row) => known.ids.has(row.id))
  known.ids = new Set(late.map((row) => row.id))
  let counted = 0
  for (const { id, last, signals, ...terms } of sure) {
    // one gap is one failure, whichever node sees it
    const signal = { paperId: id, kind: 'face', eventId: `missing:${last.getTime()}`, passed: false, reason: 'missing' } as const
    const { isNew, verdict, message } = await raiseSignal(app, signal, { ...terms, signals: signalsOf({ signals }) })
    if (!isNew) continue
    counted++
    if (verdict === 'warn') await sendPush(app, await storePush(app.db, [id], { type: 'msg', message }, now))
  }
  return counted
}

/**
 * `last`: the last picture, else the start of the paper or the last change of the exam. Loading the page again does not put a picture off. A page
 * that was loaded before the exam was changed may not know that it takes any.
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
