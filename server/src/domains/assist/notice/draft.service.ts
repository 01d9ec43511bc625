// A draft of a notice, for its form; nothing is stored.
import type { assistNotice } from '@shuyuan/contract/assist/notice/notice.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomBytes } from 'node:crypto'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { ModelFailure } from '../../../providers/model/model.ts'
import { askModel, openAssistant, refusalFor } from '../ledger/ask.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { draftOf, promptOf, Written } from './notice.rules.ts'

type Call = typeof assistNotice.draft
const REPLY_TOKENS = 1_500

/** Fails forbidden without the right to add notices, assistOff, assistUnset without a model, and as the model failed. */
export async function draftNotice(ctx: Ctx, wish: Input<Call>): Promise<Output<Call>> {
  if (!can(ctx, 'sys:notice:add')) fail('forbidden')
  await mustBeOn(ctx, 'notice')
  const assistant = await openAssistant(ctx.app)
  const prompt = promptOf(wish, `=====${randomBytes(8).toString('hex')}=====`)
  try {
    const { value } = await askModel(
      ctx.app,
      assistant,
      { kind: 'notice', userId: ctx.user.id, about: wish.about },
      { ...prompt, shape: Written, read: Written, name: 'notice', maxTokens: REPLY_TOKENS },
    )
    return draftOf(value, wish) ?? fail('assistUnusable')
  } catch (error) {
    if (error instanceof ModelFailure) return fail(refusalFor(error.trouble))
    throw error
  }
}
