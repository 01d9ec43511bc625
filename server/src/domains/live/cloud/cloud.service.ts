// Rooms of the cloud service: they begin with their stream, and its recording becomes the replay.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { liveRule, LiveState, PushState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fetchReplay } from '../../course/file/live-file.service.ts'
import { recordAddress } from './aliyun.rules.ts'
import { aliyunLive } from './aliyun.service.ts'
import { hintRoom } from '../hint.service.ts'

const BATCH = 50
const DAY_MS = 86_400_000
/** An address of a recording is signed for the time that its fetch may wait. */
const FETCH_MS = 2 * DAY_MS
const LATE_MS = 7 * DAY_MS
const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000)

/**
 * What the service reports of a stream. A stream that is gone ends its room after the time of grace, one that returns within it goes on.
 * @param at when it happened; a report that is not newer than the last one changes nothing
 * @returns false for a stream that is no room's
 */
export async function noteStream(ctx: Ctx, stream: string, pushState: PushState, at: Date): Promise<boolean> {
  const room = await ctx.db
    .selectFrom('liveRoom')
    .where('stream', '=', stream)
    .where('provider', '=', 'aliyun')
    .select('id')
    .executeTakeFirst()
  if (!room) return false
  const off = pushState === PushState.off ? sql<Date | null>`case when state = ${LiveState.live} then ${ctx.now}::timestamptz end` : null
  await ctx.db
    .updateTable('liveRoom')
    .where('id', '=', room.id)
    .where((eb) =>
      eb.or([
        eb('pushTime', 'is', null),
        eb('pushTime', '<', at),
        // a stream that broke off within the second
        eb.and([eb('pushTime', '=', at), eb('pushState', '<', pushState)]),
      ]),
    )
    .set({ pushTime: at, pushState, offTime: off })
    .execute()
  await beginRoom(ctx, room.id)
  return true
}

const early = ({ now }: { now: Date }) => before(now, -liveRule.early)

/** Rooms to which `beginRoom` applies. */
export const pushedRooms = ({ db, clock }: App) =>
  db
    .selectFrom('liveRoom')
    .where('pushState', '=', PushState.on)
    .where('state', '=', LiveState.planned)
    .where('startTime', '<=', early({ now: clock() }))
    .orderBy('id')
    .limit(BATCH)
    .select('id')
    .execute()

/** A planned room whose stream is on is live from half an hour before its start; a stream that comes earlier is a rehearsal. */
export async function beginRoom(ctx: Ctx, id: string): Promise<void> {
  const begun = await ctx.db
    .updateTable('liveRoom')
    .where('id', '=', id)
    .where('state', '=', LiveState.planned)
    .where('pushState', '=', PushState.on)
    .where('startTime', '<=', early(ctx))
    .set({ state: LiveState.live, beganAt: ctx.now, offTime: null })
    .returning('id')
    .executeTakeFirst()
  if (begun) ctx.afterCommit(() => hintRoom(ctx.app, id, { type: 'room' }))
}

/** Rooms that ended earlier get no recording any more. */
export const lastRecording = (now: Date) => new Date(now.getTime() - LATE_MS)

/** Rooms that ended long enough ago for all their recordings to be known, and have none in the course yet. */
export async function recordedRooms({ db, clock }: App): Promise<{ id: string }[]> {
  const now = clock()
  const { rows } = await sql<{ id: string }>`
    select id from live_room r where provider = 'aliyun' and state = ${sql.lit(LiveState.ended)} and replay_state = ${sql.lit(ReplayState.none)}
      and record and ended_at between ${lastRecording(now)} and ${before(now, liveRule.settle)}
      and exists (select from live_record d where d.room_id = r.id and d.stop_time > r.began_at)
    order by id limit ${BATCH}`.execute(db)
  return rows
}

const isPlaylist = (uri: string) => /\.m3u8$/i.test(uri)

/** The longest recording of the broadcast becomes the replay; the reason stays at the room where none can, and how many parts there are. */
export async function fetchRecording(ctx: Ctx, id: string): Promise<void> {
  const room = await ctx.db
    .selectFrom('liveRoom')
    .innerJoin('courseFile', 'courseFile.id', 'liveRoom.fileId')
    .where('liveRoom.id', '=', id)
    .where('replayState', '=', ReplayState.none)
    .where('fileType', '=', CourseFileType.live)
    .forUpdate('liveRoom')
    .select(['fileId', 'beganAt'])
    .executeTakeFirst()
  if (!room) {
    // another call of the provider brought the recording already
    await mark(ctx, id, ReplayState.ready, '')
    return
  }
  const found = await ctx.db
    .selectFrom('liveRecord')
    .where('roomId', '=', id)
    .where('stopTime', '>', room.beganAt ?? ctx.now)
    .orderBy('duration', 'desc')
    .orderBy('uri')
    .select('uri')
    .execute()
  const cloud = await aliyunLive(ctx.app)
  const files = found.filter(({ uri }) => !isPlaylist(uri))
  const [first] = files
  const address = first && cloud ? recordAddress(cloud, first.uri, new Date(ctx.now.getTime() + FETCH_MS)) : undefined
  if (!first) await mark(ctx, id, ReplayState.failed, '录制格式应为 MP4 或 FLV')
  else if (address === undefined) await mark(ctx, id, ReplayState.failed, `请在“直播配置”中填写录制文件地址（${first.uri}）`)
  else {
    await fetchReplay(ctx, room.fileId, address)
    await mark(ctx, id, ReplayState.ready, files.length > 1 ? `录制文件共 ${files.length} 个，回放为其中最长的一个` : '')
  }
  ctx.afterCommit(() => hintRoom(ctx.app, id, { type: 'room' }))
}

const mark = ({ db }: Ctx, id: string, replayState: ReplayState, replayError: string) =>
  db.updateTable('liveRoom').where('id', '=', id).set({ replayState, replayError }).execute()
