// Being in a room: what its page shows, and the attendance by the server's clock.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { liveRule, LiveState } from '@shuyuan/contract/live/room-state.ts'
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import { sql } from 'kysely'
import { type App, can, type Ctx, ctxOf, nobody } from '../../../kernel/ctx.ts'
import { Failure, must } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { creditTime } from '../../course/learn/learn.service.ts'
import { mustFindPlace } from '../../course/learn/place.service.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { mayAct } from '../../people/role-menu/right.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { pullAddress } from '../cloud/aliyun.rules.ts'
import { aliyunLive } from '../cloud/aliyun.service.ts'
import { isHostOf } from './host.service.ts'
import { attendedSec, phaseOf, seenUntil } from '../live.rules.ts'
import { playAddress } from '../replay/play.service.ts'
import { type Room, rooms } from '../room/room.service.ts'

type Calls = typeof liveRoom
type Pulse = Output<Calls['beat']>
const COUNT_MS = 5_000
const HOUR_MS = 3_600_000

/** host: runs the room; staff: watches it without being counted; learner: learns the file. */
export type Part = 'host' | 'staff' | 'learner'

/** Who the caller is in a room. Fails as mustFindPlace for who is none of them. */
export async function participation(ctx: Ctx, room: Room): Promise<Part> {
  if (await isHostOf(ctx, room)) return 'host'
  try {
    await mustFindPlace(ctx, room)
    return 'learner'
  } catch (error) {
    if (error instanceof Failure && (await isStaffOf(ctx, room))) return 'staff'
    throw error
  }
}

async function isStaffOf(ctx: Ctx, { teacherId }: Room): Promise<boolean> {
  if (!can(ctx, 'live:list')) return false
  const query = ctx.db.selectFrom('sysUser').where('id', '=', teacherId)
  return (
    (await query
      .where(await withinDataScope(ctx))
      .select('id')
      .executeTakeFirst()) !== undefined
  )
}

/** Fails notFound. */
export const mustFindRoom = async (ctx: Pick<Ctx, 'db'>, id: string): Promise<Room> =>
  must(await rooms(ctx).where('liveRoom.id', '=', id).executeTakeFirst())

const watching = ['live:push', 'live:list']

/** Whether a user may be in a room, without a call of theirs: for sockets. */
export async function mayEnter(app: App, id: string, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('sysUser')
    .where('id', '=', userId)
    .where('state', '=', UserState.active)
    .select(['deptCode', 'roleType'])
    .executeTakeFirst()
  if (!row) return false
  const held = await Promise.all(watching.map(async (tag) => ((await mayAct(app, userId, tag)) ? [tag] : [])))
  const ctx = ctxOf(app, { user: { ...nobody, ...row, id: userId, permissions: new Set(held.flat()) } })
  try {
    await participation(ctx, await mustFindRoom(ctx, id))
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Where the room is played now: '' before and after the broadcast. */
async function sourceOf({ app, user, now }: Ctx, room: Room): Promise<string> {
  if (room.state !== LiveState.live) return ''
  if (room.provider === 'local') return playAddress(app, room.id, user.id, now)
  const cloud = await aliyunLive(app)
  // the same within an hour, so that a page that asks again goes on playing
  const until = new Date((Math.floor(now.getTime() / HOUR_MS) + 3) * HOUR_MS)
  return cloud ? pullAddress(cloud, room.stream, until) : ''
}

const countsOf = appPart(() => new Map<string, { at: number; n: number }>())

/** Who reported within the last seconds, counted every five seconds. */
async function viewersOf(app: App, room: Room, now: Date): Promise<number> {
  const counts = countsOf(app)
  const known = counts.get(room.id)
  if (known && Math.abs(now.getTime() - known.at) < COUNT_MS) return known.n
  const since = new Date(now.getTime() - liveRule.gone * 1_000)
  const { n } = await app.db
    .selectFrom('livePresence')
    .where('roomId', '=', room.id)
    .where('lastTime', '>', since)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  for (const [key, one] of counts) if (now.getTime() - one.at > COUNT_MS) counts.delete(key)
  counts.set(room.id, { at: now.getTime(), n })
  if (room.state === LiveState.live && n > room.viewersMax)
    await app.db.updateTable('liveRoom').where('id', '=', room.id).set({ viewersMax: n }).execute()
  return n
}

async function pulseOf(ctx: Ctx, room: Room, own: { sec: number; finished: boolean }): Promise<Pulse> {
  return { phase: phaseOf(room), source: await sourceOf(ctx, room), viewers: await viewersOf(ctx.app, room, ctx.now), ...own }
}

/** Fails notFound, and as mustFindPlace for a user who can neither learn the file nor watch the room. */
export async function enterRoom(ctx: Ctx, { id, courseId, fileId }: Input<Calls['enter']>): Promise<Output<Calls['enter']>> {
  const query = rooms(ctx)
  const room = must(
    id !== undefined
      ? await query.where('liveRoom.id', '=', id).executeTakeFirst()
      : await query
          .where('liveRoom.fileId', '=', fileId ?? '0')
          .where('liveRoom.courseId', '=', courseId ?? '0')
          .executeTakeFirst(),
  )
  const part = await participation(ctx, room)
  const own = await ctx.db
    .selectFrom('livePresence')
    .where('roomId', '=', room.id)
    .where('userId', '=', ctx.user.id)
    .select('sec')
    .executeTakeFirst()
  const muted = await ctx.db
    .selectFrom('liveMute')
    .where('roomId', '=', room.id)
    .where('userId', '=', ctx.user.id)
    .select('userId')
    .executeTakeFirst()
  const finished = part === 'learner' && (await mustFindPlace(ctx, room)).finished
  return {
    ...(await pulseOf(ctx, room, { sec: own?.sec ?? 0, finished })),
    ...room,
    teacherId_dictText: room.teacherName,
    leftMs: room.startTime.getTime() - ctx.now.getTime(),
    replayError: part === 'host' ? room.replayError : '',
    muted: muted !== undefined,
    isHost: part === 'host',
  }
}

/**
 * Counts the seconds since the last report, while the room was live, as attendance and as learning of its file. Fails as enterRoom.
 */
export async function beatRoom(ctx: Ctx, { id }: Input<Calls['beat']>): Promise<Pulse> {
  const { room, own } = await ctx.app.db.transaction().execute(async (db) => {
    const inner = { ...ctx, db }
    const found = await mustFindRoom(inner, id)
    const part = await participation(inner, found)
    return { room: found, own: part === 'learner' ? await count(inner, found) : { sec: 0, finished: false } }
  })
  // not in the transaction: the viewers are counted through the pool, and a room of viewers reports at the same moment
  return pulseOf(ctx, room, own)
}

/** Of two pages of one person, each second is counted once. */
async function count(ctx: Ctx, room: Room): Promise<{ sec: number; finished: boolean }> {
  const until = room.endedAt && room.endedAt < ctx.now ? room.endedAt : ctx.now
  const key = { roomId: room.id, userId: ctx.user.id }
  const stored = await ctx.db
    .insertInto('livePresence')
    .values({ ...key, firstTime: ctx.now, lastTime: ctx.now })
    // locks the row
    .onConflict((conflict) => conflict.columns(['roomId', 'userId']).doUpdateSet({ sec: sql<number>`live_presence.sec` }))
    .returning(['lastTime', 'sec'])
    .executeTakeFirstOrThrow()
  const seen = { lastTime: stored.lastTime, beganAt: room.beganAt }
  const added = attendedSec(seen, until)
  await ctx.db
    .updateTable('livePresence')
    .where('roomId', '=', room.id)
    .where('userId', '=', ctx.user.id)
    .set({ sec: stored.sec + added, lastTime: seenUntil(seen, added, until < stored.lastTime ? stored.lastTime : until) })
    .execute()
  const { finished } = added > 0 ? await creditTime(ctx, room, added) : await mustFindPlace(ctx, room)
  return { sec: stored.sec + added, finished }
}
