// Watching an exam: who is expected, who sits it, who has handed in; and taking papers in by hand.
import type { watch } from '@shuyuan/contract/exam/watch.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { exState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { mustFindExam } from '../exam/exam.service.ts'
import { closeIfDue } from './close.service.ts'
import { roomOf } from './hint.service.ts'
import { invitedTo, namesPeople } from './invited.service.ts'
import { countMissed } from './miss.service.ts'
import { sendPush, storePush } from './push.service.ts'
import { minutesUsed } from './result.rules.ts'

/** A page asks for the time every 30 s; one that has not for longer is offline. */
const ONLINE_MS = 45_000
/** Since when a page must have been heard of to count as there. */
export const seenSince = (now: Date) => new Date(now.getTime() - ONLINE_MS)
/** What candidates get to send their last answers before a paper is taken in. */
const FLUSH_MS = 3_000
const FORCED = 4

/** People, not papers. Nobody in particular is expected at an exam for everybody: there it is whoever came. */
export async function watchStat({ db }: Ctx, { id }: Input<(typeof watch)['watch-stat']>) {
  const exam = await mustFindExam({ db }, id)
  const counted = await db
    .selectFrom('paper')
    .where('examId', '=', id)
    .where('state', '>=', 0)
    .select(sql<number>`count(distinct user_id)::int`.as('came'))
    .select(sql<number>`count(*) filter (where state = 0)::int`.as('processCount'))
    .select(sql<number>`count(*) filter (where state in (1, 2))::int`.as('handCount'))
    .executeTakeFirstOrThrow()
  const { came, ...counts } = counted
  if (!namesPeople(exam.openType)) return { title: exam.title, requireCount: came, ...counts, missCount: 0 }
  const { rows } = await sql<{ required: number }>`select count(*)::int as required from (${invitedTo(id)}) as invited`.execute(db)
  return { title: exam.title, requireCount: rows[0]?.required ?? 0, ...counts, missCount: await countMissed(db, id) }
}

export async function pageSitting({ app, db, now }: Ctx, { params, ...paging }: Input<(typeof watch)['process-paging']>) {
  const seen = seenSince(now)
  const { online = true, offline = true } = params
  const query = db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.state', '=', 0)
    .$if(params.examId !== undefined, (q) => q.where('examId', '=', params.examId ?? ''))
    .$if(!offline, (q) => q.where('lastSeen', '>', seen))
    .$if(!online, (q) => q.where((w) => w.or([w('lastSeen', '<=', seen), w('lastSeen', 'is', null)])))
    .leftJoin('paperSession', 'paperSession.id', 'paper.unlockSession')
    .select(['paper.id', 'paper.userId', 'examId', 'realName', 'lastSeen', 'quCount', 'paper.startTime', 'extraMinutes', 'leaveTimes'])
    .select(['deadlineAt as deadline', 'unlockAsked', 'ip', 'userAgent'])
    .select(
      sql<string>`coalesce((select e.url from paper_event e where e.paper_id = paper.id and e.kind = 'face' and e.url <> ''
      order by e.id desc limit 1), avatar)`.as('image'),
    )
    // who waits for the invigilator comes first
    .orderBy(sql`unlock_asked is null`)
  const page = await pageOf(query, paging, { startTime: 'paper.startTime', realName: 'realName' }, [['paper.id', 'asc']])
  const answered = await answerCounts(
    db,
    page.records.map((row) => row.id),
  )
  const records = page.records.map(({ lastSeen, examId, unlockAsked, ip, userAgent, ...row }) => ({
    ...row,
    unlock: unlockAsked && { asked: unlockAsked, ip: ip ?? '', userAgent: userAgent ?? '' },
    answerCount: answered.get(row.id) ?? 0,
    online: (lastSeen !== null && lastSeen > seen) || app.sockets.count(roomOf(examId, row.userId)) > 0,
  }))
  return { ...page, records }
}

async function answerCounts(db: Ctx['db'], ids: string[]) {
  const rows = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', sql<string>`any(${ids}::bigint[])`)
    .where('complete', '=', true)
    .groupBy('paperId')
    .select(['paperId', sql<number>`count(*)::int`.as('count')])
    .execute()
  return new Map(rows.map((row) => [row.paperId, row.count]))
}

/** `handState` 0 shows those that were handed in normally, 1 the others. */
export async function pageHanded({ db }: Ctx, { params, ...paging }: Input<(typeof watch)['hand-paging']>) {
  const query = db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.state', 'in', [1, 2])
    .$if(params.examId !== undefined, (q) => q.where('examId', '=', params.examId ?? ''))
    .$if(params.handState === 0, (q) => q.where('exState', '=', 0))
    .$if(params.handState !== undefined && params.handState !== 0, (q) => q.where('exState', '!=', 0))
    .select(['paper.id', 'realName', 'handTime', 'paper.startTime', 'exState', 'exMsg', 'leaveTimes'])
  const page = await pageOf(query, paging, { handTime: 'handTime', realName: 'realName' }, [['paper.id', 'desc']])
  const records = page.records.map(({ startTime, handTime, ...row }) => ({
    ...row,
    handTime: handTime ?? startTime,
    userTime: minutesUsed(startTime, handTime),
    exState_dictText: exState[row.exState as keyof typeof exState] ?? '',
  }))
  return { ...page, records }
}

/** Takes one paper in. Fails paperClosed where it is no longer open. */
export async function forceHand(ctx: Ctx, { paperId, message }: Input<(typeof watch)['force-hand']>) {
  const row = must(
    await ctx.db.selectFrom('paper').where('id', '=', paperId).where('state', '>=', 0).select(['examId', 'state']).executeTakeFirst(),
  )
  const taken = await takeIn(ctx, { examId: row.examId, paperId, exState: FORCED, message })
  if (taken === 0) fail('paperClosed')
  return true as const
}

/** Takes in every open paper of an exam. */
export async function forceHandAll(ctx: Ctx, { examId, exState: cause, message }: Input<(typeof watch)['force-hand-all']>) {
  await mustFindExam(ctx, examId)
  return { handed: await takeIn(ctx, { examId, exState: cause, message }) }
}

/**
 * Gives candidates three seconds: the deadline moves to then, and the cause that is set takes the grace away. From the commit on
 * the paper ends by itself like any other whose time is over, by this node's timer, by the next call for it, or by the sweeper of
 * any node, so that a stopped server forgets nothing. Who was being taken in already keeps his cause. @returns how many
 */
async function takeIn(
  ctx: Ctx,
  { examId, paperId, exState: cause, message }: { examId: string; paperId?: string; exState: number; message: string },
) {
  const { app, db, now } = ctx
  const until = new Date(now.getTime() + FLUSH_MS)
  // in the order in which a batch of saves locks them: the two must not wait for each other in a circle
  const open = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', 0)
    .where('exState', '=', 0)
    .$if(paperId !== undefined, (q) => q.where('id', '=', paperId ?? ''))
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
  const rows = await db
    .updateTable('paper')
    .set((paper) => ({
      deadlineAt: sql<Date>`least(deadline_at, ${until}::timestamptz)`,
      timeRev: paper('timeRev', '+', 1),
      exState: cause,
      exMsg: message,
    }))
    .where('id', '=', sql<string>`any(${open.map((row) => row.id)}::bigint[])`)
    .returning('id')
    .execute()
  ctx.change.after = { papers: rows.map((row) => row.id), exState: cause }
  const ids = rows.map((row) => row.id)
  const push = await storePush(db, ids, { type: 'time', message, leftMs: FLUSH_MS }, now)
  ctx.afterCommit(async () => {
    await sendPush(app, push)
    closeAfterFlush(app, ids)
  })
  return rows.length
}

function closeAfterFlush(app: App, ids: string[]) {
  setTimeout(() => void closeAll(app, ids), FLUSH_MS + 100).unref()
}

async function closeAll(app: App, ids: string[]) {
  for (const id of ids) {
    try {
      await closeIfDue(app, id, true)
    } catch (error) {
      app.log.error({ err: error, paperId: id }, 'a forced paper was not closed, the sweeper will')
    }
  }
}
