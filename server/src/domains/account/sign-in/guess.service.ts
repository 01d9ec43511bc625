// Wrong passwords and faces of an account: counted by device, network and name, and refused beyond a number.
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import type { Counting } from '../../session/device-mark.service.ts'
import { countFailure, deleteFailures, failuresOf } from '../../site/log/failure.service.ts'

const MINUTE_MS = 60_000
const WINDOW_MS = 15 * MINUTE_MS

/** Fails tooOften where one of the counts is full. @returns the greatest count */
export async function mustBeUnlocked({ app, log, request }: Ctx, name: string, { keys }: Counting): Promise<number> {
  let greatest = 0
  for (const { key, most } of keys) {
    const { failures, leftMs } = await failuresOf(app, key)
    greatest = Math.max(greatest, failures)
    if (failures < most) continue
    log.info({ userName: name, ip: request.ip }, 'sign-in locked')
    fail('tooOften', say('accountLocked', { minutes: Math.ceil(leftMs / MINUTE_MS) }))
  }
  return greatest
}

/** Counts one wrong password. @returns the greatest count */
export async function countWrong(app: App, { keys }: Counting): Promise<number> {
  let greatest = 0
  for (const { key } of keys) greatest = Math.max(greatest, await countFailure(app, key, WINDOW_MS))
  return greatest
}

export async function forgetWrong(app: App, { keys }: Counting): Promise<void> {
  for (const { key } of keys) await deleteFailures(app, key)
}
