// Who runs a room: begins and ends it, and gets the addresses to which it is sent.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { LiveState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import { randomBytes } from 'node:crypto'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { signedParts } from '../../../kernel/files/signed-file.ts'
import { encoderOf } from '../../course/media/media-settings.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { pullAddress, pushAddress } from '../cloud/aliyun.rules.ts'
import { aliyunLive } from '../cloud/aliyun.service.ts'
import { castsOf } from '../replay/cast-run.service.ts'
import { hintRoom } from '../hint.service.ts'
import { queueReplay } from '../replay/replay.service.ts'
import { type Room, rooms } from '../room/room.service.ts'
import { RTMP_CAST, streamKey } from '../room/rtmp-key.service.ts'

type Calls = typeof liveRoom
const CAST_HOURS = 6
const HOUR_MS = 3_600_000

/** Whether the caller runs the room: its lecturer, or a caller with the right to push within their data scope. */
export async function isHostOf(ctx: Ctx, { teacherId }: Pick<Room, 'teacherId'>): Promise<boolean> {
  if (teacherId === ctx.user.id) return true
  if (!can(ctx, 'live:push')) return false
  const found = await ctx.db
    .selectFrom('sysUser')
    .where('id', '=', teacherId)
    .where(await withinDataScope(ctx))
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Fails notFound, forbidden for who does not run the room. */
export async function mustHost(ctx: Ctx, id: string): Promise<Room> {
  const room = must(await rooms(ctx).where('liveRoom.id', '=', id).executeTakeFirst())
  if (!(await isHostOf(ctx, room))) fail('forbidden')
  return room
}

/** What a casting page sends to, and what a signature of it names. */
export const castKeyOf = (id: string, castKey: string) => `cast ${id} ${castKey}`
const CAST = '/api/live/cast'

/** Fails as mustHost, and liveUnset for a cloud broadcast whose service is not active. */
export async function findPushUrl(ctx: Ctx, { id }: Input<Calls['push-url']>): Promise<Output<Calls['push-url']>> {
  const room = await mustHost(ctx, id)
  if (room.provider === 'local') {
    const { rtmp } = ctx.app.config
    if (!rtmp) return { server: '', key: '', url: '', cast: true, until: null, play: '' }
    const { key, until } = await streamKey(ctx.app, room.stream, ctx.now)
    return { server: rtmp.url, key, url: `${rtmp.url}/${key}`, cast: true, until, play: '' }
  }
  const cloud = (await aliyunLive(ctx.app)) ?? fail('liveUnset')
  const until = new Date(Math.max(room.endTime.getTime(), ctx.now.getTime()) + 2 * HOUR_MS)
  return { ...pushAddress(cloud, room.stream, until), cast: false, until, play: pullAddress(cloud, room.stream, until) }
}

/**
 * The room is live from now on. Who calls it again takes the broadcast over, and the older page is told so. Fails as mustHost, liveOver for
 * a room that has ended, liveUnset, and liveNoEncoder where this server cannot encode.
 */
export async function startRoom(ctx: Ctx, { id, obs }: Input<Calls['start']>): Promise<Output<Calls['start']>> {
  await ctx.db.selectFrom('liveRoom').where('id', '=', id).forUpdate().select('id').execute()
  const room = await mustHost(ctx, id)
  if (room.state === LiveState.ended) fail('liveOver')
  if (room.provider === 'local' && !(await encoderOf(ctx.app))) fail('liveNoEncoder')
  if (room.provider === 'aliyun' && !(await aliyunLive(ctx.app))) fail('liveUnset')
  const byObs = obs && room.provider === 'local'
  if (byObs && !ctx.app.config.rtmp) fail('liveUnset')
  const castKey = byObs ? RTMP_CAST : randomBytes(16).toString('hex')
  await ctx.db
    .updateTable('liveRoom')
    .where('id', '=', id)
    .set({ state: LiveState.live, beganAt: room.beganAt ?? ctx.now, castKey, castTime: ctx.now, offTime: null })
    .execute()
  const last = await ctx.db.selectFrom('livePart').where('roomId', '=', id).orderBy('no', 'desc').limit(1).select('no').executeTakeFirst()
  ctx.afterCommit(() => hintRoom(ctx.app, id, { type: 'room' }))
  if (room.provider !== 'local' || byObs) return { cast: '', part: 0 }
  const { e, u, s } = signedParts(await ctx.app.storage.secret(), castKeyOf(id, castKey), ctx.now, CAST_HOURS, ctx.user.id)
  return { cast: `${CAST}/${id}/${e}/${u}/${s}`, part: (last?.no ?? 0) + 1 }
}

/** Fails as mustHost, and liveNotLive. */
export async function stopRoom(ctx: Ctx, { id }: Input<Calls['stop']>): Promise<true> {
  await mustHost(ctx, id)
  if (!(await endRoom(ctx, id))) fail('liveNotLive')
  return true
}

/** Ends a live room, in the caller's transaction; what there is becomes the replay. @returns false for one that was not live */
export async function endRoom(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable('liveRoom')
    .where('id', '=', id)
    .where('state', '=', LiveState.live)
    .set({ state: LiveState.ended, endedAt: ctx.now, castKey: '' })
    .returning(['record', 'provider'])
    .executeTakeFirst()
  if (!row) return false
  const isMade = row.record && row.provider === 'local'
  if (isMade) {
    await ctx.db.updateTable('liveRoom').where('id', '=', id).set({ replayState: ReplayState.making }).execute()
    await queueReplay(ctx, id)
  }
  ctx.afterCommit(async () => {
    castsOf(ctx.app).finishRoom(id)
    await hintRoom(ctx.app, id, { type: 'room' })
  })
  return true
}
