// The chat of a room: writing, hiding, muting, and the pace.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { liveRule, LiveState } from '@shuyuan/contract/live/room-state.ts'
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { mustFindRoom, participation } from '../host/enter.service.ts'
import { hintRoom } from '../hint.service.ts'
import { mustHost } from '../host/host.service.ts'
import type { Room } from '../room/room.service.ts'

type Calls = typeof liveRoom
const SHOWN = 100

const messages = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Room, 'id'>) =>
  db
    .selectFrom('liveMsg')
    .innerJoin('sysUser', 'sysUser.id', 'liveMsg.userId')
    .where('roomId', '=', id)
    .select(['liveMsg.id', 'liveMsg.userId', 'sysUser.realName', 'sysUser.avatar', 'content', 'hidden', 'liveMsg.createTime'])

/** The newest messages, or those before one; hidden ones only for who runs the room. Fails as participation. */
export async function chatOf(ctx: Ctx, { id, before }: Input<Calls['chat']>): Promise<Output<Calls['chat']>> {
  const room = await mustFindRoom(ctx, id)
  const part = await participation(ctx, room)
  const rows = await messages(ctx, room)
    .$if(part !== 'host', (q) => q.where('hidden', '=', false))
    .$if(before !== undefined, (q) => q.where('liveMsg.id', '<', before!))
    .orderBy('liveMsg.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.toReversed().map((row) => ({ ...row, isHost: row.userId === room.teacherId }))
}

const isOpen = ({ state, startTime }: Room, now: Date) =>
  state === LiveState.live || (state === LiveState.planned && startTime.getTime() - now.getTime() <= liveRule.early * 1_000)

/**
 * Writes a message. Who runs the room is not held up. Fails as participation, liveChatOff while the chat is closed, liveMuted, liveTooFast within
 * the pace of the room.
 */
export async function sayInRoom(ctx: Ctx, { id, content }: Input<Calls['say']>): Promise<{ id: string }> {
  const { msg } = await ctx.app.db.transaction().execute(async (db) => {
    const inner = { ...ctx, db }
    const room = await mustFindRoom(inner, id)
    const part = await participation(inner, room)
    if (part !== 'host') await mustMaySay(inner, room)
    const row = { roomId: id, userId: ctx.user.id, content, createTime: ctx.now }
    const { id: msgId } = await db.insertInto('liveMsg').values(row).returning('id').executeTakeFirstOrThrow()
    const stored = await messages(inner, room).where('liveMsg.id', '=', msgId).executeTakeFirstOrThrow()
    return { msg: { ...stored, isHost: stored.userId === room.teacherId, createTime: toWallClock(stored.createTime) } }
  })
  await hintRoom(ctx.app, id, { type: 'msg', msg })
  return { id: msg.id }
}

async function mustMaySay({ db, user, now }: Ctx, room: Room) {
  if (!room.chat || !isOpen(room, now)) fail('liveChatOff')
  // two messages at once of one person are judged one after the other
  await sql`select pg_advisory_xact_lock(hashtextextended(${`live ${room.id} ${user.id}`}, 0))`.execute(db)
  const mute = await db
    .selectFrom('liveMute')
    .where('roomId', '=', room.id)
    .where('userId', '=', user.id)
    .select('userId')
    .executeTakeFirst()
  if (mute) fail('liveMuted')
  const last = await db
    .selectFrom('liveMsg')
    .where('roomId', '=', room.id)
    .where('userId', '=', user.id)
    .orderBy('id', 'desc')
    .limit(1)
    .select('createTime')
    .executeTakeFirst()
  if (last && now.getTime() - last.createTime.getTime() < room.paceSec * 1_000) fail('liveTooFast')
}

/** Hides a message from the viewers, or shows it again. Fails as mustHost, notFound. */
export async function hideMsg(ctx: Ctx, { id, msgId, hidden }: Input<Calls['hide']>): Promise<true> {
  await mustHost(ctx, id)
  must(
    await ctx.db.updateTable('liveMsg').where('id', '=', msgId).where('roomId', '=', id).set({ hidden }).returning('id').executeTakeFirst(),
  )
  ctx.afterCommit(() => hintRoom(ctx.app, id, { type: 'hidden', id: msgId, hidden }))
  return true
}

/** Forbids a person to write in the room, or allows it again. Fails as mustHost, notFound. */
export async function muteUser(ctx: Ctx, { id, userId, muted }: Input<Calls['mute']>): Promise<true> {
  await mustHost(ctx, id)
  must(await ctx.db.selectFrom('sysUser').where('id', '=', userId).select('id').executeTakeFirst())
  if (muted)
    await ctx.db
      .insertInto('liveMute')
      .values({ roomId: id, userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await ctx.db.deleteFrom('liveMute').where('roomId', '=', id).where('userId', '=', userId).execute()
  ctx.afterCommit(() => hintRoom(ctx.app, id, { type: 'room' }))
  return true
}

/** Opens or closes the chat, and sets its pace. Fails as mustHost. */
export async function setChatRule(ctx: Ctx, { id, chat, paceSec }: Input<Calls['chat-rule']>): Promise<true> {
  await mustHost(ctx, id)
  await ctx.db.updateTable('liveRoom').where('id', '=', id).set({ chat, paceSec }).execute()
  ctx.afterCommit(() => hintRoom(ctx.app, id, { type: 'room' }))
  return true
}
