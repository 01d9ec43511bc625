// What is counted while a paper is open: leaves of the page, and pictures that show nobody. The server counts, each event once, and takes
// the paper in when there are too many (exam-rules.md, *Counters*).
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { capture } from '@shuyuan/contract/paper/capture.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import { must } from '../../kernel/fail.ts'
import { localFace } from '../../providers/face.ts'
import { afterTakenIn, closeIfDue, lockPaper, type TakenIn, takeInNow } from './close.service.ts'
import { closesAt } from './entry.rules.ts'

const [LEAVES, FACE] = [2, 3]
const jpegPrefix = /^data:image\/[a-z]+;base64,/

type Happened = {
  paperId: string
  eventId: string
  kind: 'leave' | 'face'
  seconds?: number
  passed?: boolean
  reason?: string
  url?: string
}

/** Keeps an event. @returns false where it was kept before */
async function keepEvent(db: Database, event: Happened, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('paperEvent')
    .values({ ...event, createTime: now })
    .onConflict((conflict) => conflict.columns(['paperId', 'eventId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** One's own paper and what its exam says about watching. Fails notFound. */
async function mustFindWatched({ db, user }: Ctx, id: string) {
  return must(
    await db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .where('paper.id', '=', id)
      .where('paper.userId', '=', user.id)
      .where('paper.state', '>=', 0)
      .select(['paper.id', 'paper.state', 'exState', 'deadlineAt', 'leaveTimes', 'faceFails'])
      .select(['leaveWatch', 'leaveSeconds', 'leaveLimit', 'captureMinutes', 'faceChance'])
      .executeTakeFirst(),
  )
}
type Watched = Awaited<ReturnType<typeof mustFindWatched>>

/** Whether the paper is open and not being taken in: only then anything counts. */
const counts = (row: { state: number; exState: number; deadlineAt: Date }, now: Date) =>
  row.state === 0 && row.exState === 0 && now.getTime() <= closesAt(row)

/**
 * Counts a leave that lasted longer than the exam allows; the leave that reaches the limit ends the paper in the same transaction. Nothing is
 * counted where the exam does not ask, after the end, or twice for one event id. Fails notFound.
 */
export async function countLeave(ctx: Ctx, { id, seconds, eventId = randomUUID() }: Input<(typeof paper)['leave-incr']>) {
  const { app } = ctx
  const watched = await mustFindWatched(ctx, id)
  const { leaveLimit } = watched
  if (!watched.leaveWatch || seconds <= watched.leaveSeconds) return leavesOf(watched, watched)
  const { row, taken } = await app.db.transaction().execute(async (db): Promise<Counted> => {
    const row = must(await lockPaper(db, id).executeTakeFirst())
    const now = app.clock()
    if (!counts(row, now)) return { row }
    if (!(await keepEvent(db, { paperId: row.id, eventId, kind: 'leave', seconds: Math.round(seconds) }, now))) return { row }
    const leaveTimes = row.leaveTimes + 1
    await db.updateTable('paper').set({ leaveTimes }).where('id', '=', row.id).execute()
    const counted = { ...row, leaveTimes }
    if (leaveTimes < leaveLimit) return { row: counted }
    const taken = await takeInNow(db, counted, { ...endOf(counted, now), exState: LEAVES, exMsg: `离开考试页面${leaveTimes}次` }, now)
    return { row: taken.row, taken }
  })
  await settle(app, row, taken)
  return leavesOf(row, watched)
}

type Counted = { row: TakenIn['row']; taken?: TakenIn }
const endOf = ({ deadlineAt }: { deadlineAt: Date }, now: Date) => ({ handTime: now < deadlineAt ? now : deadlineAt })
const leavesOf = ({ leaveTimes, exState }: { leaveTimes: number; exState: number }, { leaveWatch }: Watched) => ({
  leaveTimes,
  overLimit: leaveWatch && exState === LEAVES,
})

async function settle(app: App, row: TakenIn['row'], taken: TakenIn | undefined) {
  if (taken) await afterTakenIn(app, taken)
  else if (row.state === 0 && !counts(row, app.clock())) await closeIfDue(app, row.id)
}

/**
 * Looks at a picture, keeps it as evidence, and counts failures in a row; the last one allowed ends the paper in the same transaction. An empty
 * picture is a failure of the camera. Nothing is kept where the exam takes no pictures or the paper has ended. Fails notFound.
 */
export async function saveCapture(ctx: Ctx, { paperId, base64, eventId = randomUUID() }: Input<typeof capture.save>) {
  const { app } = ctx
  const watched = await mustFindWatched(ctx, paperId)
  const { id, faceChance } = watched
  if (watched.captureMinutes === 0 || !counts(watched, app.clock()) || (await isKept(app.db, id, eventId)))
    return failsOf(watched, faceChance)
  const picture = Buffer.from(base64.replace(jpegPrefix, ''), 'base64')
  const verdict = await localFace.look(picture)
  const { passed } = verdict
  const reason = verdict.passed ? '' : verdict.reason
  // what is no picture is no evidence, and nothing to serve
  const url = reason === 'camera' || reason === 'broken' ? '' : await keepPicture(app, picture)
  const { row, taken, isNew } = await app.db.transaction().execute(async (db): Promise<Counted & { isNew: boolean }> => {
    const row = must(await lockPaper(db, id).executeTakeFirst())
    const now = app.clock()
    if (!counts(row, now)) return { row, isNew: false }
    if (!(await keepEvent(db, { paperId: id, eventId, kind: 'face', passed, reason, url }, now))) return { row, isNew: false }
    const faceFails = passed ? 0 : row.faceFails + 1
    if (faceFails !== row.faceFails) await db.updateTable('paper').set({ faceFails }).where('id', '=', id).execute()
    const counted = { ...row, faceFails }
    if (faceFails < faceChance) return { row: counted, isNew: true }
    const taken = await takeInNow(db, counted, { ...endOf(counted, now), exState: FACE, exMsg: `连续${faceFails}次人脸识别失败` }, now)
    return { row: taken.row, taken, isNew: true }
  })
  if (!isNew && url !== '') await app.storage.remove(url)
  await settle(app, row, taken)
  return failsOf(row, faceChance)
}

const failsOf = ({ faceFails, exState }: { faceFails: number; exState: number }, faceChance: number) => ({
  isBreak: exState === FACE,
  failCount: faceFails,
  faceChance,
})

async function isKept(db: Database, paperId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('paperEvent')
    .where('paperId', '=', paperId)
    .where('eventId', '=', eventId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function keepPicture({ storage, clock }: App, picture: Buffer): Promise<string> {
  const path = join(tmpdir(), `shuyuan-${randomUUID()}`)
  try {
    await writeFile(path, picture)
    return await storage.keep(path, '.jpg', clock())
  } finally {
    // `keep` moves it; what failed halfway is not left behind
    await rm(path, { force: true })
  }
}
