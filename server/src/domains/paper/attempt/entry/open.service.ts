// Opens a paper for the candidate's page: questions without keys, stored answers, the time left, and the write lock.
import type { sebModes } from '@shuyuan/contract/exam/integrity-settings.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { fail, must } from '../../../../kernel/fail.ts'
import { signalsOf } from '../../../exam/exam.service.ts'
import { isSecured } from '../../../exam/seb/seb.service.ts'
import { clockOf, isOver } from '../clock/clock.service.ts'
import { publishUnlockRequest } from '../../channel/watch-change.service.ts'
import { isStillOpen } from '../clock/close.service.ts'
import type { FrozenGroup } from '../../question/freeze.rules.ts'
import { inReferences, referencesIn } from '../../question/reference.rules.ts'
import { keepSessionUntil } from '../../../session/session.service.ts'
import { mustGetCached, remember, takeContent } from '../save/paper-cache.service.ts'
import { type Push, sendPush, storePush, unseenPushes } from '../../channel/push.service.ts'
import { recordShown, quTimesLeft } from '../save/qu-time.service.ts'
import { raiseSignal } from '../clock/signal.service.ts'
import { onlyAt, stepModes } from '../save/step.rules.ts'
import { beginFirst, ownColumns, recordColumns, sharedColumns } from './first-open.service.ts'
import { requestUnlock, noUnlockRequest } from '../clock/unlock.service.ts'

/** A page-load session without activity for this long loses the write lock to another device without a question. */
const ACTIVE_MS = 60_000
/** The sign-in session stays valid for this long after the deadline, as the exam may be extended. */
const OUTLIVES_MS = 24 * 3_600_000

/** Selects and locks the candidate's own paper. Fails notFound. */
async function lockOwn(db: Database, id: string, userId: string) {
  return must(
    await db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .leftJoin('paperRecord as r', 'r.paperId', 'paper.id')
      .where('paper.id', '=', id)
      .where('paper.userId', '=', userId)
      .where('paper.state', '>=', PaperState.open)
      .select([...sharedColumns.map((one) => `paper.${one}` as const), ...ownColumns, ...recordColumns])
      .forNoKeyUpdate('paper')
      .executeTakeFirst(),
  )
}
type Own = Awaited<ReturnType<typeof lockOwn>>

/** Another sign-in session has the write lock, and the exam requires an invigilator to unlock a takeover. */
type Locked = { lockedIn: string; isFirstRequest: boolean }
type Opened = {
  row: Own
  session: string
  heldElsewhere: boolean
  answers: Awaited<ReturnType<typeof answersOf>>
  msgs: ExamHint[]
  quTimes: Awaited<ReturnType<typeof quTimesLeft>>
  now: Date
  kicked: Push | undefined
  /** the signal that this page load raises */
  moved: 'takeover' | 'address' | undefined
}

/**
 * Opens the paper for a new page-load session, which gets the write lock. A reload in the same sign-in session takes the lock over
 * silently. Another device has to request it (`takeover`) while the other page is active and is read-only until then; if the exam requires
 * it, the device gets nothing before an invigilator has unlocked the takeover.
 * Fails notFound, paperClosed, paperLocked or sebNeeded (with the exam's id, as its configuration opens Safe Exam Browser).
 */
export async function openPaper(ctx: Ctx, input: Input<(typeof paper)['paper-detail']>): Promise<Output<(typeof paper)['paper-detail']>> {
  const { id, takeover = false } = input
  const { app, user } = ctx
  const now = app.clock()
  const first = await beginFirst(ctx, id, now)
  if (first)
    return answerOf(ctx, { ...first, heldElsewhere: false, answers: [], msgs: [], quTimes: [], now, kicked: undefined, moved: undefined })
  const opened = await app.db.transaction().execute(async (db): Promise<Opened | Locked | 'over'> => {
    const row = await lockOwn(db, id, user.id)
    if (row.seb === 'required' && !isSecured(ctx, row.examId)) fail('sebNeeded', undefined, { examId: row.examId })
    const now = app.clock()
    if (row.state !== PaperState.open || isOver(row, now)) return 'over'
    const other = row.liveSession !== '' && row.liveLogin !== user.sessionId
    const unlocked = row.unlockedLogin !== null && row.unlockedLogin === user.sessionId
    if (other && row.takeoverUnlock && !unlocked) {
      return { lockedIn: row.examId, isFirstRequest: await requestUnlock({ ...ctx, db }, row) }
    }
    const heldElsewhere = other && !takeover && !unlocked && (await isActive(db, row, now))
    const session = await beginSession({ ...ctx, db }, row, { takesWriteLock: !heldElsewhere, takeover: other && !heldElsewhere })
    const msgs = row.msgSeq > 0 ? await unseenPushes(db, row.id) : []
    const kicks = !heldElsewhere && row.liveSession !== ''
    const kicked = kicks ? await storePush(db, [row.id], { type: 'kicked', session }, now) : undefined
    const quTimes = await ownTimes({ ...ctx, db }, row, now)
    const isFar = !heldElsewhere && row.liveIp !== '' && row.liveIp !== ctx.request.ip
    const moved = other && !heldElsewhere ? ('takeover' as const) : isFar ? ('address' as const) : undefined
    return { row, session, heldElsewhere, answers: await answersOf(db, row.id), msgs, quTimes, now, kicked, moved }
  })
  if (opened === 'over') {
    if (await isStillOpen(app, id)) return openPaper(ctx, input)
    return fail('paperClosed')
  }
  if ('lockedIn' in opened) {
    if (opened.isFirstRequest) publishUnlockRequest(app, opened.lockedIn)
    return fail('paperLocked')
  }
  return answerOf(ctx, opened)
}

async function answerOf(ctx: Ctx, opened: Opened): Promise<Output<(typeof paper)['paper-detail']>> {
  const { app, user } = ctx
  const { row, session, heldElsewhere, answers, msgs, quTimes, now, kicked, moved } = opened
  if (moved && (await raiseMove(ctx, row, moved, session)) === 'force') fail('paperClosed')
  const groups = await takeContent(app, row.id)
  remember(app, { ...row, userId: user.id }, groups)
  await keepSessionUntil(ctx, new Date(row.deadlineAt.getTime() + OUTLIVES_MS))
  if (kicked) void sendPush(app, kicked)
  const msgSeq = kicked?.to[0]?.seq ?? row.msgSeq
  const { examId, title, quCount, totalScore, earliestHandTime, allowPaste } = row
  const facts = { id: row.id, examId, title, quCount, totalScore, earliestHandTime, allowPaste, rules: rulesOf(row) }
  const isClosed = quTimes.some((one) => one.quId === quIdAt(groups, row.stepAt) && one.leftMs === 0)
  const shown = row.stepMode === stepModes.off ? groups : onlyAt(groups, isClosed ? -1 : row.stepAt)
  const references = referencesIn(groups)
  const asked = {
    quTimes: inReferences(quTimes, references),
    groups: shown.map((group) => ({ ...group, quList: inReferences(group.quList, references) })),
    answers: inReferences(answers, references),
  }
  const lastQuId = lastOf(asked.answers)
  return { ...clockOf({ ...row, msgSeq }, msgs, now), ...facts, session, heldElsewhere, ...asked, lastQuId }
}

const quIdAt = (groups: readonly FrozenGroup[], at: number) => groups.flatMap((group) => group.quList)[at]?.quId ?? '0'

/** Starts the question time of the current question and returns the time left of every question shown. */
async function ownTimes({ app, db, user }: Ctx, row: Own, now: Date) {
  if (row.quSeconds === 0) return []
  const { shapes } = await mustGetCached(app, row.id, user.id, db)
  await recordShown(db, row, [...shapes.keys()][row.stepAt] ?? '0', now)
  return quTimesLeft(db, row, now)
}

/** Raises the signal of a takeover or of another address; the exam's settings decide on the verdict. */
async function raiseMove({ app, request }: Ctx, row: Own, kind: 'takeover' | 'address', session: string) {
  const { ip, userAgent } = request
  const data = { ip, userAgent: userAgent.slice(0, 300), before: row.liveIp, session }
  const signal = { paperId: row.id, kind, eventId: `${kind}:${session}`, data }
  return (await raiseSignal(app, signal, { ...row, signals: signalsOf(row) })).verdict
}

function rulesOf(row: Own) {
  const { signalLimit, quSeconds, watermark, antiDebug } = row
  const integrity = { signals: signalsOf(row), signalLimit, quSeconds, watermark, antiDebug, seb: row.seb as keyof typeof sebModes }
  const { leaveWatch, leaveSeconds, leaveLimit, faceChance, takeoverUnlock } = row
  const captureMinutes = row.noFace ? 0 : row.captureMinutes
  const fullScreen = row.fullScreen && !row.noFullScreen
  const { stepAt, leaveTimes, faceFails } = row
  const steps = { stepMode: row.stepMode !== stepModes.off, stepBack: row.stepMode !== stepModes.forward, stepAt }
  const room = { leaveWatch, leaveSeconds, leaveLimit, fullScreen, captureMinutes, faceChance, takeoverUnlock }
  const { camera, sound, screen, phone } = row
  const record = camera === null || sound === null || screen === null || phone === null ? {} : { record: { camera, sound, screen, phone } }
  return { ...room, ...integrity, ...steps, leaveTimes, faceFails, ...record }
}

/**
 * Seconds since the last sign of the page that had the write lock: a poll, a save, or the end of its socket. A page without a socket polls every
 * 30 s, so that its absence seems longer by up to that. Null before the first page load.
 */
async function awaySeconds(db: Database, { id, liveSession, lastSeen, goneAt }: Own, now: Date): Promise<number | null> {
  if (liveSession === '') return null
  const { saved } = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', id)
    .where('session', '=', liveSession)
    .select((q) => q.fn.max<Date | null>('savedAt').as('saved'))
    .executeTakeFirstOrThrow()
  const signs = [lastSeen, goneAt, saved].flatMap((one) => (one === null ? [] : [one.getTime()]))
  return Math.max(0, Math.round((now.getTime() - Math.max(...signs)) / 1_000))
}

/** Whether the page with the write lock saved or polled the time within the last minute. */
async function isActive(db: Database, { id, liveSession, lastSeen }: Own, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - ACTIVE_MS)
  if (lastSeen && lastSeen > since) return true
  const saved = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', id)
    .where('session', '=', liveSession)
    .where('savedAt', '>', since)
    .select('quId')
    .limit(1)
    .executeTakeFirst()
  return saved !== undefined
}

/** Stores the page-load session with address and agent; `takeover` marks one that took the write lock from another sign-in session. */
async function beginSession(
  { app, db, user, request }: Ctx,
  row: Own,
  { takesWriteLock, takeover }: { takesWriteLock: boolean; takeover: boolean },
) {
  const session = randomBytes(16).toString('base64url')
  const now = app.clock()
  const { ip, userAgent } = request
  await db
    .insertInto('paperSession')
    .values({
      id: session,
      paperId: row.id,
      userId: user.id,
      takeover,
      ip,
      userAgent: userAgent.slice(0, 300),
      createTime: now,
      awaySeconds: takesWriteLock && !takeover ? await awaySeconds(db, row, now) : null,
    })
    .execute()
  if (takesWriteLock)
    await db
      .updateTable('paper')
      .set({ liveIp: ip, liveSession: session, liveLogin: user.sessionId === '' ? null : user.sessionId, lastSeen: now })
      .set(user.sessionId === row.unlockedLogin ? { unlockedLogin: null } : {})
      // the page-load session has the write lock now, so its request is obsolete
      .set(user.sessionId === row.unlockLogin ? noUnlockRequest : {})
      .where('id', '=', row.id)
      .execute()
  return session
}

async function answersOf(db: Database, paperId: string) {
  const rows = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', paperId)
    .orderBy('quId')
    .select(['quId', 'answer', 'seq', 'session', 'savedAt'])
    .execute()
  return rows.map((row) => ({ ...row, answer: row.answer as unknown as Answer | null }))
}

/** The question answered last: there a candidate goes on who changes the device. */
const lastOf = (answers: readonly { quId: string; savedAt: Date }[]) =>
  answers.reduce<{ quId: string; savedAt: Date } | undefined>((last, one) => (last && last.savedAt >= one.savedAt ? last : one), undefined)
    ?.quId ?? null
