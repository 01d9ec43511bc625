// Guessing from one address: a school's thousand learners share one, so that it first costs a picture and only then is shut.
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { countFailure, failuresOf } from './failure.service.ts'
import { countedAddress } from './address.rules.ts'

const CAPTCHA_AFTER = 60
const LOCKED_AFTER = 300
const WINDOW_MS = 15 * 60_000

type Caller = Pick<Ctx, 'app' | 'request'>
const keyOf = ({ request }: Caller) => `address:${countedAddress(request.ip)}`

/** Fails tooOften after 300 failures from the caller's address within a quarter of an hour. @returns whether a picture must be solved */
export async function mustBeFreeAddress(ctx: Caller): Promise<boolean> {
  const { failures, leftMs } = await failuresOf(ctx.app, keyOf(ctx))
  if (failures >= LOCKED_AFTER) fail('tooOften', say('signInTooOften', { minutes: Math.ceil(leftMs / 60_000) }))
  return failures >= CAPTCHA_AFTER
}

/** Counts one failure of the caller's address. @returns whether the next try needs a picture */
export const countAddress = async (ctx: Caller): Promise<boolean> => (await countFailure(ctx.app, keyOf(ctx), WINDOW_MS)) >= CAPTCHA_AFTER
