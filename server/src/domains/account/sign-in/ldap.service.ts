// Sign-in with an account of the school's directory: the check of name and password. What follows is as for every third party.
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { LoginLdap } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, Failure } from '../../../kernel/fail.ts'
import { proveByLdap } from '../../../providers/login/login-ldap.ts'
import { trackSignIn } from '../../site/log/login-log.service.ts'
import { activeLoginProp } from '../../site/provider/login-prop.service.ts'
import {
  countAddress,
  countFailure,
  deleteFailures,
  failuresOf,
  LOCKED_AFTER,
  mustBeFreeAddress,
  oneByOne,
} from '../../site/log/failure.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { storePending } from './bind-key.service.ts'

const WINDOW_MS = 15 * 60_000
const TIMEOUT_MS = 8_000
type Check = (typeof user)['ldap-check']

/**
 * Checks a name and password with the directory. @returns a code for third-login or third-bind. Fails methodOff, thirdUnset, tooOften after ten
 * failures of a name or three hundred of an address within 15 minutes, signInWrong, thirdDown. Failures are in the sign-in log.
 */
export async function checkLdap(ctx: Ctx, { userName, password }: Input<Check>): Promise<Output<Check>> {
  const { app } = ctx
  const name = userName.toLowerCase()
  const key = `ldap:${name}`
  try {
    if (!(await switches(ctx)).ldapLogin) fail('methodOff')
    const active = await activeLoginProp(ctx, 'ldap')
    if (active?.provider !== 'ldap') return fail('thirdUnset')
    const account = await oneByOne(app, key, async () => {
      await mustBeFreeAddress(ctx)
      const { failures, leftMs } = await failuresOf(app, key)
      if (failures >= LOCKED_AFTER) fail('tooOften', say('accountLocked', { minutes: Math.ceil(leftMs / 60_000) }))
      const context = { outgoing: app.outgoing, timeoutMs: TIMEOUT_MS }
      const proved = await proveByLdap(LoginLdap.parse(active.data), { userName, password }, context).catch(async (error: unknown) => {
        if (error instanceof Failure && error.reason === 'signInWrong')
          await Promise.all([countFailure(app, key, WINDOW_MS), countAddress(ctx)])
        throw error
      })
      if (failures > 0) await deleteFailures(app, key)
      return proved
    })
    return { code: await storePending(ctx, { loginType: 'ldap', ...account }) }
  } catch (error) {
    // a success is logged by the call that takes the code
    return trackSignIn(ctx, 'ldap', userName, () => Promise.reject(error as Error))
  }
}
