// Devices on which a user signed in before. A lock after wrong passwords from elsewhere does not concern them (decision record 48).
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { countedAddress } from '../../kernel/http/address.rules.ts'
import { deleteFailuresOf, LOCKED_AFTER, NAME_LOCKED_AFTER } from '../site/log/failure.service.ts'
import { cookieOf } from '../../kernel/http/cookie.rules.ts'

// the path forbids the prefix __Host-; browsers accept this one over HTTPS only
const nameFor = (ctx: Pick<Ctx, 'request'>) => (isSecure(ctx) ? '__Secure-device' : 'device')
const isSecure = ({ request }: Pick<Ctx, 'request'>) => request.origin.startsWith('https:')
const KEEP_DAYS = 365
/** Devices of one user; the ones unused for longest are forgotten. */
const MAX_DEVICES = 20
const form = /^[\w-]{43}$/

/** The random mark in the caller's cookie; undefined without one. */
function markOf(ctx: Pick<Ctx, 'request'>): string | undefined {
  const cookies = ctx.request.header('cookie')
  // the name of earlier releases over HTTPS, too
  const mark = cookieOf(cookies, nameFor(ctx)) || cookieOf(cookies, 'device')
  return form.test(mark) ? mark : undefined
}

const hashOf = (mark: string) => createHash('sha256').update(mark).digest()
const prefixOf = (userId: string) => `device:${userId}:`

/** Where wrong passwords are counted, the narrowest first, with the number that locks. */
export type Counting = { keys: readonly [{ key: string; most: number }, ...{ key: string; most: number }[]]; isKnownDevice: boolean }

/**
 * The keys under which wrong passwords for this account name are counted: one of its own for a device on which the account signed in
 * before, else that of the name and the caller's network, and that of the name. A stranger elsewhere therefore shuts out an examination
 * room only with many more tries. A name holds no space.
 * @param name in lower case
 */
export async function countingKeys(ctx: Ctx, name: string): Promise<Counting> {
  const network = { key: `${nameKey(name)} ${countedAddress(ctx.request.ip)}`, most: LOCKED_AFTER }
  const unknown: Counting = { keys: [network, { key: nameKey(name), most: NAME_LOCKED_AFTER }], isKnownDevice: false }
  const mark = markOf(ctx)
  if (mark === undefined) return unknown
  const row = await ctx.app.db
    .selectFrom('sysDeviceMark')
    .innerJoin('sysUser', 'sysUser.id', 'sysDeviceMark.userId')
    .where('markHash', '=', hashOf(mark))
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', name))
    .select('userId')
    .executeTakeFirst()
  if (!row) return unknown
  return { keys: [{ key: `${prefixOf(row.userId)}${hashOf(mark).toString('base64url')}`, most: LOCKED_AFTER }], isKnownDevice: true }
}

export const nameKey = (name: string): string => `login:${name.toLowerCase()}`

/** Remembers the caller's device after a sign-in, in the caller's transaction. The cookie is the same for all users of a browser. */
export async function rememberDevice(ctx: Ctx, userId: string): Promise<void> {
  const { db, now } = ctx
  const mark = markOf(ctx) ?? randomBytes(32).toString('base64url')
  await db
    .insertInto('sysDeviceMark')
    .values({ markHash: hashOf(mark), userId, createTime: now, lastUsed: now })
    .onConflict((conflict) => conflict.columns(['markHash', 'userId']).doUpdateSet({ lastUsed: now }))
    .execute()
  await sql`delete from sys_device_mark where user_id = ${userId} and mark_hash in
    (select mark_hash from sys_device_mark where user_id = ${userId} order by last_used desc, mark_hash offset ${MAX_DEVICES})`.execute(db)
  const secure = isSecure(ctx) ? '; Secure' : ''
  ctx.answerHeader(
    'set-cookie',
    `${nameFor(ctx)}=${mark}; Path=/api/sys/user; Max-Age=${KEEP_DAYS * 86_400}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** Forgets all counts of wrong passwords for these users: of their names, their devices and of the form that changes a password. */
export async function deleteUserFailures(ctx: Pick<Ctx, 'db'>, users: readonly { id: string; userName: string }[]): Promise<void> {
  const keys = users.flatMap(({ id, userName }) => [nameKey(userName), `pass:${id}`])
  await deleteFailuresOf(
    ctx,
    keys,
    users.map(({ id }) => prefixOf(id)),
  )
}

/** Deletes devices that were not used for a year. */
export async function sweepDevices({ db, clock }: App): Promise<void> {
  const before = new Date(clock().getTime() - KEEP_DAYS * 86_400_000)
  await db.deleteFrom('sysDeviceMark').where('lastUsed', '<', before).execute()
}
