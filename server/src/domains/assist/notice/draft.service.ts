// A draft of a notice, for its form; nothing is stored.
import type { assistNotice } from '@shuyuan/contract/assist/notice/notice.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { askOrFail, newFence } from '../ledger/ask.service.ts'
import { openAssistant } from '../ledger/assistant.service.ts'
import { noteRules } from '../ledger/note.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { draftOf, promptOf, Written, writtenByRules } from './notice.rules.ts'

type Call = typeof assistNotice.draft
const REPLY_TOKENS = 1_500

/** Fails forbidden without the right to add notices, assistOff, assistUnset without a model, and as the model failed. */
export async function draftNotice(ctx: Ctx, wish: Input<Call>): Promise<Output<Call>> {
  if (!can(ctx, 'sys:notice:add')) fail('forbidden')
  await mustBeOn(ctx, 'notice')
  const assistant = await openAssistant(ctx.app)
  const prompt = promptOf(wish, newFence())
  const asking = { kind: 'notice', userId: ctx.user.id, about: wish.about, signal: ctx.request.closed } as const
  if (!assistant.model) {
    await noteRules(ctx.app, assistant, asking)
    return draftOf(writtenByRules(wish), wish) ?? fail('assistUnusable')
  }
  const question = { ...prompt, shape: Written, read: Written, name: 'notice', maxTokens: REPLY_TOKENS }
  const { value } = await askOrFail(ctx.app, assistant, asking, question)
  return draftOf(value, wish) ?? fail('assistUnusable')
}
