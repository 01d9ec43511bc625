// The invigilator's view of an exam: expected, present and finished candidates, and forced close.
import { type watch, HandState } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { exState, PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { type NotNull, sql, type SqlBool } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { pageAtOnce, pageByKey } from '../../../kernel/page.ts'
import { mustWatch, type Watched } from '../../exam/entry/invigilation.service.ts'
import { closeIfDue } from '../attempt/clock/close.service.ts'
import { deadlineOf, settingsFor } from '../attempt/entry/entry.rules.ts'
import { roomOf } from '../channel/hint.service.ts'
import { hasEnded, isMissing } from '../admission/absent.service.ts'
import { isThere, seenSince } from '../attempt/clock/presence.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { pictureAddresses } from '../../site/provider/evidence.service.ts'
import { blindTo, mustWatchPaper } from '../grade/paper-scope.service.ts'
import { sendPush, storePush } from '../channel/push.service.ts'
import { minutesUsed } from '../grade/result.rules.ts'
import { recordForAll } from '../channel/timeline.service.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

/** time for candidates' pages to send their last answers before a forced close */
const FLUSH_MS = 3_000
/** candidates of an exam whose figures are remembered for three seconds */
const LARGE = 5_000

/**
 * Counts people for the live grid in one statement, each person once: expected; with an open paper; with a closed paper and no open one; without a
 * paper, who are absent once the exam has ended and awaited before. An exam without a list of candidates expects those who opened a paper. The
 * figures of a very large exam may be three seconds old. Fails notFound.
 */
export async function watchStat(ctx: Ctx, { id }: Input<(typeof watch)['watch-stat']>) {
  const { people, key } = await mustWatch(ctx, id)
  const counted = await briefly(ctx, `watch ${id} ${key}`, () => countWatched(ctx, id, people), {
    forMs: 3_000,
    isDear: ({ came, withoutPaper }) => came + withoutPaper >= LARGE,
  })
  const { title, isOver, records, processCount, handCount, came, withoutPaper } = counted
  const counts = { title, records, requireCount: came + withoutPaper, processCount, handCount }
  return { ...counts, missCount: isOver ? withoutPaper : 0, awaitedCount: isOver ? 0 : withoutPaper }
}
type Counts = {
  title: string
  isOver: boolean
  records: boolean
  processCount: number
  handCount: number
  came: number
  withoutPaper: number
}

async function countWatched(ctx: Ctx, id: string, people: Watched['people']): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select e.title, e.record_camera or e.record_screen or e.record_phone as records, ${hasEnded(ctx.now)} as is_over, p.process_count, p.hand_count, p.came, m.without_paper
    from exam e cross join lateral (
      select case ${sql.join(
        [ExamOpenType.departs, ExamOpenType.persons].map(
          (openType) => sql`when e.open_type = ${sql.lit(openType)} then (
            select count(*)::int from sys_user where ${people} and ${isMissing(id, openType)})`,
        ),
        sql` `,
      )} else 0 end as without_paper) as m
    cross join lateral (
      select count(*)::int as came, count(*) filter (where is_open)::int as process_count, count(*) filter (where not is_open and is_handed)::int as hand_count
      from (select bool_or(paper.state = ${sql.lit(PaperState.open)}) as is_open,
          bool_or(paper.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)})) as is_handed
        from paper left join sys_user on sys_user.id = paper.user_id
        where exam_id = e.id and paper.state >= ${sql.lit(PaperState.open)} and ${people} group by paper.user_id) as person) as p
    where e.id = ${id}`.execute(ctx.db)
  return must(rows[0])
}

/** One page of candidates with an open paper, in one statement. */
export async function pagePresent(ctx: Ctx, { params, ...paging }: Input<(typeof watch)['process-paging']>) {
  const { app, db, now } = ctx
  const { examId = '0' } = params
  const { people } = await mustWatch(ctx, examId)
  const seen = seenSince(now)
  const { online = true, offline = true, realName = '', flagged = false } = params
  const query = db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.state', '=', PaperState.open)
    .where('examId', '=', examId)
    .where(people)
    .$if(!offline, (q) => q.where(isThere(seen)))
    .$if(!online, (q) => q.where((w) => w.not(isThere(seen))))
    .$if(realName !== '', (q) => q.where('realName', 'ilike', containing(realName)))
    .$if(flagged, (q) => q.where('flagTimes', '>', 0))
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .leftJoin('paperSession', 'paperSession.id', 'paper.unlockSession')
    .select(['exam.startTime as examStart', 'exam.endTime as examEnd', 'exam.minutes', 'ownMinutes', 'ownStart', 'ownEnd'])
    .select(['paper.id', 'paper.userId', 'examId', 'realName', 'paper.quCount', 'paper.startTime'])
    .select(['againSeconds', 'againCloseSeconds', 'extraMinutes', 'leaveTimes', 'flagTimes'])
    .select(['deadlineAt as deadline', 'unlockAsked', 'ip', 'userAgent', 'avatar', isThere(seen).as('there')])
    // candidates who wait for the invigilator come first
    .orderBy(sql`unlock_asked is null`)
  const more = sql<{ answerCount: number; image: string }>`
    (select count(*)::int from paper_answer a where a.paper_id = wanted.id and a.complete) as answer_count,
    coalesce((select e.url from paper_event e where e.paper_id = wanted.id and e.kind in ('face', 'identity') and e.url <> ''
      order by e.id desc limit 1), wanted.avatar) as image`
  const page = await pageAtOnce(db, query, paging, { startTime: 'paper.startTime', realName: 'realName' }, [['paper.id', 'asc']], more)
  const addressOf = await pictureAddresses(app)
  const records = page.records.map(({ there, unlockAsked, ip, userAgent, avatar: _avatar, ...row }) => ({
    ...row,
    extraGained: extraGained(row),
    image: addressOf(row.image),
    unlock: unlockAsked && { asked: unlockAsked, ip: ip ?? '', userAgent: userAgent ?? '' },
    online: there || app.sockets.count(roomOf(examId, row.userId)) > 0,
  }))
  return { ...page, records }
}

type Timed = { examStart: Date | null; examEnd: Date | null; minutes: number; startTime: Date; deadline: Date; againSeconds: number } & {
  againCloseSeconds: number
  ownMinutes: number
  ownStart: Date | null
  ownEnd: Date | null
}

/** Seconds by which extra time has moved the deadline. */
function extraGained({ examStart, examEnd, minutes, startTime, deadline, againSeconds, againCloseSeconds, ...own }: Timed): number {
  const settings = settingsFor({ startTime: examStart, endTime: examEnd, minutes }, own)
  const without = deadlineOf({ ...settings, againSeconds, againCloseSeconds }, startTime)
  return Math.max(0, Math.round((deadline.getTime() - without.getTime()) / 1_000))
}

/** One page of closed papers; callers who also mark do not see the names of a blind exam until a paper is finished. `handState` 0: handed in normally, 1: closed in another way. */
export async function pageHanded(ctx: Ctx, { params, ...paging }: Input<(typeof watch)['hand-paging']>) {
  const { examId = '0', realName = '' } = params
  const { people } = await mustWatch(ctx, examId)
  const hidden = blindTo(ctx)
  const query = ctx.db
    .selectFrom('paper')
    .leftJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.state', 'in', [PaperState.marking, PaperState.done])
    .where('examId', '=', examId)
    .where(people)
    .$if(params.handState === HandState.normal, (q) => q.where('exState', '=', ExState.normal))
    // a literal, so that the index of such papers serves it
    .$if(params.handState !== undefined && params.handState !== HandState.normal, (q) =>
      q.where(sql<SqlBool>`ex_state <> ${sql.lit(ExState.normal)}`),
    )
    .$if(realName !== '', (q) => q.where('paper.userId', '=', usersNamed(realName)).where((w) => w.not(hidden)))
    .select(sql<string>`case when ${hidden} then '' else real_name end`.as('realName'))
    .select(['paper.id', 'handTime', 'paper.startTime', 'exState', 'exMsg', 'leaveTimes'])
    .$narrowType<{ realName: NotNull }>()
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'paper.id',
    sortable: { handTime: 'handTime' },
    fallback: [['paper.id', 'desc']],
  })
  const records = page.records.map(({ startTime, handTime, ...row }) => ({
    ...row,
    handTime: handTime ?? startTime,
    userTime: minutesUsed(startTime, handTime),
    exState_dictText: exState[row.exState] ?? '',
  }))
  return { ...page, records }
}

/** Force-closes one paper. Fails paperHanded if it is not open, paperTaken if a forced close has begun. */
export async function forceHand(ctx: Ctx, { paperId, message }: Input<(typeof watch)['force-hand']>) {
  const row = await mustWatchPaper(ctx, paperId)
  const closing = await forceClose(ctx, { examId: row.examId, paperId, exState: ExState.proctor, message })
  if (closing === 0) fail(row.state === PaperState.open ? 'paperTaken' : 'paperHanded')
  return true as const
}

/** Force-closes every open paper of an exam whose candidate the caller watches. */
export async function forceHandAll(ctx: Ctx, { examId, exState: cause, message }: Input<(typeof watch)['force-hand-all']>) {
  return { handed: await forceClose(ctx, { examId, exState: cause as ExState, message }) }
}

/**
 * Sets the deadline to three seconds from now and stores the cause, which removes the grace period. From the commit on the paper closes like any
 * other whose time is over (by timer, by the next request for it, or by the sweep), also after a restart. A paper already in forced close keeps its
 * cause. @returns the number of papers
 */
async function forceClose(
  ctx: Ctx,
  { examId, paperId, exState: cause, message }: { examId: string; paperId?: string; exState: ExState; message: string },
) {
  const { app, db, now, user } = ctx
  const until = new Date(now.getTime() + FLUSH_MS)
  const { isAll, people } = await mustWatch(ctx, examId)
  await mustNotBeArchived(ctx, [examId])
  // in the order that a batch of saves uses, to avoid deadlocks
  const open = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', PaperState.open)
    .where('exState', '=', ExState.normal)
    .$if(paperId !== undefined, (q) => q.where('id', '=', paperId ?? ''))
    .$if(!isAll, (q) => q.where('userId', 'in', (eb) => eb.selectFrom('sysUser').where(people).select('sysUser.id')))
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
    .where(
      among(
        'id',
        open.map((row) => row.id),
      ),
    )
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
