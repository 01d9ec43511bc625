// An open paper as its candidate's page sees it: questions without keys, what was answered, the time left, and who holds the pen.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import { fail, must } from '../../kernel/fail.ts'
import { closeIfDue, goesOn } from './close.service.ts'
import { closesAt } from './entry.rules.ts'
import type { FrozenGroup } from './freeze.rules.ts'
import { hint } from './hint.service.ts'
import { keepSessionUntil } from '../sys/session.service.ts'
import { remember } from './known.service.ts'

/** A page load that gave no sign for this long no longer holds the pen against another one. */
const ACTIVE_MS = 60_000
/** Pages ask for the time every 30 s; their being there is noted half as often as that would allow. */
const SEEN_MS = 15_000
/** How long a session lives beyond the deadline of a paper opened with it: an exam may be extended. */
const OUTLIVES_MS = 24 * 3_600_000

type Timed = { state: number; deadlineAt: Date; exState: number }

const leftOf = ({ state, deadlineAt }: Timed, now: Date) => (state === 0 ? Math.max(0, deadlineAt.getTime() - now.getTime()) : 0)

function clockOf(row: Timed & { timeRev: number; exMsg: string }, now: Date) {
  const { state, deadlineAt, timeRev, exMsg } = row
  const leftMs = leftOf(row, now)
  return { leftSeconds: Math.ceil(leftMs / 1_000), leftMs, serverTime: now, deadlineAt, timeRev, state, notice: exMsg }
}

const isOver = (row: Timed, now: Date) => row.state === 0 && now.getTime() > closesAt(row)

/** One's own paper for writing on it: locked, with its questions. */
async function lockOwn(db: Database, id: string, userId: string) {
  return must(
    await db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .where('paper.id', '=', id)
      .where('paper.userId', '=', userId)
      .where('paper.state', '>=', 0)
      .select(['paper.id', 'examId', 'paper.title', 'paper.state', 'exState', 'exMsg', 'deadlineAt', 'timeRev', 'content', 'paper.quCount'])
      .select(['paper.totalScore', 'earliestHandTime', 'liveSession', 'liveLogin', 'lastSeen', 'allowPaste'])
      .forNoKeyUpdate('paper')
      .executeTakeFirst(),
  )
}
type Own = Awaited<ReturnType<typeof lockOwn>>

/**
 * Gives one page load the paper and the pen. A reload in the same browser takes the pen silently; another device has to ask for it
 * (`takeover`) while the page that holds it is active, and until then may only read. Fails notFound or paperClosed.
 */
export async function openPaper(ctx: Ctx, input: Input<(typeof paper)['paper-detail']>): Promise<Output<(typeof paper)['paper-detail']>> {
  const { id, takeover = false } = input
  const { app, user } = ctx
  const opened = await app.db.transaction().execute(async (db) => {
    const row = await lockOwn(db, id, user.id)
    if (row.state !== 0 || isOver(row, app.clock())) return undefined
    const now = app.clock()
    const other = row.liveSession !== '' && row.liveLogin !== user.sessionId
    const heldElsewhere = other && !takeover && (await isActive(db, row, now))
    const session = await beginSession({ ...ctx, db }, row, { takesPen: !heldElsewhere, takeover: other && !heldElsewhere })
    return { row, session, heldElsewhere, answers: await answersOf(db, id), now }
  })
  if (!opened) {
    if (await goesOn(app, id)) return openPaper(ctx, input)
    return fail('paperClosed')
  }
  const { row, session, heldElsewhere, answers, now } = opened
  const groups = row.content as unknown as FrozenGroup[]
  remember(app, row.id, user.id, groups)
  await keepSessionUntil(ctx, new Date(row.deadlineAt.getTime() + OUTLIVES_MS))
  if (!heldElsewhere && row.liveSession !== '') void hint(app, row.examId, [user.id], { type: 'kicked', paperId: id, session })
  const { examId, title, quCount, totalScore, earliestHandTime, allowPaste } = row
  const facts = { id, examId, title, quCount, totalScore, earliestHandTime, allowPaste }
  return { ...clockOf(row, now), ...facts, session, heldElsewhere, groups, answers }
}

/** Whether the page that holds the pen saved or asked for the time within the last minute. */
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

/** Every page load is on record with address and agent; `takeover` marks those that took the pen from another sign-in. */
async function beginSession({ app, db, user, request }: Ctx, row: Own, { takesPen, takeover }: { takesPen: boolean; takeover: boolean }) {
  const session = randomBytes(12).toString('base64url')
  const now = app.clock()
  const { ip, userAgent } = request
  await db
    .insertInto('paperSession')
    .values({ id: session, paperId: row.id, userId: user.id, takeover, ip, userAgent: userAgent.slice(0, 300), createTime: now })
    .execute()
  if (takesPen)
    await db
      .updateTable('paper')
      .set({ liveSession: session, liveLogin: user.sessionId === '' ? null : user.sessionId, lastSeen: now })
      .where('id', '=', row.id)
      .execute()
  return session
}

async function answersOf(db: Database, paperId: string) {
  const rows = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', paperId)
    .orderBy('quId')
    .select(['quId', 'answer', 'seq', 'session'])
    .execute()
  return rows.map((row) => ({ ...row, answer: row.answer as unknown as Answer | null }))
}

/** One question of an open paper, for the step mode. Fails questionHidden where the paper no longer takes answers. */
export async function openQuestion(ctx: Ctx, { paperId, quId }: Input<(typeof paper)['qu-detail']>) {
  const { app, db, now, user } = ctx
  const row = must(
    await db
      .selectFrom('paper')
      .where('id', '=', paperId)
      .where('userId', '=', user.id)
      .where('state', '>=', 0)
      .select(['state', 'exState', 'deadlineAt'])
      .select(
        sql<FrozenGroup['quList'][number] | null>`jsonb_path_query_first(content, '$[*].quList[*] ? (@.quId == $id)',
        jsonb_build_object('id', ${quId}::text))`.as('question'),
      )
      .executeTakeFirst(),
  )
  if (isOver(row, now)) await closeIfDue(app, paperId)
  if (row.state !== 0 || isOver(row, now)) fail('questionHidden')
  const question = must(row.question)
  const saved = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', paperId)
    .where('quId', '=', quId)
    .select('answer')
    .executeTakeFirst()
  return { ...question, answer: (saved?.answer ?? null) as unknown as Answer | null }
}

/** How long a paper has left by the server's clock; closes it where its time is over, and notes that its page is there. */
export async function leftTime(ctx: Ctx, { id, session }: Input<(typeof paper)['left-time']>) {
  const { app, db, now, user } = ctx
  const find = () =>
    db
      .selectFrom('paper')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .where('state', '>=', 0)
      .select(['state', 'exState', 'exMsg', 'deadlineAt', 'timeRev', 'lastSeen', 'liveSession', 'liveLogin'])
      .executeTakeFirst()
  let row = must(await find())
  if (isOver(row, now)) {
    await closeIfDue(app, id)
    row = must(await find())
  }
  const holdsPen = session === undefined ? row.liveLogin === user.sessionId : row.liveSession === session
  if (row.state === 0 && holdsPen && (!row.lastSeen || now.getTime() - row.lastSeen.getTime() > SEEN_MS))
    await db.updateTable('paper').set({ lastSeen: now }).where('id', '=', id).where('state', '=', 0).execute()
  return clockOf(row, now)
}

/** The paper that the person left open, or null. */
export async function findOngoing({ app, db, now, user }: Ctx) {
  const rows = await db
    .selectFrom('paper')
    .where('userId', '=', user.id)
    .where('state', '=', 0)
    .orderBy('deadlineAt')
    .select(['id', 'examId', 'title', 'state', 'exState', 'deadlineAt'])
    .execute()
  for (const row of rows) {
    if (!isOver(row, now)) return { id: row.id, examId: row.examId, title: row.title, leftSeconds: Math.ceil(leftOf(row, now) / 1_000) }
    await closeIfDue(app, row.id)
  }
  return null
}
