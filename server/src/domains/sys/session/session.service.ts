// Sessions: a random token at the client, its hash in the database, and a short-lived copy in each node's memory.
import { UserState } from '@shuyuan/contract/sys/people/user-row.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx, CurrentUser } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'
import { admitSession } from '../site/license.service.ts'

const CACHE_MS = 30_000
const SEEN_MS = 60_000
const SESSION_HOURS = 24 * 7
const RETENTION_DAYS = 30
const TOPIC = 'sys.session'

type CachedSession = { userId: string; user: CurrentUser; expireTime: Date; seenAt: number }
type Ended = { userId: string; ended: string }
type Entry = CachedSession | Ended

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const cacheOf = appPart(
  (app) =>
    new NodeCache(app, {
      topic: TOPIC,
      max: 50_000,
      ttl: CACHE_MS,
      load: (token: string) => load(app.db, hashOf(token)),
      ownerOf: ({ userId }) => userId,
    }),
)

/** The user of a token. Fails signedOut for an unknown, expired or ended session, kickedOut where a newer sign-in ended it. */
export async function authenticate(app: App, token: string): Promise<CurrentUser> {
  if (token.length < 20 || token.length > 100) fail('signedOut')
  const cached = await cacheOf(app).get(token)
  if ('ended' in cached) fail(cached.ended === 'kicked' ? 'kickedOut' : 'signedOut')
  const now = app.clock()
  if (cached.expireTime <= now) fail('signedOut')
  if (now.getTime() - cached.seenAt > SEEN_MS) {
    cached.seenAt = now.getTime()
    await app.db.updateTable('sysSession').set({ lastSeen: now }).where('id', '=', cached.user.sessionId).execute()
  }
  return cached.user
}

async function load(db: Database, hash: Buffer): Promise<Entry> {
  const row = await db
    .selectFrom('sysSession')
    .innerJoin('sysUser', 'sysUser.id', 'sysSession.userId')
    .where('tokenHash', '=', hash)
    .select(['sysSession.id as sessionId', 'sysSession.ended', 'sysSession.expireTime as sessionExpire', 'lastSeen'])
    .select(['sysUser.id', 'userName', 'realName', 'roleType', 'deptCode', 'state', 'sysUser.expireTime'])
    .executeTakeFirst()
  if (!row) return { userId: '0', ended: 'unknown' }
  if (row.ended !== null) return { userId: row.id, ended: row.ended }
  if (row.state !== UserState.active) return { userId: row.id, ended: 'disabled' }
  const { roles, permissions } = await rightsOf(db, row.id)
  const expireTime = row.expireTime && row.expireTime < row.sessionExpire ? row.expireTime : row.sessionExpire
  const { id, userName, realName, roleType, deptCode, sessionId } = row
  const user = { id, userName, realName, roleType, deptCode, sessionId, roles, permissions }
  return { userId: id, user, expireTime, seenAt: row.lastSeen.getTime() }
}

/** Role ids and permission tags of a user. */
async function rightsOf(db: Database, userId: string) {
  const roles = await db.selectFrom('sysUserRole').where('userId', '=', userId).select('roleId').execute()
  const tags = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .where('sysUserRole.userId', '=', userId)
    .where('permissionTag', '!=', '')
    .select('permissionTag')
    .distinct()
    .execute()
  return { roles: roles.map((one) => one.roleId), permissions: new Set(tags.map((one) => one.permissionTag)) }
}

/**
 * Opens a session for a user who has proved their identity; call it in a transaction. Fails licence where only the back office may sign in
 * (license.service.ts).
 * @param single ends the user's other sessions (switch loginTick)
 * @returns the token; only its hash is stored
 */
export async function openSession(ctx: Ctx, userId: string, single: boolean): Promise<string> {
  await admitSession(ctx, userId)
  if (single) {
    // two concurrent sign-ins must not both stay open
    await ctx.db.selectFrom('sysUser').where('id', '=', userId).select('id').forUpdate().execute()
    await endSessions(ctx, [userId], 'kicked')
  }
  const token = randomBytes(32).toString('base64url')
  await ctx.db
    .insertInto('sysSession')
    .values({
      tokenHash: hashOf(token),
      userId,
      ip: ctx.request.ip,
      device: ctx.request.userAgent.slice(0, 300),
      createTime: ctx.now,
      lastSeen: ctx.now,
      expireTime: new Date(ctx.now.getTime() + SESSION_HOURS * 3_600_000),
    })
    .execute()
  return token
}

/** Extends the session of this call until `until` at least (exam-rules.md: the token outlives the deadline). */
export async function keepSessionUntil({ app, user }: Ctx, until: Date): Promise<void> {
  const { numUpdatedRows } = await app.db
    .updateTable('sysSession')
    .set({ expireTime: until })
    .where('id', '=', user.sessionId)
    .where('ended', 'is', null)
    .where('expireTime', '<', until)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await invalidateUsers(app, [user.id])
}

/** Ends active sessions of these users on every node. `reason` kicked is shown to them as a newer sign-in. */
export async function endSessions(ctx: Ctx, userIds: string[], reason: string) {
  await ctx.db.updateTable('sysSession').set({ ended: reason }).where('userId', 'in', userIds).where('ended', 'is', null).execute()
  ctx.afterCommit(() => invalidateUsers(ctx.app, userIds))
}

/** Ends every other active session of the caller. */
export async function endOtherSessions(ctx: Ctx, reason: string): Promise<void> {
  const { id, sessionId } = ctx.user
  await ctx.db
    .updateTable('sysSession')
    .set({ ended: reason })
    .where('userId', '=', id)
    .where('id', '!=', sessionId)
    .where('ended', 'is', null)
    .execute()
  ctx.afterCommit(() => invalidateUsers(ctx.app, [id]))
}

/** Ends the session of this call. */
export async function endOwnSession(ctx: Ctx): Promise<void> {
  await ctx.db.updateTable('sysSession').set({ ended: 'logout' }).where('id', '=', ctx.user.sessionId).execute()
  ctx.afterCommit(() => invalidateUsers(ctx.app, [ctx.user.id]))
}

/** Makes every node reload these users: after the commit of a change of rights, state or sessions. */
export const invalidateUsers = (app: App, userIds: string[]): Promise<void> => cacheOf(app).clearEverywhere(userIds)

/** Deletes sessions that expired more than 30 days ago. */
export async function sweepSessions(app: App): Promise<void> {
  const before = new Date(app.clock().getTime() - RETENTION_DAYS * 86_400_000)
  await app.db.deleteFrom('sysSession').where('expireTime', '<', before).execute()
}
