// The invigilator's view of an exam: expected, present and finished candidates, and forced close.
import { type watch, HandState } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { exState, PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageAtOnce, pageOf } from '../../../kernel/page.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { closeIfDue } from '../attempt/close.service.ts'
import { roomOf } from '../channel/hint.service.ts'
import { missing } from '../admission/absent.service.ts'
import { isThere, seenSince } from '../attempt/presence.service.ts'
import { pictureAddresses } from '../../sys/provider/evidence.service.ts'
import { sendPush, storePush } from '../channel/push.service.ts'
import { minutesUsed } from '../grade/result.rules.ts'
import { recordForAll } from '../channel/timeline.service.ts'

/** time for candidates' pages to send their last answers before a forced close */
const FLUSH_MS = 3_000

/**
 * Counts for the live grid in one statement: expected and absent candidates, open and closed papers. An exam without a list of candidates expects
 * those who opened a paper. Fails notFound.
 */
export async function watchStat({ db }: Ctx, { id }: Input<(typeof watch)['watch-stat']>) {
  const { rows } = await sql<Output<(typeof watch)['watch-stat']>>`
    select e.title, p.process_count, p.hand_count,
      p.came + m.miss_count as require_count, m.miss_count
    from exam e cross join lateral (
      select case when e.open_type in (${sql.lit(ExamOpenType.departs)}, ${sql.lit(ExamOpenType.persons)}) then (select count(*)::int from ${missing(id)} as missing) else 0 end as miss_count) as m
    cross join lateral (
      select count(distinct user_id)::int as came, count(*) filter (where state = ${sql.lit(PaperState.open)})::int as process_count,
        count(*) filter (where state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}))::int as hand_count
      from paper where exam_id = e.id and state >= ${sql.lit(PaperState.open)}) as p
    where e.id = ${id}`.execute(db)
  return must(rows[0])
}

/** One page of candidates with an open paper, in one statement. */
export async function pagePresent({ app, db, now }: Ctx, { params, ...paging }: Input<(typeof watch)['process-paging']>) {
  const seen = seenSince(now)
  const { online = true, offline = true, realName = '', flagged = false } = params
  const query = db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.state', '=', PaperState.open)
    .$if(params.examId !== undefined, (q) => q.where('examId', '=', params.examId ?? ''))
    .$if(!offline, (q) => q.where(isThere(seen)))
    .$if(!online, (q) => q.where((w) => w.not(isThere(seen))))
    .$if(realName !== '', (q) => q.where('realName', 'ilike', containing(realName)))
    .$if(flagged, (q) => q.where('flagTimes', '>', 0))
    .leftJoin('paperSession', 'paperSession.id', 'paper.unlockSession')
    .select(['paper.id', 'paper.userId', 'examId', 'realName', 'quCount', 'paper.startTime', 'extraMinutes', 'leaveTimes', 'flagTimes'])
    .select(['deadlineAt as deadline', 'unlockAsked', 'ip', 'userAgent', isThere(seen).as('there')])
    .select(sql<number>`(select count(*)::int from paper_answer a where a.paper_id = paper.id and a.complete)`.as('answerCount'))
    .select(
      sql<string>`coalesce((select e.url from paper_event e where e.paper_id = paper.id and e.kind in ('face', 'identity') and e.url <> ''
      order by e.id desc limit 1), avatar)`.as('image'),
    )
    // candidates who wait for the invigilator come first
    .orderBy(sql`unlock_asked is null`)
  const page = await pageAtOnce(db, query, paging, { startTime: 'paper.startTime', realName: 'realName' }, [['paper.id', 'asc']])
  const addressOf = await pictureAddresses(app)
  const records = page.records.map(({ there, examId, unlockAsked, ip, userAgent, ...row }) => ({
    ...row,
    image: addressOf(row.image),
    unlock: unlockAsked && { asked: unlockAsked, ip: ip ?? '', userAgent: userAgent ?? '' },
    online: there || app.sockets.count(roomOf(examId, row.userId)) > 0,
  }))
  return { ...page, records }
}

/** One page of closed papers. `handState` 0: handed in normally, 1: closed in another way. */
export async function pageHanded({ db }: Ctx, { params, ...paging }: Input<(typeof watch)['hand-paging']>) {
  const { realName = '' } = params
  const query = db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.state', 'in', [PaperState.marking, PaperState.done])
    .$if(params.examId !== undefined, (q) => q.where('examId', '=', params.examId ?? ''))
    .$if(params.handState === HandState.normal, (q) => q.where('exState', '=', ExState.normal))
    .$if(params.handState !== undefined && params.handState !== HandState.normal, (q) => q.where('exState', '!=', ExState.normal))
    .$if(realName !== '', (q) => q.where('realName', 'ilike', containing(realName)))
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

/** Force-closes one paper. Fails paperHanded if it is not open, paperTaken if a forced close has begun. */
export async function forceHand(ctx: Ctx, { paperId, message }: Input<(typeof watch)['force-hand']>) {
  const row = must(
    await ctx.db
      .selectFrom('paper')
      .where('id', '=', paperId)
      .where('state', '>=', PaperState.open)
      .select(['examId', 'state'])
      .executeTakeFirst(),
  )
  const closing = await forceClose(ctx, { examId: row.examId, paperId, exState: ExState.proctor, message })
  if (closing === 0) fail(row.state === PaperState.open ? 'paperTaken' : 'paperHanded')
  return true as const
}

/** Force-closes every open paper of an exam. */
export async function forceHandAll(ctx: Ctx, { examId, exState: cause, message }: Input<(typeof watch)['force-hand-all']>) {
  await mustFindExam(ctx, examId)
  return { handed: await forceClose(ctx, { examId, exState: cause, message }) }
}

/**
 * Sets the deadline to three seconds from now and stores the cause, which removes the grace period. From the commit on the paper closes like any
 * other whose time is over (by timer, by the next request for it, or by the sweep), also after a restart. A paper already in forced close keeps its
 * cause. @returns the number of papers
 */
async function forceClose(
  ctx: Ctx,
  { examId, paperId, exState: cause, message }: { examId: string; paperId?: string; exState: number; message: string },
) {
  const { app, db, now, user } = ctx
  const until = new Date(now.getTime() + FLUSH_MS)
  // in the order that a batch of saves uses, to avoid deadlocks
  const open = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', PaperState.open)
    .where('exState', '=', ExState.normal)
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
  const ids = rows.map((row) => row.id)
  ctx.change.after = { papers: ids, exState: cause }
  await recordForAll(db, ids, { kind: 'collect', message, by: user.id, at: now })
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
