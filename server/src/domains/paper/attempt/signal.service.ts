// Raises signals of possible cheating: each is counted once, stored in the timeline, and has its effect in the same transaction.
import type { SignalKind, Verdict } from '@shuyuan/contract/exam/integrity-settings.ts'
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { signalsOf } from '../../exam/exam.service.ts'
import { publishPaperChange } from '../channel/watch-change.service.ts'
import { afterForcedClose, closeIfDue, lockPaper, type ForcedClose, forceCloseNow } from './close.service.ts'
import { closesAt } from './entry.rules.ts'
import { causeOf, exStateOf, type SignalTerms, verdictOn, wordsFor } from './signal.rules.ts'
import { type Noted, recordEvent } from '../channel/timeline.service.ts'

/** Maximum signals of one kind per paper; further ones are not stored and have no effect. */
const MOST_OF_A_KIND = 200

export type Signal = Pick<Noted, 'paperId' | 'data' | 'seconds' | 'passed' | 'reason' | 'url'> & { kind: SignalKind; eventId: string }
/** `verdict` is null if the signal does not count; `isNew` is false if nothing was stored. */
export type Raised = { row: ForcedClose['row']; verdict: Verdict | null; message: string; count: number; isNew: boolean }

/** Whether signals count: the paper is open, not overdue, and no forced close has begun. */
export const counts = (row: { state: number; exState: number; deadlineAt: Date }, now: Date) =>
  row.state === PaperState.open && row.exState === ExState.normal && now.getTime() <= closesAt(row)

/** The signal settings of a paper's exam. Fails notFound. */
export async function termsOf(db: Database, paperId: string): Promise<SignalTerms> {
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
export async function raiseSignal(app: App, signal: Signal, terms: SignalTerms): Promise<Raised> {
  const { taken, ...raised } = await app.db.transaction().execute(async (db): Promise<Kept> => {
    const row = must(await lockPaper(db, signal.paperId).executeTakeFirst())
    const now = app.clock()
    return counts(row, now) ? keep(db, row, signal, terms, now) : { ...nothing(row), count: await countOf(db, row, signal.kind) }
  })
  const { id, examId, leaveTimes, flagTimes } = raised.row
  if (raised.isNew) publishPaperChange(app, examId, id, { leaveTimes, flagTimes })
  if (taken) await afterForcedClose(app, taken)
  else if (raised.row.state === PaperState.open && !counts(raised.row, app.clock())) await closeIfDue(app, raised.row.id)
  return raised
}

type Kept = Raised & { taken?: ForcedClose }
const nothing = (row: ForcedClose['row']) => ({ row, verdict: null, message: '', isNew: false })

async function keep(db: Database, row: ForcedClose['row'], signal: Signal, terms: SignalTerms, now: Date): Promise<Kept> {
  const { kind, paperId, eventId } = signal
  const before = await countOf(db, row, kind)
  if (kind !== 'face' && before >= MOST_OF_A_KIND) return { ...nothing(row), count: before }
  // a capture that shows a face is no signal and resets the count of consecutive failures
  const isGood = kind === 'face' && signal.passed === true
  const count = isGood ? 0 : before + 1
  const verdict = isGood ? undefined : verdictOn(kind, count, terms)
  const message = verdict ? wordsFor(kind, verdict, count, terms) : ''
  if (!(await recordEvent(db, { ...signal, ...(verdict ? { verdict } : {}), message, at: now })))
    return { ...(await keptBefore(db, row, paperId, eventId)), count: before }
  const counted = { ...row, ...countersOf(kind, count), flagTimes: row.flagTimes + (verdict === 'flag' ? 1 : 0) }
  const { leaveTimes, faceFails, flagTimes } = counted
  if (leaveTimes !== row.leaveTimes || faceFails !== row.faceFails || flagTimes !== row.flagTimes)
    await db.updateTable('paper').set({ leaveTimes, faceFails, flagTimes }).where('id', '=', row.id).execute()
  const raised = { row: counted, verdict: verdict ?? null, message, count, isNew: true }
  if (verdict !== 'force') return raised
  const handTime = now < row.deadlineAt ? now : row.deadlineAt
  const taken = await forceCloseNow(db, counted, { handTime, exState: exStateOf(kind), exMsg: causeOf(kind, count) }, now)
  return { ...raised, row: taken.row, taken }
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

async function keptBefore(db: Database, row: ForcedClose['row'], paperId: string, eventId: string) {
  const { verdict, message } = await db
    .selectFrom('paperEvent')
    .where('paperId', '=', paperId)
    .where('eventId', '=', eventId)
    .select(['verdict', 'message'])
    .executeTakeFirstOrThrow()
  return { row, verdict: verdict === '' ? null : (verdict as Verdict), message, isNew: false }
}
