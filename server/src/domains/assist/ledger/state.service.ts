// What the caller may use of the assistant now.
import type { assist } from '@shuyuan/contract/assist/assist.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { shownAssistant } from './ask.service.ts'
import { leftOf } from './budget.service.ts'
import { settingsOf } from './settings.service.ts'

const RULES = 'rules'

export async function findState(ctx: Ctx): Promise<Output<typeof assist.state>> {
  const { provider, host } = await shownAssistant(ctx.app)
  const settings = await settingsOf(ctx.app)
  const questions = provider !== '' && settings.questions && can(ctx, 'assist:questions') && can(ctx, 'qu:import')
  const notice = provider !== '' && provider !== RULES && settings.notice && can(ctx, 'assist:notice') && can(ctx, 'sys:notice:add')
  if (!questions && !notice) return { questions, notice, provider: '', host: '', left: null }
  return { questions, notice, provider, host, left: provider === RULES ? null : await leftOf(ctx.app, ctx.user.id) }
}

/** Fails assistOff where the site has not switched the use on. */
export async function mustBeOn({ app }: Pick<Ctx, 'app'>, use: 'questions' | 'notice'): Promise<void> {
  if (!(await settingsOf(app))[use]) fail('assistOff')
}
