// Counts what was tried too often within a while: wrong passwords of an account, messages to a number.
import type { App } from '../../../kernel/ctx.ts'

/** How often this was counted in the running window, and how many milliseconds the window still lasts. */
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

/** Counts one more, in a transaction of its own. The first opens a window of `ms`. @returns how many there are in it now */
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

export async function forgetFailures(app: App, key: string): Promise<void> {
  await app.db.deleteFrom('sysSignInFailure').where('key', '=', key).execute()
}

/** Removes counts whose window is over. */
export async function sweepFailures(app: App): Promise<void> {
  await app.db.deleteFrom('sysSignInFailure').where('expireTime', '<=', app.clock()).execute()
}
