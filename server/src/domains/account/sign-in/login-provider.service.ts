// The active providers of third-party sign-in.
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { fail } from '../../../kernel/fail.ts'
import { type LoginContext, type LoginProvider, loginProvider } from '../../../providers/login/login.ts'
import { takePending } from './bind-key.service.ts'
import { activeLoginProp } from '../../site/provider/login-prop.service.ts'

/** What sign-in providers need of this server. */
const loginContext = appPart((app): LoginContext => ({
  outgoing: app.outgoing,
  seal: app.seal,
  tokens: new Map(),
  timeoutMs: 8_000,
  takeProved: (loginType, code) => takePending(app, loginType, code),
}))

/** The active provider of a sign-in method. Fails thirdUnset while none is set up. */
export async function activeLogin(ctx: Pick<Ctx, 'app'>, loginType: LoginType): Promise<LoginProvider> {
  const active = await activeLoginProp(ctx, loginType)
  if (!active) return fail('thirdUnset')
  return loginProvider(loginType, active, loginContext(ctx.app))
}
