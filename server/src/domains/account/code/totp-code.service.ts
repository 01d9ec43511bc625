// Checks the codes of a second factor: each counts once, and wrong ones are limited.
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { countAddress, countFailure, deleteFailures, failuresOf, mustBeFreeAddress, oneByOne } from '../../site/log/failure.service.ts'
import { fromBase32, hashOfRecovery, stepOfCode } from './totp.rules.ts'
import { openSecret } from './totp-seal.service.ts'

const LOCKED_AFTER = 10
const WINDOW_MS = 15 * 60_000
const TOTP_FORM = /^\s*\d{3}\s?\d{3}\s*$/

/** Not the key of wrong passwords, because a right password clears that one. */
export const totpKey = (userId: string) => `totp:${userId}`

export const findTotp = ({ app }: Pick<Ctx, 'app'>, userId: string) =>
  app.db.selectFrom('sysTotp').where('userId', '=', userId).selectAll().executeTakeFirst()

/**
 * Runs a check of the caller's code. Fails totpWrong, which counts for the account and the address, and tooOften after ten wrong codes
 * within 15 minutes. Call it outside of transactions: a failure counts although the call is refused.
 */
export function proveCode(ctx: Ctx, check: () => Promise<boolean>): Promise<void> {
  const { app, user } = ctx
  const key = totpKey(user.id)
  return oneByOne(app, key, async () => {
    await mustBeFreeAddress(ctx)
    const { failures, leftMs } = await failuresOf(app, key)
    if (failures >= LOCKED_AFTER) fail('tooOften', say('totpLocked', { minutes: Math.ceil(leftMs / 60_000) }))
    if (!(await check())) {
      await countFailure(app, key, WINDOW_MS)
      await countAddress(ctx)
      fail('totpWrong')
    }
    if (failures > 0) await deleteFailures(app, key)
  })
}

/** Whether this is a code of the caller's second factor that was not used yet; uses it up. Recovery codes count too. */
export async function consumeCode(ctx: Ctx, code: string): Promise<boolean> {
  return TOTP_FORM.test(code) ? consumeStep(ctx, code) : consumeRecovery(ctx, code)
}

async function consumeStep(ctx: Ctx, code: string): Promise<boolean> {
  const { app, now, user } = ctx
  const row = await findTotp(ctx, user.id)
  const step = row && stepOfCode(fromBase32(openSecret(app, user.id, row.secret)), code, now)
  if (step === undefined) return false
  // of two calls with one code one changes the row, the other finds a newer step
  const { numUpdatedRows } = await app.db
    .updateTable('sysTotp')
    .set({ lastStep: String(step) })
    .where('userId', '=', user.id)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function consumeRecovery({ app, user }: Ctx, code: string): Promise<boolean> {
  const { numDeletedRows } = await app.db
    .deleteFrom('sysTotpRecovery')
    .where('userId', '=', user.id)
    .where('codeHash', '=', hashOfRecovery(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
