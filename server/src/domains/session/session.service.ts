// Sessions: a random token at the client, its hash in the database, and a short-lived copy in each node's memory.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import type { Asked, Authenticated } from '../../kernel/endpoint.ts'
import { fail } from '../../kernel/fail.ts'
import { among } from '../../kernel/database.ts'
import { every } from '../../kernel/every.ts'
import { NodeCache } from '../../kernel/node-cache.ts'
import { site } from '../site/config/config.service.ts'
import { admitSession } from '../site/config/license.service.ts'
import { recordUserDay } from './user-day.service.ts'
import { announceActivity } from './activity.service.ts'
import { backOfficeEnd, idleSecondsOf, sessionEnd } from './session-life.rules.ts'
import { forgetAhead, hashOf, type ReadSession, readSession, readSessionsAhead } from './session-read.service.ts'

const CACHE_MS = 30_000
const SEEN_MS = 60_000
const SEEN_TOGETHER_MS = 1_000
/** Precision of the idle limit: activity is written at most this often. */
const ACTIVITY_MS = 15_000
const SESSION_HOURS = 24 * 7
const RETENTION_DAYS = 30
export const SESSION_TOPIC = 'sys.session'

const cacheOf = appPart((app) => {
  const cache = new NodeCache(app, {
    topic: SESSION_TOPIC,
    max: 50_000,
    ttl: CACHE_MS,
    load: (token: string) => readSession(app, token),
    ownerOf: ({ userId }) => userId,
    // those who answer call every 20 s or so
    ahead: true,
  })
  cache.onClear(() => forgetAhead(app))
  return cache
})

/** Reads these sessions before their calls come, for a process that has just started. */
export async function expectSessions(app: App, ids: readonly string[]): Promise<void> {
  // it hears of changes
  cacheOf(app)
  await readSessionsAhead(app, ids)
}

/**
 * The user of a token. Fails signedOut for an unknown, expired or ended session, kickedOut where a newer sign-in ended it, sessionOver
 * where the password is needed again, secondFactor for a call that has to wait for the second factor, mustChangePass for one that has to
 * wait for a new password.
 */
export async function authenticate(app: App, token: string, { endpoint, idle }: Asked): Promise<Authenticated> {
  if (token.length < 20 || token.length > 100) fail('signedOut')
  const now = app.clock()
  const cache = cacheOf(app)
  let entry = await cache.get(token)
  // another process may have seen activity since the entry was read
  if ('life' in entry && entry.idleMs > 0 && backOfficeEnd(entry.life) <= now) entry = await cache.renew(token, entry)
  if ('ended' in entry) return fail(entry.ended === 'kicked' ? 'kickedOut' : 'signedOut')
  const { life, user, accountUntil, idleMs } = entry
  if (accountUntil !== null && accountUntil <= now) fail('signedOut')
  const isOver = backOfficeEnd(life) <= now
  if (isOver && idleMs === 0) fail('signedOut')
  if (isOver && (endpoint.permit !== 'any' || sessionEnd(life) <= now)) fail('sessionOver')
  if (user.factorStep !== undefined && !endpoint.beforeFactor) fail('secondFactor')
  if (user.factorStep === undefined && user.mustChangePass && !endpoint.beforeChange) fail('mustChangePass')
  await recordActivity(app, entry, now, isOver ? undefined : idle)
  return idleMs === 0 ? { user } : { user, leftMs: sessionEnd(life).getTime() - now.getTime() }
}

/** Writes when the session was seen, and moves its idle limit to the last input of its user. */
async function recordActivity(app: App, entry: ReadSession, now: Date, idle: string | undefined) {
  const { life, idleMs, user } = entry
  const seen = now.getTime() - entry.seenAt > SEEN_MS
  const next = life.idleUntil && idle !== undefined ? now.getTime() - idleSecondsOf(idle) * 1_000 + idleMs : 0
  const active = life.idleUntil !== null && next - life.idleUntil.getTime() > ACTIVITY_MS
  if (!seen && !active) return
  // not in front of the return: every call comes by, and two times in words cost as much as the rest of the check
  const isNewDay = toWallClock(new Date(entry.seenAt)).slice(0, 10) !== toWallClock(now).slice(0, 10)
  entry.seenAt = now.getTime()
  if (isNewDay) await recordUserDay(app, app.db, user.id, now)
  if (active) life.idleUntil = new Date(next)
  if (active) await moveIdleLimit(app, user.sessionId, life.idleUntil, now)
  else seenOf(app)(user.sessionId, now)
  // a session that goes on the next day counts as a sign-in
  if (isNewDay) await announceActivity(app, { activity: 'login', userId: user.id, refId: '' })
}

const moveIdleLimit = ({ db }: App, sessionId: string, until: Date | null, now: Date) =>
  db
    .updateTable('sysSession')
    .set({ lastSeen: now, idleUntil: sql<Date>`greatest(idle_until, ${until}::timestamptz)` })
    .where('id', '=', sessionId)
    .execute()

/** Writes when sessions were seen, those of a second with one statement. One that another process is changing needs no note. */
const seenOf = appPart((app) => {
  const seen = new Set<string>()
  let at = app.clock()
  const write = async () => {
    if (seen.size === 0) return
    const ids = [...seen]
    seen.clear()
    const free = app.db.selectFrom('sysSession').where(among('id', ids)).select('id').forUpdate().skipLocked()
    await app.db.updateTable('sysSession').set({ lastSeen: at }).where('id', 'in', free).execute()
  }
  every(app, SEEN_TOGETHER_MS, 'sessions seen', write)
  // a database that is away must not keep the server from ending
  app.onClose(() => write().catch((error: unknown) => app.log.warn({ err: error }, 'when sessions were seen could not be written')))
  return (id: string, now: Date): void => {
    seen.add(id)
    at = now
  }
})

/**
 * Opens a session for a user who has proved their identity; call it in a transaction. Fails licence where only the back office may sign in
 * (license.service.ts).
 * @param single ends the user's other sessions (switch loginTick)
 * @returns the token; only its hash is stored
 */
export async function openSession(ctx: Ctx, userId: string, single: boolean): Promise<string> {
  await admitSession(ctx, userId)
  const { roleType } = await ctx.db
    .selectFrom('sysUser')
    .where('id', '=', userId)
    .select('roleType')
    // two concurrent sign-ins must not both stay open
    .$if(single, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  if (single) await endSessions(ctx, [userId], 'kicked')
  const { staffHours, staffIdleMinutes } = (await site(ctx)).props
  const isStaff = roleType === RoleType.staff
  const after = (minutes: number) => new Date(ctx.now.getTime() + minutes * 60_000)
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
      expireTime: after((isStaff ? staffHours : SESSION_HOURS) * 60),
      idleUntil: isStaff ? after(staffIdleMinutes) : null,
    })
    .execute()
  await recordUserDay(ctx.app, ctx.db, userId, ctx.now)
  ctx.afterCommit(() => announceActivity(ctx.app, { activity: 'login', userId, refId: '' }))
  return token
}

/**
 * Extends the session of this call until `until` at least (exam-rules.md: the token outlives the deadline). The limits of a back-office
 * session stay; until then they do not apply to calls that every signed-in user may make.
 */
export async function keepSessionUntil({ app, user }: Ctx, until: Date): Promise<void> {
  if (user.lastsUntil && user.lastsUntil >= until) return
  const isStaff = user.roleType === RoleType.staff
  const { numUpdatedRows } = await app.db
    .updateTable('sysSession')
    .set(isStaff ? { keepUntil: until } : { expireTime: until })
    .where('id', '=', user.sessionId)
    .where('ended', 'is', null)
    .where((eb) => (isStaff ? eb.or([eb('keepUntil', 'is', null), eb('keepUntil', '<', until)]) : eb('expireTime', '<', until)))
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
export async function invalidateUsers(app: App, userIds: string[]): Promise<void> {
  await Promise.all([cacheOf(app).clearEverywhere(userIds), presentOf(app).clearEverywhere(userIds)])
}

const presentOf = appPart(
  (app) =>
    new NodeCache(app, {
      topic: `${SESSION_TOPIC}.present`,
      max: 50_000,
      ttl: CACHE_MS,
      load: async (userId: string) => ({ userId, isPresent: await hasSession(app, userId) }),
      ownerOf: ({ userId }) => userId,
    }),
)

async function hasSession(app: App, userId: string): Promise<boolean> {
  const now = app.clock()
  const row = await app.db
    .selectFrom('sysSession')
    .innerJoin('sysUser', 'sysUser.id', 'sysSession.userId')
    .where('userId', '=', userId)
    .where('ended', 'is', null)
    .where((eb) => eb.or([eb('sysSession.expireTime', '>', now), eb('keepUntil', '>', now)]))
    .where('state', '=', UserState.active)
    .select('sysSession.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the person has an open session: addresses of media are theirs only so long. Another node may answer from before for 30 s. */
export async function isPresent(app: App, userId: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(userId)) return false
  // who was absent may have signed in since
  return (await presentOf(app).get(userId)).isPresent || hasSession(app, userId)
}

/** Deletes sessions that expired more than 30 days ago. */
export async function sweepSessions(app: App): Promise<void> {
  const before = new Date(app.clock().getTime() - RETENTION_DAYS * 86_400_000)
  await app.db
    .deleteFrom('sysSession')
    .where('expireTime', '<', before)
    .where((eb) => eb.or([eb('keepUntil', 'is', null), eb('keepUntil', '<', before)]))
    .execute()
}
