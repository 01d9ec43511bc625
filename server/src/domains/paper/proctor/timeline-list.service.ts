// The timeline of a paper: its events, merged with page loads, pushes and answers from other tables.
import type { Verdict } from '@shuyuan/contract/exam/integrity-settings.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { exState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { goodPicture, type timeline, type TimelineKind, timelineKinds } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { findWatched } from '../../exam/entry/invigilation.service.ts'
import { pictureAddresses } from '../../site/provider/evidence.service.ts'
import { isBlind, withinPaperScope } from '../grade/paper-scope.service.ts'
import { among } from '../../../kernel/database.ts'

type Row = Output<typeof timeline.list>['events'][number]
type Event = Omit<Row, 'kind_dictText' | 'byName'> & { by: string | null }

const eventOf = (id: string, kind: TimelineKind, time: Date, more: Partial<Event> = {}): Event => {
  const empty = {
    verdict: '',
    message: '',
    image: '',
    passed: null,
    seconds: 0,
    ip: '',
    userAgent: '',
    ackTime: null,
    data: {},
    by: null,
  } as const
  return { ...empty, id, kind, time, ...more }
}

/** The paper, for callers who watch its candidate, or who list or mark papers and have it in their data scope. Fails notFound. */
async function mustFindPaper(ctx: Ctx, id: string) {
  const byList = can(ctx, 'paper:list') || can(ctx, 'paper:review') ? await withinPaperScope(ctx) : sql<boolean>`false`
  const paper = await ctx.db.selectFrom('paper').where('id', '=', id).select('examId').executeTakeFirst()
  const watched = paper && (await findWatched(ctx, paper.examId))
  return must(
    await ctx.db
      .selectFrom('paper')
      .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .where('paper.id', '=', id)
      .where('paper.state', '>=', PaperState.open)
      .where((where) => where.or([byList, watched?.people ?? sql<boolean>`false`]))
      .select([
        'paper.id',
        'examId',
        'userId',
        'paper.state',
        'paper.startTime',
        'handTime',
        'markBlind',
        'exState',
        'exMsg',
        'flagTimes',
        'extraMinutes',
      ])
      .select(sql<boolean>`${watched?.people ?? sql`false`}`.as('isWatched'))
      .executeTakeFirst(),
  )
}
type Paper = Awaited<ReturnType<typeof mustFindPaper>>

/** Every event of a paper with its evidence, in order of time. Fails notFound. */
export async function listTimeline(ctx: Ctx, { paperId }: Input<typeof timeline.list>) {
  const { db } = ctx
  const row = await mustFindPaper(ctx, paperId)
  const noted = await notedEvents(db, row.id)
  const events = [
    ...ends(row),
    ...noted,
    ...(await sessionEvents(db, row.id, new Set(noted.map((one) => one.data['session'])))),
    ...(await pushEvents(db, row.id)),
    ...(await lateEvents(db, row.id)),
    ...(await grantedBefore(db, row, noted)),
  ]
  const names = await namesOf(db, events)
  // blind markers see no pictures of a closed paper, which would identify the candidate; while it is open there is nothing to mark
  const isHidden = isBlind(ctx, row) && !(row.state === PaperState.open && row.isWatched)
  const traces = isHidden ? { image: '', ip: '', userAgent: '' } : {}
  const addressOf = await pictureAddresses(ctx.app)
  const shown = events
    .toSorted((a, b) => a.time.getTime() - b.time.getTime() || orderOf(a.kind) - orderOf(b.kind))
    .map(({ by, ...one }) => ({
      ...one,
      image: addressOf(one.image),
      ...traces,
      kind_dictText: one.kind === 'face' && one.passed === true ? goodPicture : timelineKinds[one.kind],
      byName: by === null ? '' : (names.get(by) ?? ''),
    }))
  return { flagTimes: row.flagTimes, events: shown, trimmedTime: await trimmedTime(db, row.examId) }
}

async function trimmedTime(db: Database, examId: string): Promise<Date | null> {
  const row = await db.selectFrom('paperTrimmed').where('examId', '=', examId).select('eventsAt').executeTakeFirst()
  return row?.eventsAt ?? null
}

/** Among events of the same time, start comes first and hand-in last. */
const orderOf = (kind: TimelineKind) => (kind === 'start' ? 0 : kind === 'hand' ? 2 : 1)

function ends({ id, startTime, handTime, exState: cause, exMsg }: Paper): Event[] {
  const start = eventOf(`start-${id}`, 'start', startTime)
  if (!handTime) return [start]
  const data = { exState: cause, exState_dictText: exState[cause] ?? '' }
  return [start, eventOf(`hand-${id}`, 'hand', handTime, { message: exMsg, data })]
}

async function notedEvents(db: Database, paperId: string): Promise<Event[]> {
  const rows = await db.selectFrom('paperEvent').where('paperId', '=', paperId).orderBy('id').selectAll().execute()
  return rows.map(({ id, kind, createTime, verdict, message, url, passed, seconds, reason, data, actBy }) => {
    const { ip = '', userAgent = '', ...rest } = data as Event['data'] & { ip?: string; userAgent?: string }
    return eventOf(`event-${id}`, kind as TimelineKind, createTime, {
      verdict: verdict as Verdict | '',
      message,
      image: url,
      passed: kind === 'face' ? passed : null,
      seconds,
      ip,
      userAgent,
      data: reason === '' ? rest : { ...rest, reason },
      by: actBy,
    })
  })
}

/** Page loads, without those that have an event as a takeover. */
async function sessionEvents(db: Database, paperId: string, listed: ReadonlySet<unknown>): Promise<Event[]> {
  const rows = await db.selectFrom('paperSession').where('paperId', '=', paperId).selectAll().execute()
  return rows.flatMap(({ id, createTime, asked, takeover, ip, userAgent, unlockBy, unlockTime, awaySeconds }) => {
    if (listed.has(id)) return []
    const kind = asked ? 'ask' : takeover ? 'takeover' : 'session'
    const unlocked = unlockTime ? [eventOf(`unlock-${id}`, 'unlock', unlockTime, { ip, userAgent, by: unlockBy })] : []
    return [eventOf(`session-${id}`, kind, createTime, { ip, userAgent, seconds: awaySeconds ?? 0 }), ...unlocked]
  })
}

/** Pushes with a text for the candidate, and when a page acknowledged them. */
async function pushEvents(db: Database, paperId: string): Promise<Event[]> {
  const rows = await db
    .selectFrom('paperPush')
    .where('paperId', '=', paperId)
    .where('message', '!=', '')
    .select(['seq', 'message', 'createTime', 'ackTime'])
    .execute()
  return rows.map(({ seq, message, createTime, ackTime }) => eventOf(`push-${seq}`, 'message', createTime, { message, ackTime }))
}

async function lateEvents(db: Database, paperId: string): Promise<Event[]> {
  const rows = await db.selectFrom('paperLate').where('paperId', '=', paperId).selectAll().execute()
  return rows.map(({ id, quId, reason, receivedAt, deadlineAt, state }) => {
    const gapSeconds = Math.floor((receivedAt.getTime() - deadlineAt.getTime()) / 1_000)
    return eventOf(`late-${id}`, 'late', receivedAt, { data: { quId, reason, gapSeconds, accepted: state === LateState.accepted } })
  })
}

/** Extra time granted before the paper was opened has no event of its own. */
async function grantedBefore(db: Database, row: Paper, noted: readonly Event[]): Promise<Event[]> {
  const later = noted.filter((one) => one.kind === 'extra').reduce((sum, one) => sum + Number(one.data['minutes'] ?? 0), 0)
  const minutes = row.extraMinutes - later
  if (minutes <= 0) return []
  const grants = await db
    .selectFrom('examExtra')
    .where('examId', '=', row.examId)
    .where('userId', 'in', ['0', row.userId])
    .orderBy('userId', 'desc')
    .select(['reason', 'updateBy'])
    .execute()
  const message = [...new Set(grants.map((one) => one.reason))].join('；')
  return [eventOf(`extra-${row.id}`, 'extra', row.startTime, { message, data: { minutes }, by: grants[0]?.updateBy ?? null })]
}

async function namesOf(db: Database, events: readonly Event[]): Promise<Map<string, string>> {
  const ids = [...new Set(events.flatMap((one) => (one.by === null ? [] : [one.by])))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sysUser').where(among('id', ids)).select(['id', 'realName']).execute()
  return new Map(rows.map((row) => [row.id, row.realName]))
}
