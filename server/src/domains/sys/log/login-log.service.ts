// The trail of sign-ins: one row for each that succeeded and each that was refused, whatever the way.
import type { signInWay } from '@shuyuan/contract/sys/log/login-log.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'

const NUL = String.fromCharCode(0)
const storable = (text: string, max: number) => text.slice(0, max).replaceAll(NUL, '').toWellFormed()

/** Who is trying to come in, as far as it is known by now. `note` says why somebody who was not refused is not in yet. */
export type Comer = { id?: string; userName: string; note?: string }

/**
 * Runs a sign-in and writes down how it ended, outside of any transaction that a refusal takes back.
 * `act` fills in what it learns of the person.
 */
export async function trackSignIn<T>(
  ctx: Ctx,
  way: keyof typeof signInWay,
  userName: string,
  act: (comer: Comer) => Promise<T>,
): Promise<T> {
  const comer: Comer = { userName }
  try {
    const value = await act(comer)
    await write(ctx, way, comer, comer.id !== undefined, comer.note ?? '')
    return value
  } catch (error) {
    await write(ctx, way, comer, false, error instanceof Failure ? error.message : errors.fault[1])
    throw error
  }
}

async function write({ app, now, request, log }: Ctx, way: string, { id, userName }: Comer, success: boolean, reason: string) {
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
    await app.db.insertInto('sysLoginLog').values(row).execute()
  } catch (error) {
    // a trail that cannot be written is no reason to keep people out
    log.warn({ err: error }, 'sign-in not logged')
  }
}
