// Receives leaves, captures and other events of an open paper. The server counts each event once and force-closes the paper at the limit
// (exam-rules.md, *Counters*).
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { type event, reloadLimits } from '@shuyuan/contract/paper/attempt/event.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { randomUUID } from 'node:crypto'
import type { App, Ctx } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { must } from '../../../../kernel/fail.ts'
import { signalsOf } from '../../../exam/exam.service.ts'
import { matchFace, pictureBytes } from '../../../face/match.service.ts'
import { storePicture, removePicture } from '../../../site/provider/evidence.service.ts'
import { bankIdOf, mustGetCached } from '../save/paper-cache.service.ts'
import { countTimes, isShownTooLong } from '../save/qu-time.service.ts'
import { recordEvent } from '../../channel/timeline.service.ts'
import { counts, raiseSignal } from './signal.service.ts'

const SPARE_PICTURES = 20

/** The caller's own paper with its exam's integrity settings. Fails notFound. */
async function mustFindWatched({ db, user }: Ctx, id: string) {
  const row = must(
    await db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .where('paper.id', '=', id)
      .where('paper.userId', '=', user.id)
      .where('paper.state', '>=', PaperState.open)
      .select(['paper.id', 'paper.state', 'exState', 'paper.startTime', 'deadlineAt', 'leaveTimes', 'faceFails', 'signals', 'signalLimit'])
      .select(['leaveWatch', 'leaveSeconds', 'leaveLimit', 'captureMinutes', 'noFace', 'faceChance', 'paper.quSeconds'])
      .executeTakeFirst(),
  )
  return { ...row, signals: signalsOf(row) }
}
type Watched = Awaited<ReturnType<typeof mustFindWatched>>

/**
 * Counts a leave that lasted longer than the exam allows; the leave that reaches the limit force-closes the paper in the same transaction.
 * Nothing is counted if the exam does not watch leaves, after the end, or again for the same event id. Fails notFound.
 */
export async function countLeave(ctx: Ctx, { id, seconds, eventId = randomUUID() }: Input<(typeof paper)['leave-incr']>) {
  const watched = await mustFindWatched(ctx, id)
  if (!isLeave(watched, seconds)) return leavesOf(watched, watched)
  const { row } = await raiseSignal(ctx.app, { paperId: watched.id, kind: 'leave', eventId, seconds: Math.round(seconds) }, watched)
  return leavesOf(row, watched)
}

const isLeave = ({ leaveWatch, leaveSeconds }: Watched, seconds: number) => leaveWatch && seconds > leaveSeconds
const leavesOf = ({ leaveTimes, exState }: { leaveTimes: number; exState: number }, { leaveWatch }: Watched) => ({
  leaveTimes,
  overLimit: leaveWatch && exState === ExState.leave,
})

/**
 * Stores an event that a page reports. Returns action `none` if it does not count: a leave below the threshold, an event after the end, an
 * overtime of a question whose time is not over, an empty chair where the exam uses no camera. Fails notFound.
 */
export async function saveEvent(ctx: Ctx, input: Input<typeof event.save>) {
  const { app, user } = ctx
  const { paperId, kind, eventId, seconds = 0, detail } = input
  const cached = await mustGetCached(app, paperId, user.id)
  if (kind === 'time') {
    const times = (input.times ?? []).map((one) => ({ ...one, quId: bankIdOf(cached, one.quId) }))
    await countTimes(app, cached, eventId, times)
    return none(0)
  }
  const quId = input.quId && bankIdOf(cached, input.quId)
  const watched = await mustFindWatched(ctx, paperId)
  if ((kind === 'leave' || kind === 'reload') && !isLeave(watched, seconds)) return none(watched.leaveTimes)
  if (kind === 'reload' && (await isExcused(app, watched, seconds, eventId))) return none(watched.leaveTimes)
  if (kind === 'unseen' && (watched.captureMinutes === 0 || watched.noFace)) return none(0)
  if (kind === 'overtime' && !(await isShownTooLong(app.db, watched, quId ?? '0', app.clock()))) return none(0)
  const signal = {
    paperId: watched.id,
    kind: kind === 'reload' ? ('leave' as const) : kind,
    // one overtime event per question; the contract does not accept such an id from a page
    eventId: kind === 'overtime' ? `overtime:${quId}` : eventId,
    seconds: Math.round(seconds),
    data: { ...(detail ? { detail } : {}), ...(quId ? { quId } : {}) },
  }
  const { verdict, message, count } = await raiseSignal(app, signal, watched)
  return { action: verdict ?? ('none' as const), message, count }
}

/** Records a reload within the limits as an event without a consequence. @returns false for one that counts as a leave */
async function isExcused(app: App, watched: Watched, seconds: number, eventId: string): Promise<boolean> {
  if (seconds > reloadLimits.seconds) return false
  return app.db.transaction().execute(async (db) => {
    // concurrent reports must not exceed the limit
    await db.selectFrom('paper').where('id', '=', watched.id).select('id').forNoKeyUpdate().execute()
    const reloads = await db
      .selectFrom('paperEvent')
      .where('paperId', '=', watched.id)
      .where('kind', '=', 'reload')
      .select('eventId')
      .limit(reloadLimits.times)
      .execute()
    if (reloads.some((one) => one.eventId === eventId)) return true
    if (reloads.length >= reloadLimits.times) return false
    const now = app.clock()
    if (counts(watched, now)) await recordEvent(db, { paperId: watched.id, kind: 'reload', eventId, seconds: Math.round(seconds), at: now })
    return true
  })
}
const none = (count: number) => ({ action: 'none' as const, message: '', count })

/**
 * Compares a capture with the candidate's face, stores it as evidence and counts consecutive failures. One that the provider did not answer is
 * noted and is no failure; one of a candidate without a stored face only has to show one face. The failure that reaches the limit
 * force-closes the paper in the same transaction. An empty picture means a camera failure. Nothing is stored if the exam takes no captures or the paper is closed.
 * Fails notFound.
 */
export async function saveCapture(ctx: Ctx, { paperId, base64, eventId = randomUUID() }: Input<typeof capture.save>) {
  const { app } = ctx
  const watched = await mustFindWatched(ctx, paperId)
  const { id, faceChance } = watched
  if (watched.captureMinutes === 0 || watched.noFace || !counts(watched, app.clock()) || (await isRecorded(app.db, id, eventId)))
    return failsOf(watched, faceChance)
  const picture = pictureBytes(base64)
  const { passed, problem, grey } = await matchFace(app, ctx.user.id, picture)
  const reason = grey ? 'grey' : problem
  // only readable pictures are stored, and no more of them than the interval allows
  const isEvidence = reason !== 'camera' && reason !== 'broken' && (await isExpected(app, watched))
  const url = isEvidence ? await storePicture(app, picture) : ''
  const { row, isNew } = await raiseSignal(
    app,
    { paperId: id, kind: 'face', eventId, passed, reason, url, isNeutral: problem === 'down', isSeen: problem === 'unenrolled' },
    watched,
  )
  if (!isNew && url !== '') await removePicture(app, url)
  return failsOf(row, faceChance)
}

/** A page sends one picture per interval and one after a reload; a tampered page must not fill the disk. */
async function isExpected({ db, clock }: App, { id, startTime, captureMinutes }: Watched): Promise<boolean> {
  const { stored } = await db
    .selectFrom('paperEvent')
    .where('paperId', '=', id)
    .where('kind', '=', 'face')
    .where('url', '!=', '')
    .select((q) => q.fn.countAll<string>().as('stored'))
    .executeTakeFirstOrThrow()
  const intervals = (clock().getTime() - startTime.getTime()) / (captureMinutes * 60_000)
  return Number(stored) < 2 * intervals + SPARE_PICTURES
}

const failsOf = ({ faceFails, exState }: { faceFails: number; exState: number }, faceChance: number) => ({
  isBreak: exState === ExState.face,
  failCount: faceFails,
  faceChance,
})

async function isRecorded(db: Database, paperId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('paperEvent')
    .where('paperId', '=', paperId)
    .where('eventId', '=', eventId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
