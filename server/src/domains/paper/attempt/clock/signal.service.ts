// Raises signals of possible cheating: each is counted once, stored in the timeline, and has its effect in the same transaction.
import type { SignalKind, Verdict } from '@shuyuan/contract/exam/integrity-settings.ts'
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import type { App } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { must } from '../../../../kernel/fail.ts'
import { signalsOf } from '../../../exam/exam.service.ts'
import { publishPaperChange } from '../../channel/watch-change.service.ts'
import { afterForcedClose, closeIfDue, type ForcedClose, forceCloseNow } from './close.service.ts'
import { lockPaper } from './lock.service.ts'
import { closesAt } from '../entry/entry.rules.ts'
import { causeOf, exStateOf, type SignalSettings, verdictOn, messageFor } from './signal.rules.ts'
import { type NewEvent, recordEvent } from '../../channel/timeline.service.ts'

/** Maximum signals of one kind per paper; further ones are not stored and have no effect. */
const MOST_OF_A_KIND = 200

export type Signal = Pick<NewEvent, 'paperId' | 'data' | 'seconds' | 'passed' | 'reason' | 'url'> & {
  kind: SignalKind
  eventId: string
  /** a capture that the provider did not answer: it is recorded without an effect */
  isNeutral?: boolean
  /** a capture that shows one face, of a candidate without a stored one */
  isSeen?: boolean
}
/** `verdict` is null if the signal does not count; `isNew` is false if nothing was stored. */
export type Raised = { row: ForcedClose['row']; verdict: Verdict | null; message: string; count: number; isNew: boolean }

/** Whether signals count: the paper is open, not overdue, and no forced close has begun. */
export const counts = (row: { state: number; exState: number; deadlineAt: Date }, now: Date) =>
  row.state === PaperState.open && row.exState === ExState.normal && now.getTime() <= closesAt(row)

/** The signal settings of a paper's exam. Fails notFound. */
export async function settingsOf(db: Database, paperId: string): Promise<SignalSettings> {
  const row = must(
    await db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .where('paper.id', '=', paperId)
      .select(['signals', 'signalLimit', 'leaveLimit', 'faceChance'])
      .executeTakeFirst(),
  )
  return { ...row, signals: signalsOf(row) }
}

/**
 * Counts a signal and applies the exam's verdict (ignore, warn, flag or force) in one transaction. Nothing is counted after the end. A
 * repeated event id gets the first result again. Fails notFound.
 */
export async function raiseSignal(app: App, signal: Signal, settings: SignalSettings): Promise<Raised> {
  const { closed, ...raised } = await app.db.transaction().execute(async (db): Promise<Recorded> => {
    const row = must(await lockPaper(db, signal.paperId).executeTakeFirst())
    const now = app.clock()
    return counts(row, now) ? record(db, row, signal, settings, now) : { ...nothing(row), count: await countOf(db, row, signal.kind) }
  })
  const { id, examId, leaveTimes, flagTimes } = raised.row
  if (raised.isNew) publishPaperChange(app, examId, id, { leaveTimes, flagTimes })
  if (closed) await afterForcedClose(app, closed)
  else if (raised.row.state === PaperState.open && !counts(raised.row, app.clock())) await closeIfDue(app, raised.row.id)
  return raised
}

type Recorded = Raised & { closed?: ForcedClose }
const nothing = (row: ForcedClose['row']) => ({ row, verdict: null, message: '', isNew: false })

async function record(db: Database, row: ForcedClose['row'], signal: Signal, settings: SignalSettings, now: Date): Promise<Recorded> {
  const { kind, paperId, eventId } = signal
  const { isNeutral: _isNeutral, isSeen: _isSeen, ...event } = signal
  const before = await countOf(db, row, kind)
  if (kind !== 'face' && before >= MOST_OF_A_KIND) return { ...nothing(row), count: before }
  // a capture that shows a face is no signal and resets the count of consecutive failures
  const isGood = kind === 'face' && (signal.passed === true || signal.isSeen === true)
  const isNeutral = signal.isNeutral === true
  const count = isGood ? 0 : isNeutral ? before : before + 1
  const verdict = isGood || isNeutral ? undefined : verdictOn(kind, count, settings)
  const message = verdict ? messageFor(kind, verdict, count, settings) : ''
  if (!(await recordEvent(db, { ...event, ...(verdict ? { verdict } : {}), message, at: now })))
    return { ...(await storedBefore(db, row, paperId, eventId)), count: before }
  const counted = { ...row, ...countersOf(kind, count), flagTimes: row.flagTimes + (verdict === 'flag' ? 1 : 0) }
  const { leaveTimes, faceFails, flagTimes } = counted
  if (leaveTimes !== row.leaveTimes || faceFails !== row.faceFails || flagTimes !== row.flagTimes)
    await db.updateTable('paper').set({ leaveTimes, faceFails, flagTimes }).where('id', '=', row.id).execute()
  const raised = { row: counted, verdict: verdict ?? null, message, count, isNew: true }
  if (verdict !== 'force') return raised
  const handTime = now < row.deadlineAt ? now : row.deadlineAt
  const closed = await forceCloseNow(db, counted, { handTime, exState: exStateOf(kind), exMsg: causeOf(kind, count) }, now)
  return { ...raised, row: closed.row, closed }
}

function countersOf(kind: SignalKind, count: number) {
  if (kind === 'leave') return { leaveTimes: count }
  return kind === 'face' ? { faceFails: count } : {}
}

/** The number of signals of this kind so far; for captures the number of consecutive failures. */
async function countOf(db: Database, row: ForcedClose['row'], kind: SignalKind): Promise<number> {
  if (kind === 'leave') return row.leaveTimes
  if (kind === 'face') return row.faceFails
  const { count } = await db
    .selectFrom('paperEvent')
    .where('paperId', '=', row.id)
    .where('kind', '=', kind)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function storedBefore(db: Database, row: ForcedClose['row'], paperId: string, eventId: string) {
  const { verdict, message } = await db
    .selectFrom('paperEvent')
    .where('paperId', '=', paperId)
    .where('eventId', '=', eventId)
    .select(['verdict', 'message'])
    .executeTakeFirstOrThrow()
  return { row, verdict: verdict === '' ? null : (verdict as Verdict), message, isNew: false }
}
