// The sign-in log: one row per successful or refused sign-in, by any method.
import type { signInWay } from '@shuyuan/contract/site/log/login-log.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { countedAddress } from '../../../kernel/http/address.rules.ts'
import { countFailure } from './failure.service.ts'

const NUL = String.fromCharCode(0)
const storable = (text: string, max: number) => text.slice(0, max).replaceAll(NUL, '').toWellFormed()

/** A sign-in attempt, as far as the account is known. `note` says why an attempt that was not refused opened no session. */
export type SignInAttempt = { id?: string; userName: string; note?: string }

/**
 * Runs a sign-in and logs its result outside of any transaction that a refusal rolls back. `act` fills in what it finds out about the
 * account.
 */
export async function trackSignIn<T>(
  ctx: Ctx,
  way: keyof typeof signInWay,
  userName: string,
  act: (attempt: SignInAttempt) => Promise<T>,
): Promise<T> {
  const attempt: SignInAttempt = { userName }
  try {
    const value = await act(attempt)
    await write(ctx, way, attempt, attempt.id !== undefined, attempt.note ?? '')
    return value
  } catch (error) {
    await write(ctx, way, attempt, false, error instanceof Failure ? error.message : errors.fault[1])
    throw error
  }
}

/** Attempts of unknown callers that are written for one address in a quarter of an hour: the log cannot be flooded. */
const MAX_UNKNOWN = 200
const WINDOW_MS = 15 * 60_000

async function write(ctx: Ctx, way: string, { id, userName }: SignInAttempt, success: boolean, reason: string) {
  const { app, now, request, log } = ctx
  const row = {
    userId: id ?? null,
    userName: storable(userName, 60),
    way,
    success,
    reason: storable(reason, 200),
    ip: request.ip,
    userAgent: storable(request.userAgent, 300),
    createTime: now,
  }
  try {
    if (id === undefined && (await countFailure(app, `sign-in-log:${countedAddress(request.ip)}`, WINDOW_MS)) > MAX_UNKNOWN) return
    await app.db.insertInto('sysLoginLog').values(row).execute()
  } catch (error) {
    // a log that cannot be written must not block sign-ins
    log.warn({ err: error }, 'sign-in not logged')
  }
}
