// Who watched which seconds of a recording: what the server sent, and what a player reported that it played (docs/decisions/0217).
import { type evidence, LIVE_MS } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, recordTrack, type RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { pageOf } from '../../../kernel/page.ts'
import { withinPaperScope } from '../grade/paper-scope.service.ts'
import { mustReplay } from './replay-scope.service.ts'

/** Seconds that follow each other within this time stand in one row. */
const TOGETHER_MS = 60_000
const TOUCH_MS = 1_500
const SECOND = 1_000

/** A look at seconds that are at most this old, of a track that still gets bytes, is live. */
const LIVE_AGE_MS = 60_000

export type View = {
  paperId: string
  track: RecordTrack
  part: number
  userId: string
  seen: boolean
  exported?: boolean
  /** see `isLiveLook` */
  live: boolean
  fromMs: number
  toMs: number
  ip: string
}

type Running = { state: RecordState; ended: boolean; lastTime: Date | null; lengthMs: number }

/**
 * Whether a look at seconds up to `toMs` of a part is live: the newest that there is of a track that is being recorded. Every other look is a replay,
 * also during the exam. By the clock of the server, whatever the viewer's page says.
 */
export const isLiveLook = ({ state, ended, lastTime, lengthMs }: Running, toMs: number, now: Date): boolean =>
  state === RecordState.recording &&
  !ended &&
  lastTime !== null &&
  now.getTime() - lastTime.getTime() < LIVE_AGE_MS &&
  lengthMs - toMs < LIVE_AGE_MS

/** Adds what was watched; it is joined to the newest row of the same viewer and part when it continues it. */
export async function noteView(db: Database, { fromMs, toMs, ip, ...who }: View, now: Date): Promise<void> {
  const { paperId, track, part, userId, seen, exported = false, live } = who
  // two requests of one player
  await sql`select pg_advisory_xact_lock(hashtextextended(${`paper view ${paperId} ${userId}`}, 0))`.execute(db)
  const last = await db
    .selectFrom('paperView')
    .where('paperId', '=', paperId)
    .where('userId', '=', userId)
    .where('seen', '=', seen)
    .where('exported', '=', exported)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'track', 'part', 'live', 'fromMs', 'toMs', 'updateTime', 'ip'])
    .executeTakeFirst()
  const continues =
    last?.track === track &&
    last.part === part &&
    last.live === live &&
    last.ip === ip &&
    now.getTime() - last.updateTime.getTime() <= TOGETHER_MS &&
    fromMs <= last.toMs + TOUCH_MS &&
    toMs >= last.fromMs - TOUCH_MS
  if (continues)
    await db
      .updateTable('paperView')
      .set({ fromMs: Math.min(last.fromMs, fromMs), toMs: Math.max(last.toMs, toMs), updateTime: now })
      .where('id', '=', last.id)
      .execute()
  else
    await db
      .insertInto('paperView')
      .values({ ...who, fromMs, toMs, ip, createTime: now, updateTime: now })
      .execute()
}

/** Stores what a player reports. Fails notFound for a recording that the caller may not watch. */
export async function saveSeen(ctx: Ctx, { partId, fromMs, toMs, live }: Input<typeof evidence.seen>): Promise<true> {
  const { app, user, request } = ctx
  const part = must(
    await app.db
      .selectFrom('paperTrack as t')
      .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
      .where('t.id', '=', partId)
      .select(['t.paperId', 'track', 'part', 'lengthMs', 'ended', 'lastTime', 'r.state'])
      .executeTakeFirst(),
  )
  await mustReplay(ctx, part.paperId)
  const { lengthMs, track, part: no, paperId } = part
  if (live === true)
    await app.db
      .updateTable('paperRecord')
      .set({ watchedUntil: new Date(app.clock().getTime() + LIVE_MS) })
      .where('paperId', '=', part.paperId)
      .where('state', '=', RecordState.recording)
      .execute()
  const span = { fromMs: Math.min(fromMs, lengthMs), toMs: Math.min(toMs, lengthMs) }
  if (span.toMs <= span.fromMs) return true
  const now = app.clock()
  const view = { paperId, track, part: no, ...span, userId: user.id, seen: true, live: isLiveLook(part, span.toMs, now), ip: request.ip }
  await app.db.transaction().execute((db) => noteView(db, view, now))
  return true
}

/** Fails notFound for a paper outside of the caller's data scope. */
async function mustAudit(ctx: Ctx, paperId: string) {
  must(
    await ctx.db
      .selectFrom('paperRecord as r')
      .innerJoin('paper', 'paper.id', 'r.paperId')
      .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
      .where('r.paperId', '=', paperId)
      .where('paper.state', '>=', PaperState.open)
      .where(await withinPaperScope(ctx))
      .select('r.paperId')
      .executeTakeFirst(),
  )
}

const viewsOf = ({ db }: Pick<Ctx, 'db'>, paperId: string) =>
  db
    .selectFrom('paperView as v')
    .leftJoin('sysUser as viewer', 'viewer.id', 'v.userId')
    .where('v.paperId', '=', paperId)
    .select(['v.id', 'track', 'part', 'seen', 'exported', 'v.live', 'fromMs', 'toMs', 'v.ip', 'v.createTime', 'v.updateTime'])
    .select(sql<string>`coalesce(viewer.real_name, '')`.as('realName'))

/** Who watched a recording, the newest first. Fails notFound for a paper outside of the caller's data scope. */
export async function pageViews(ctx: Ctx, { params, ...paging }: Input<typeof evidence.views>): Promise<Output<typeof evidence.views>> {
  const { paperId = '0' } = params
  await mustAudit(ctx, paperId)
  return pageOf(viewsOf(ctx, paperId), paging, { createTime: 'v.createTime' }, [['v.id', 'desc']])
}

/** Rows of a file; a recording that was watched day by day has some hundred. */
const MOST_ROWS = 10_000
const sheetColumns = [
  { header: '查看人', width: 14 },
  { header: '轨道', width: 14 },
  { header: '分段', width: 8 },
  { header: '开始秒', width: 10 },
  { header: '结束秒', width: 10 },
  { header: '内容', width: 10 },
  { header: '查看方式', width: 10 },
  { header: 'IP', width: 18 },
  { header: '开始查看', width: 20 },
  { header: '最后查看', width: 20 },
]
const HOW = { live: '实时', replay: '回放', unknown: '' } as const

/** The same as a spreadsheet. Fails notFound as pageViews, exportTooLong. */
export async function exportViews(ctx: Ctx, { paperId }: Input<(typeof evidence)['views-export']>): Promise<FileReply> {
  await mustAudit(ctx, paperId)
  const found = await viewsOf(ctx, paperId)
    .orderBy('v.id', 'desc')
    .limit(MOST_ROWS + 1)
    .execute()
  if (found.length > MOST_ROWS) fail('exportTooLong', sayError('exportTooLong', { n: MOST_ROWS.toLocaleString('en-US') }))
  async function* rows() {
    for (const row of found)
      yield [
        row.realName,
        recordTrack[row.track],
        row.part,
        Math.floor(row.fromMs / SECOND),
        Math.ceil(row.toMs / SECOND),
        row.exported ? '已导出' : row.seen ? '已播放' : '已加载',
        row.live === null ? HOW.unknown : row.live ? HOW.live : HOW.replay,
        row.ip,
        toWallClock(row.createTime),
        toWallClock(row.updateTime),
      ]
  }
  return { name: '录像查看记录.xlsx', type: xlsxType, body: streamSheet('查看记录', sheetColumns, rows()) }
}
