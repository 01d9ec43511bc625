// The settings of third-party sign-in.
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { type ActiveProp, activeProp } from './prop.service.ts'

/**
 * The active provider of a sign-in method; undefined while none is set up. The test identities count on a demonstration only: anybody can sign
 * in with one.
 */
export async function activeLoginProp(ctx: Pick<Ctx, 'app'>, loginType: LoginType): Promise<ActiveProp | undefined> {
  const active = await activeProp(ctx, loginType)
  return active?.provider === 'local' && !ctx.app.config.demo ? undefined : active
}
