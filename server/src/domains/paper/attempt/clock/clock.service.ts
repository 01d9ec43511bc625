// The time that a paper has left by the server's clock, and the pushes that its page has missed.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../../kernel/ctx.ts'
import { must } from '../../../../kernel/fail.ts'
import { closeIfDue } from './close.service.ts'
import { closesAt } from '../entry/entry.rules.ts'
import { recordSeen, pushesAfter } from '../../channel/push.service.ts'
import { raiseSignal, settingsOf } from './signal.service.ts'

/** Pages poll the time every 30 s; more frequent polls do not write `last_seen` again within this time. */
const SEEN_MS = 15_000

type Timed = { state: number; deadlineAt: Date; exState: number }

const leftOf = ({ state, deadlineAt }: Timed, now: Date) =>
  state === PaperState.open ? Math.max(0, deadlineAt.getTime() - now.getTime()) : 0

/** The values from which a page sets its clock. */
export function clockOf(row: Timed & { timeRev: number; exMsg: string; msgSeq: number }, msgs: ExamHint[], now: Date) {
  const { state, deadlineAt, timeRev, exMsg, msgSeq } = row
  const leftMs = leftOf(row, now)
  return { leftSeconds: Math.ceil(leftMs / 1_000), leftMs, serverTime: now, deadlineAt, timeRev, state, notice: exMsg, msgSeq, msgs }
}

/** Whether a paper is open although its deadline and grace period are over. */
export const isOver = (row: Timed, now: Date) => row.state === PaperState.open && now.getTime() > closesAt(row)

/**
 * Returns the time left by the server's clock and the pushes that the page has missed; records that the page is online. Force-closes the
 * paper if its time is over. Fails notFound.
 */
export async function leftTime(ctx: Ctx, { id, session, acked }: Input<(typeof paper)['left-time']>) {
  const { app, db, now, user } = ctx
  const find = () =>
    db
      .selectFrom('paper')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .where('state', '>=', PaperState.open)
      .select([
        'state',
        'exState',
        'exMsg',
        'deadlineAt',
        'timeRev',
        'msgSeq',
        'lastSeen',
        'liveSession',
        'liveLogin',
        'liveIp',
        'noFace',
        'noFullScreen',
      ])
      .executeTakeFirst()
  let row = must(await find())
  if (isOver(row, now)) {
    await closeIfDue(app, id)
    row = must(await find())
  }
  const hasWriteLock = session === undefined ? row.liveLogin === user.sessionId : row.liveSession === session
  if (row.state === PaperState.open && hasWriteLock && (!row.lastSeen || now.getTime() - row.lastSeen.getTime() > SEEN_MS))
    await db.updateTable('paper').set({ lastSeen: now }).where('id', '=', id).where('state', '=', PaperState.open).execute()
  if (row.state === PaperState.open && hasWriteLock && row.liveIp !== '' && row.liveIp !== ctx.request.ip)
    await recordAddress(ctx, id, row.liveIp)
  const msgs = acked !== undefined && acked < row.msgSeq ? await pushesAfter(db, id, acked) : []
  if (acked !== undefined && acked > 0 && hasWriteLock) await recordSeen(db, id, acked, now)
  return { ...clockOf(row, msgs, now), noFace: row.noFace, noFullScreen: row.noFullScreen }
}

/** Raises a signal because the page now has another IP address. */
async function recordAddress({ app, db, request }: Ctx, id: string, before: string) {
  const { ip, userAgent } = request
  const { numUpdatedRows } = await db
    .updateTable('paper')
    .set({ liveIp: ip })
    .where('id', '=', id)
    .where('liveIp', '=', before)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const data = { ip, userAgent: userAgent.slice(0, 300), before }
  await raiseSignal(app, { paperId: id, kind: 'address', eventId: `address:${randomUUID()}`, data }, await settingsOf(db, id))
}

/** The caller's open paper with the earliest deadline, or null. */
export async function findOngoing({ app, db, now, user }: Ctx) {
  const rows = await db
    .selectFrom('paper')
    .where('userId', '=', user.id)
    .where('state', '=', PaperState.open)
    .orderBy('deadlineAt')
    .select(['id', 'examId', 'title', 'state', 'exState', 'deadlineAt'])
    .execute()
  for (const row of rows) {
    if (!isOver(row, now)) return { id: row.id, examId: row.examId, title: row.title, leftSeconds: Math.ceil(leftOf(row, now) / 1_000) }
    await closeIfDue(app, row.id)
  }
  return null
}
