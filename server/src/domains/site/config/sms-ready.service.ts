// Whether codes can be sent by SMS.
import type { Ctx } from '../../../kernel/ctx.ts'
import { activeProp } from '../provider/prop.service.ts'

/**
 * How a code reaches its owner: by a provider, on the page of a demonstration, or not at all. The provider `local` sends nothing: what it
 * wrote could be read by others than the owner.
 */
export async function codeDelivery(ctx: Pick<Ctx, 'app'>): Promise<'provider' | 'demo' | 'none'> {
  const active = await activeProp(ctx, 'sms')
  if (active && active.provider !== 'local') return 'provider'
  return ctx.app.config.demo ? 'demo' : 'none'
}
