// Sessions: a random token at the client, its hash in the database, and a short-lived copy in each node's memory.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { FactorStep } from '@shuyuan/contract/sys/account/user-totp.ts'
import { UserState } from '@shuyuan/contract/sys/people/user-row.ts'
import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx, CurrentUser } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { Database } from '../../../kernel/database.ts'
import type { Asked, Authenticated } from '../../../kernel/endpoint.ts'
import { fail } from '../../../kernel/fail.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'
import { site } from '../site/config.service.ts'
import { admitSession } from '../site/license.service.ts'
import { recordUserDay } from './user-day.service.ts'
import { announceActivity } from './activity.service.ts'
import { backOfficeEnd, idleSecondsOf, type Life, sessionEnd } from './session-life.rules.ts'

const CACHE_MS = 30_000
const SEEN_MS = 60_000
/** Precision of the idle limit: activity is written at most this often. */
const ACTIVITY_MS = 15_000
const SESSION_HOURS = 24 * 7
const RETENTION_DAYS = 30
export const SESSION_TOPIC = 'sys.session'

type CachedSession = {
  userId: string
  user: CurrentUser
  life: Life
  accountUntil: Date | null
  /** the idle limit; 0 for a learner */
  idleMs: number
  seenAt: number
}
type Ended = { userId: string; ended: string }
type Entry = CachedSession | Ended

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const cacheOf = appPart(
  (app) =>
    new NodeCache(app, {
      topic: SESSION_TOPIC,
      max: 50_000,
      ttl: CACHE_MS,
      load: (token: string) => load(app, hashOf(token)),
      ownerOf: ({ userId }) => userId,
    }),
)

/**
 * The user of a token. Fails signedOut for an unknown, expired or ended session, kickedOut where a newer sign-in ended it, sessionOver
 * where the password is needed again, secondFactor for a call that has to wait for the second factor.
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
  await recordActivity(app, entry, now, isOver ? undefined : idle)
  return idleMs === 0 ? { user } : { user, leftMs: sessionEnd(life).getTime() - now.getTime() }
}

/** Writes when the session was seen, and moves its idle limit to the last input of its user. */
async function recordActivity(app: App, entry: CachedSession, now: Date, idle: string | undefined) {
  const { life, idleMs, user } = entry
  const seen = now.getTime() - entry.seenAt > SEEN_MS
  const newDay = toWallClock(now).slice(0, 10) !== toWallClock(new Date(entry.seenAt)).slice(0, 10)
  const next = life.idleUntil && idle !== undefined ? now.getTime() - idleSecondsOf(idle) * 1_000 + idleMs : 0
  const active = life.idleUntil !== null && next - life.idleUntil.getTime() > ACTIVITY_MS
  if (!seen && !active) return
  const isNewDay = toWallClock(new Date(entry.seenAt)).slice(0, 10) !== toWallClock(now).slice(0, 10)
  entry.seenAt = now.getTime()
  if (isNewDay) await recordUserDay(app, app.db, user.id, now)
  if (active) life.idleUntil = new Date(next)
  await app.db
    .updateTable('sysSession')
    .set({ lastSeen: now })
    .$if(active, (query) => query.set({ idleUntil: sql<Date>`greatest(idle_until, ${life.idleUntil}::timestamptz)` }))
    .where('id', '=', user.sessionId)
    .execute()
  // a session that goes on the next day counts as a sign-in
  if (newDay) await announceActivity(app, { activity: 'login', userId: user.id, refId: '' })
}

async function load(app: App, hash: Buffer): Promise<Entry> {
  const row = await app.db
    .selectFrom('sysSession')
    .innerJoin('sysUser', 'sysUser.id', 'sysSession.userId')
    .leftJoin('sysTotp', 'sysTotp.userId', 'sysSession.userId')
    .where('tokenHash', '=', hash)
    .select(['sysSession.id as sessionId', 'sysSession.ended', 'sysSession.expireTime as sessionExpire', 'lastSeen'])
    .select(['idleUntil', 'keepUntil', 'factorPassed', 'enabledTime'])
    .select(['sysUser.id', 'userName', 'realName', 'roleType', 'deptCode', 'state', 'sysUser.expireTime as accountUntil'])
    .executeTakeFirst()
  if (!row) return { userId: '0', ended: 'unknown' }
  if (row.ended !== null) return { userId: row.id, ended: row.ended }
  if (row.state !== UserState.active) return { userId: row.id, ended: 'disabled' }
  const { roles, permissions, needTotp } = await rightsOf(app.db, row.id)
  const { id, userName, realName, roleType, deptCode, sessionId, accountUntil, keepUntil } = row
  const isStaff = roleType === RoleType.staff
  const idleMs = isStaff ? (await site({ app })).props.staffIdleMinutes * 60_000 : 0
  // a session of an older program has no limit stored
  const idleUntil = isStaff ? (row.idleUntil ?? new Date(row.lastSeen.getTime() + idleMs)) : null
  const factorStep = isStaff ? stepOf(row.enabledTime !== null, row.factorPassed, needTotp) : undefined
  const user: CurrentUser = { id, userName, realName, roleType, deptCode, sessionId, roles, permissions }
  if (factorStep !== undefined) Object.assign(user, { factorStep, roles: [], permissions: new Set() })
  return {
    userId: id,
    user,
    life: { expireTime: row.sessionExpire, idleUntil, keepUntil },
    accountUntil,
    idleMs,
    seenAt: row.lastSeen.getTime(),
  }
}

function stepOf(enabled: boolean, passed: boolean, required: boolean): FactorStep | undefined {
  if (enabled) return passed ? undefined : FactorStep.code
  return required ? FactorStep.enrol : undefined
}

/** Role ids and permission tags of a user, and whether one of the roles requires a second factor. */
export async function rightsOf(db: Database, userId: string) {
  const roles = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .where('userId', '=', userId)
    .select(['roleId', 'needTotp'])
    .execute()
  const tags = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .where('sysUserRole.userId', '=', userId)
    .where('permissionTag', '!=', '')
    .select('permissionTag')
    .distinct()
    .execute()
  return {
    roles: roles.map((one) => one.roleId),
    permissions: new Set(tags.map((one) => one.permissionTag)),
    needTotp: roles.some((one) => one.needTotp),
  }
}

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
