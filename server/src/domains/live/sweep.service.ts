// Periodic job: ends broadcasts without a caster, and sends reminders before the start.
import { liveRule, LiveState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { courseAudience } from '../course/catalog/audience.service.ts'
import { sendMsgs } from '../message/msg.service.ts'
import { beginRoom, fetchRecording, lastRecording, pushedRooms, recordedRooms } from './cloud/cloud.service.ts'
import { endRoom } from './host/host.service.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { whenDue } from '../../kernel/when-due.ts'

const EVERY_MS = 2_000
const BATCH = 50
const MINUTE_MS = 60_000

type Found = { id: string }
const ago = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000)

/** Each in its own transaction; one that fails does not stop the others. */
async function each(app: App, rows: readonly Found[], act: (ctx: Ctx, id: string) => Promise<unknown>) {
  for (const { id } of rows) {
    try {
      await ownTransaction(app, (ctx) => act(ctx, id))
    } catch (error) {
      app.log.error({ err: error, roomId: id }, 'a live room did not go on')
    }
  }
}

/**
 * Ends broadcasts whose caster is gone for longer than the grace, those that run far beyond their planned end, and rooms that never began.
 * @param since when this process began: after a restart casters get the whole grace to come back
 */
export async function endRooms(app: App, since: Date): Promise<void> {
  const now = app.clock()
  const gone = ago(now, liveRule.grace)
  const { rows } = await sql<Found>`
    select id from live_room where state = ${LiveState.live} and (end_time <= ${ago(now, liveRule.overrun)}
      or (case provider when 'local' then cast_time else off_time end <= ${gone} and ${since <= gone}::boolean)) order by id limit ${BATCH}`.execute(
    app.db,
  )
  await each(app, rows, endRoom)
  await app.db
    .updateTable('liveRoom')
    .where('state', '=', LiveState.planned)
    .where('endTime', '<=', now)
    .set({ state: LiveState.ended })
    .execute()
}

/** Begins rooms whose stream came before their time, and fetches recordings of cloud broadcasts that have ended. */
export async function followCloud(app: App): Promise<void> {
  await each(app, await pushedRooms(app), beginRoom)
  await each(app, await recordedRooms(app), fetchRecording)
}

/** Reminds the audience of the courses of rooms that begin soon, once each. @returns the number of messages */
export async function remindOfRooms(app: App): Promise<number> {
  const now = app.clock()
  const rows = await app.db
    .selectFrom('liveRoom')
    .where('state', '<', LiveState.ended)
    .where('remindTime', 'is', null)
    .where('remindMin', '>', 0)
    .where('startTime', '>', now)
    .where(sql<boolean>`start_time <= ${now}::timestamptz + remind_min * interval '1 minute'`)
    .orderBy('id')
    .limit(BATCH)
    .select('id')
    .execute()
  let sent = 0
  await each(app, rows, async (ctx, id) => (sent += await remindOf(ctx, id)))
  return sent
}

async function remindOf(ctx: Ctx, id: string): Promise<number> {
  const room = await ctx.db
    .updateTable('liveRoom')
    .where('id', '=', id)
    .where('remindTime', 'is', null)
    .set({ remindTime: ctx.now })
    .returning(['title', 'startTime', 'courseId'])
    .executeTakeFirst()
  if (!room) return 0
  const course = await ctx.db
    .selectFrom('course')
    .where('id', '=', room.courseId)
    .where('state', '=', CourseState.enabled)
    .select('id')
    .executeTakeFirst()
  if (!course) return 0
  const minutes = Math.max(1, Math.round((room.startTime.getTime() - ctx.now.getTime()) / MINUTE_MS))
  const title = `直播即将开始：${room.title}`
  const content = `直播“${room.title}”将在 ${minutes} 分钟后（${toWallClock(room.startTime).slice(0, 16)}）开始，请准时参加。`
  return sendMsgs(
    ctx,
    sql`select user_id, ${title}::text as title, ${content}::text as content from (${courseAudience.concerned(course.id)}) people`,
    { refType: 'course', refId: room.courseId },
  )
}

/** Rooms that are on, whose reminder is near, that may begin or should have; and recordings that a cloud has. */
const isDue = (now: Date) => sql`(exists (select from live_room where state = ${sql.lit(LiveState.live)})
  or exists (select from live_room where state < ${sql.lit(LiveState.ended)}
    and start_time <= ${now}::timestamptz + interval '1 day' and start_time <= ${now}::timestamptz + greatest(remind_min, ${sql.lit(liveRule.early / 60)}) * interval '1 minute')
  or exists (select from live_room where provider = 'aliyun' and state = ${sql.lit(LiveState.ended)} and replay_state = ${sql.lit(ReplayState.none)}
    and ended_at >= ${lastRecording(now)}::timestamptz))`

export function startLiveSweeper(app: App) {
  const since = app.clock()
  whenDue(app, EVERY_MS, 'live rooms', isDue, () => Promise.all([endRooms(app, since), remindOfRooms(app), followCloud(app)]))
}
