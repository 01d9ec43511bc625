// Suggestions for a question in its form; nothing is stored.
import type { assistQuestion } from '@shuyuan/contract/assist/improve/improve.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { levelsOf } from '../../qu/bank/level.service.ts'
import { askOrFail, newFence } from '../ledger/ask.service.ts'
import { openAssistant } from '../ledger/assistant.service.ts'
import { mustBeOpenBank, mustBeOpenQuestion } from '../ledger/bank.service.ts'
import { noteRules } from '../ledger/note.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { type Asked, Improved, ImprovedShape, itemsByRules, promptOf, suggestionsOf } from './improve.rules.ts'

type Call = typeof assistQuestion.improve

/**
 * Fails forbidden without the right to change questions, assistOff, assistBank for a bank that is kept from the assistant, assistUnset without
 * a provider, and as the model failed.
 */
export async function improveQuestion(ctx: Ctx, { quType, level, body, quId, repoId, wants }: Input<Call>): Promise<Output<Call>> {
  if (!can(ctx, 'qu:add') && !can(ctx, 'qu:update')) fail('forbidden')
  await mustBeOn(ctx, 'improve')
  await mustBeOpenBank(ctx.db, repoId)
  await mustBeOpenQuestion(ctx.db, quId)
  const assistant = await openAssistant(ctx.app)
  const asked: Asked = { quType, level, body, wants, levels: new Map(await levelsOf(ctx)) }
  const asking = { kind: 'improve', userId: ctx.user.id, about: plainText(body.content), signal: ctx.request.closed } as const
  if (!assistant.model) {
    await noteRules(ctx.app, assistant, asking)
    return { ...suggestionsOf(itemsByRules(asked), asked), tokens: 0 }
  }
  const prompt = promptOf(asked, newFence())
  const { value, tokens } = await askOrFail(ctx.app, assistant, asking, { ...prompt, shape: ImprovedShape, read: Improved, name: 'items' })
  return { ...suggestionsOf(value.items, asked), tokens }
}
