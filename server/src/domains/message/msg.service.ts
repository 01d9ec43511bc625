// Messages to a user: the inbox.
import { readState, type msg, ReadState } from '@shuyuan/contract/message/msg.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing, among } from '../../kernel/database.ts'
import { fail, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { pushSoon } from './push-send.service.ts'
import { publishInboxChange, publishNewMsgs } from './msg-push.service.ts'

export type OutgoingMsg = { title: string; content: string; refType?: string; refId?: string }
type Sender = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>

/** Inserts one message for each of these users, in the caller's transaction; their pages get a hint after the commit, their browsers a notification. */
export async function sendMsg(ctx: Sender, userIds: readonly string[], { title, content, ...ref }: OutgoingMsg): Promise<void> {
  if (userIds.length === 0) return
  await sendMsgs(
    ctx,
    sql`select unnest(${[...new Set(userIds)]}::bigint[]) as user_id, ${title}::text as title, ${content}::text as content`,
    ref,
  )
}

export type OwnMsg = { userId: string; title: string; content: string; refId: string }

/** Inserts a message of its own for each of these users, in the caller's transaction, as sendMsg. */
export async function sendOwnMsgs(ctx: Sender, messages: readonly OwnMsg[], refType: string): Promise<void> {
  if (messages.length === 0) return
  const column = (name: keyof OwnMsg) => messages.map((one) => one[name])
  const rows = sql`select * from unnest(${column('userId')}::bigint[], ${column('title')}::text[], ${column('content')}::text[],
    ${column('refId')}::text[]) as given (user_id, title, content, ref_id)`
  await insertMsgs(ctx, rows, refType)
}

/**
 * Inserts the messages that a statement selects, one per row (user_id, title, content), without reading the rows: a single statement also
 * for fifty thousand users. Unknown users are left out. @returns how many messages were inserted
 */
export const sendMsgs = (
  ctx: Sender,
  messages: RawBuilder<unknown>,
  { refType = '', refId = '' }: Pick<OutgoingMsg, 'refType' | 'refId'> = {},
): Promise<number> => insertMsgs(ctx, sql`select m.user_id, m.title, m.content, ${refId}::text as ref_id from (${messages}) m`, refType)

/** @param messages a statement with the columns user_id, title, content, ref_id */
async function insertMsgs(ctx: Sender, messages: RawBuilder<unknown>, refType: string): Promise<number> {
  const { rows } = await sql<{ count: number; first: string | null; last: string | null; pushes: number }>`
    with sent as (
      insert into sys_msg (user_id, title, content, ref_type, ref_id, create_time)
      select m.user_id, m.title, m.content, ${refType}::text, m.ref_id, ${ctx.now}::timestamptz
      from (${messages}) m join sys_user u on u.id = m.user_id
      returning id, user_id),
    waiting as (
      insert into sys_push_waiting (push_id, msg_id, next_time)
      select p.id, sent.id, ${ctx.now}::timestamptz from sent join sys_push p on p.user_id = sent.user_id
      returning id)
    select count(*)::int as count, min(id) as first, max(id) as last, (select count(*)::int from waiting) as pushes from sent`.execute(
    ctx.db,
  )
  const { count = 0, first = null, last = null, pushes = 0 } = rows[0] ?? {}
  if (first !== null && last !== null) ctx.afterCommit(() => publishNewMsgs(ctx.app, first, last))
  if (pushes > 0) ctx.afterCommit(() => pushSoon(ctx.app))
  return count
}

const shown = <T extends { readState: number }>(row: T) => {
  const state = row.readState as keyof typeof readState
  return { ...row, readState: state, readState_dictText: readState[state] }
}
const columns = ['id', 'title', 'content', 'readState', 'refType', 'refId', 'createTime'] as const

/** The caller's own messages, newest first. */
export async function pageOwnMsgs(ctx: Ctx, { params, ...paging }: Input<typeof msg.paging>): Promise<Output<typeof msg.paging>> {
  const query = ctx.db
    .selectFrom('sysMsg')
    .where('userId', '=', ctx.user.id)
    .$if(params.readState !== undefined, (q) => q.where('readState', '=', params.readState!))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .select(columns)
  const page = await pageOf(query, paging, { createTime: 'createTime', title: 'title' }, [['id', 'desc']])
  return { ...page, records: page.records.map(shown) }
}

/** One of the caller's messages; marks it as read. Fails notFound for another user's. */
export async function readOwnMsg(
  ctx: Ctx,
  { id }: Input<(typeof msg)['detail-for-read']>,
): Promise<Output<(typeof msg)['detail-for-read']>> {
  const row = must(
    await ctx.db.selectFrom('sysMsg').where('id', '=', id).where('userId', '=', ctx.user.id).select(columns).executeTakeFirst(),
  )
  if (row.readState === ReadState.unread) {
    await markRead(ctx, [id])
    ctx.afterCommit(() => publishInboxChange(ctx.app, ctx.user.id))
  }
  return shown({ ...row, readState: ReadState.read })
}

/** Number of a user's unread messages. */
export async function countUnread({ db }: Pick<Ctx, 'db'>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('sysMsg')
    .where('userId', '=', userId)
    .where('readState', '=', ReadState.unread)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Number of the caller's unread messages. */
export const countOwnUnread = (ctx: Ctx): Promise<number> => countUnread(ctx, ctx.user.id)

/** Fails notFound, and changes nothing, when one of the messages is not the caller's. */
export async function markOwnRead(ctx: Ctx, { ids }: Input<(typeof msg)['mark-read']>): Promise<true> {
  await mustOwn(ctx, ids)
  await markRead(ctx, ids)
  ctx.afterCommit(() => publishInboxChange(ctx.app, ctx.user.id))
  return true
}

const markRead = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .updateTable('sysMsg')
    .set({ readState: ReadState.read, readTime: ctx.now })
    .where(among('id', ids))
    .where('userId', '=', ctx.user.id)
    .where('readState', '=', ReadState.unread)
    .execute()

export async function markAllOwnRead(ctx: Ctx): Promise<true> {
  await ctx.db
    .updateTable('sysMsg')
    .set({ readState: ReadState.read, readTime: ctx.now })
    .where('userId', '=', ctx.user.id)
    .where('readState', '=', ReadState.unread)
    .execute()
  ctx.afterCommit(() => publishInboxChange(ctx.app, ctx.user.id))
  return true
}

/** Fails notFound, and removes nothing, when one of the messages is not the caller's. */
export async function deleteOwnMsgs(ctx: Ctx, { ids }: Input<(typeof msg)['user-delete']>): Promise<true> {
  await mustOwn(ctx, ids)
  await ctx.db.deleteFrom('sysMsg').where(among('id', ids)).where('userId', '=', ctx.user.id).execute()
  ctx.afterCommit(() => publishInboxChange(ctx.app, ctx.user.id))
  return true
}

async function mustOwn({ db, user }: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const own = await db.selectFrom('sysMsg').where(among('id', wanted)).where('userId', '=', user.id).select('id').forUpdate().execute()
  if (own.length < wanted.length) fail('notFound')
}
