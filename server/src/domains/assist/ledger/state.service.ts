// What the caller may use of the assistant now.
import type { AssistUse } from '@shuyuan/contract/assist/assist.ts'
import type { assist } from '@shuyuan/contract/assist/state.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { shownAssistant } from './assistant.service.ts'
import { leftOf } from './budget.service.ts'
import { settingsOf } from './settings.service.ts'

const RULES = 'rules'

export async function findState(ctx: Ctx): Promise<Output<typeof assist.state>> {
  const { provider, host, price } = await shownAssistant(ctx.app)
  const settings = await settingsOf(ctx.app)
  const isOn = (use: AssistUse, ...tags: string[]) => provider !== '' && settings[use] && tags.every((tag) => can(ctx, tag))
  const uses = {
    questions: isOn('questions', 'assist:questions', 'qu:import'),
    improve: isOn('improve', 'assist:improve') && (can(ctx, 'qu:add') || can(ctx, 'qu:update')),
    notice: isOn('notice', 'assist:notice', 'sys:notice:add'),
    explain: isOn('explain'),
    mark: isOn('mark') && (can(ctx, 'paper:review') || can(ctx, 'paper:update')),
  }
  const { explain, ...office } = uses
  const worksHere = Object.values(office).some(Boolean)
  if (!worksHere && !explain) return { ...uses, provider: '', host: '', price: null, left: null }
  const left = provider === RULES ? null : await leftOf(ctx.app, ctx.user.id, worksHere ? 'questions' : 'explain')
  return { ...uses, provider, host, price: worksHere ? price : null, left }
}

/** Fails assistOff where the site has not switched the use on. */
export async function mustBeOn({ app }: Pick<Ctx, 'app'>, use: AssistUse): Promise<void> {
  if (!(await settingsOf(app))[use]) fail('assistOff')
}
