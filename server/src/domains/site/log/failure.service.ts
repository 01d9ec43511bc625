// Counts attempts within a time window: wrong passwords of an account, guesses from an address, SMS to a number.
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { countedAddress } from '../../../kernel/http/address.rules.ts'

// a school's thousand learners share one address: it first requires a captcha, and much later blocks the sign-in
const ADDRESS_CAPTCHA_AFTER = 60
const ADDRESS_LOCKED_AFTER = 300
const ADDRESS_WINDOW_MS = 15 * 60_000

/** Wrong passwords of one account within a quarter of an hour, by device or by the network of a device that is not known. */
export const LOCKED_AFTER = 10
/** The same from all networks together: a hundred an hour (ASVS). */
export const NAME_LOCKED_AFTER = 25

type Caller = Pick<Ctx, 'app' | 'request'>

/** The count of the running window, and the milliseconds until the window ends. */
export async function failuresOf(app: App, key: string): Promise<{ failures: number; leftMs: number }> {
  const now = app.clock()
  const row = await app.db
    .selectFrom('sysSignInFailure')
    .where('key', '=', key)
    .where('expireTime', '>', now)
    .select(['failures', 'expireTime'])
    .executeTakeFirst()
  return row ? { failures: row.failures, leftMs: row.expireTime.getTime() - now.getTime() } : { failures: 0, leftMs: 0 }
}

/** Adds one, in its own transaction. The first opens a window of `ms`. @returns the count of the window */
export async function countFailure(app: App, key: string, ms: number): Promise<number> {
  const now = app.clock()
  const first = { failures: 1, expireTime: new Date(now.getTime() + ms) }
  const { failures } = await app.db
    .insertInto('sysSignInFailure')
    .values({ key, ...first })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const isOver = eb('sysSignInFailure.expireTime', '<=', now)
        return {
          failures: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('sysSignInFailure.failures', '+', 1))
            .end(),
          expireTime: eb.case().when(isOver).then(first.expireTime).else(eb.ref('sysSignInFailure.expireTime')).end(),
        }
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

export async function deleteFailures(app: App, key: string): Promise<void> {
  await app.db.deleteFrom('sysSignInFailure').where('key', '=', key).execute()
}

/** Deletes the counts of these keys, also those by network, and of all keys that begin with one of the prefixes, in the caller's transaction. */
export async function deleteFailuresOf({ db }: Pick<Ctx, 'db'>, keys: readonly string[], prefixes: readonly string[]): Promise<void> {
  await sql`delete from sys_sign_in_failure where split_part(key, ' ', 1) = any(${keys}::text[])`.execute(db)
  await sql`delete from sys_sign_in_failure where key like any(${prefixes.map((one) => `${one}%`)}::text[])`.execute(db)
}

/** Deletes expired counts. */
export async function sweepFailures(app: App): Promise<void> {
  await app.db.deleteFrom('sysSignInFailure').where('expireTime', '<=', app.clock()).execute()
}

const addressKey = ({ request }: Caller) => `address:${countedAddress(request.ip)}`

/** Fails tooOften after 300 failures from the caller's address within 15 minutes. @returns whether a captcha is required */
export async function mustBeFreeAddress(ctx: Caller): Promise<boolean> {
  const { failures, leftMs } = await failuresOf(ctx.app, addressKey(ctx))
  if (failures >= ADDRESS_LOCKED_AFTER) fail('tooOften', say('signInTooOften', { minutes: Math.ceil(leftMs / 60_000) }))
  return failures >= ADDRESS_CAPTCHA_AFTER
}

/** Counts one failure of the caller's address. @returns whether the next attempt requires a captcha */
export const countAddress = async (ctx: Caller): Promise<boolean> =>
  (await countFailure(ctx.app, addressKey(ctx), ADDRESS_WINDOW_MS)) >= ADDRESS_CAPTCHA_AFTER

const linesOf = appPart(() => new Map<string, Promise<unknown>>())

/** Attempts with one name run one after the other, so that a hundred concurrent guesses cannot all precede the first count. */
export async function oneByOne<T>(app: App, name: string, act: () => Promise<T>): Promise<T> {
  const lines = linesOf(app)
  const turn = (lines.get(name) ?? Promise.resolve()).then(act, act)
  lines.set(name, turn)
  try {
    return await turn
  } finally {
    if (lines.get(name) === turn) lines.delete(name)
  }
}
