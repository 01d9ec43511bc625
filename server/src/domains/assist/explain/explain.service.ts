// Explains a wrong answer to its learner. The calls that show the answer decide what they may see; nothing is explained while they sit an exam.
import type { assistExplain, Explained, ExplainScene } from '@shuyuan/contract/assist/explain/explain.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import { createHash } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { findInBook } from '../../book/page.service.ts'
import { findResult } from '../../paper/result/result.service.ts'
import { openQuestions } from '../../qu/bank/open.service.ts'
import { findReference } from '../../qu/bank/reference.service.ts'
import { trainQuestion } from '../../train/train.service.ts'
import { askOrFail, newFence } from '../ledger/ask.service.ts'
import { openAssistant } from '../ledger/assistant.service.ts'
import { mustBeOpenQuestion } from '../ledger/bank.service.ts'
import { noteRules } from '../ledger/note.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { type Asked, explainedByRules, explainedOf, ExplainedShape, ownLine, promptOf, Read, type Source } from './explain.rules.ts'
import { sourcesFor } from './passage.service.ts'
import { askedOf, type Seen } from './question-text.rules.ts'

type Call = typeof assistExplain.explain
const REPLY_TOKENS = 1_200
/** Instructions and the shape. */
const OVERHEAD_TOKENS = 900
const DAY_MS = 86_400_000

/**
 * Fails assistOff, assistUnset, assistBank where the question's bank is kept from the assistant, assistSitting while a paper of the caller is
 * open, questionSat for a question that is open elsewhere, assistKeyHidden where the key is not released, notFound for what is not the caller's own, and as the model failed.
 */
export async function explainAnswer(ctx: Ctx, { scene, ref, quId }: Input<Call>): Promise<Output<Call>> {
  await mustBeOn(ctx, 'explain')
  if ((await openQuestions(ctx, ['paper'])).size > 0) fail('assistSitting')
  const asked = await seenIn[scene](ctx, ref, quId)
  // on a paper the page names it by its reference
  await mustBeOpenQuestion(ctx.db, (await findReference(ctx, quId))?.quId ?? quId)
  const assistant = await openAssistant(ctx.app)
  const text = `${asked.question}\n${asked.key}\n${asked.analysis}`
  const room = (assistant.settings?.contextTokens ?? Number.POSITIVE_INFINITY) - REPLY_TOKENS - OVERHEAD_TOKENS - tokensOf(text + asked.own)
  const sources = fitting(await sourcesFor(ctx, assistant, text), room)
  const asking = { kind: 'explain', userId: ctx.user.id, about: asked.question.slice(0, 100), signal: ctx.request.closed } as const
  if (!assistant.model) {
    await noteRules(ctx.app, assistant, asking)
    return { ...explainedByRules(asked, sources), byRules: true }
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([assistant.name, asked, sources.map((one) => [one.courseId, one.fileId, one.at, one.text])]))
    .digest('hex')
  const known = await ctx.db.selectFrom('assistExplained').where('hash', '=', hash).select('said').executeTakeFirst()
  if (known) return { ...(known.said as unknown as Explained), byRules: false }
  const prompt = promptOf(asked, sources, newFence())
  const { value } = await askOrFail(ctx.app, assistant, asking, {
    ...prompt,
    shape: ExplainedShape,
    read: Read,
    name: 'parts',
    maxTokens: REPLY_TOKENS,
    ...(asked.own === '' ? {} : { personal: ownLine(asked) }),
  })
  const found = explainedOf(value.parts, asked, sources)
  // an answer in the learner's own words is kept nowhere else
  if (asked.isFree) return { ...found, byRules: false }
  await ctx.app.db
    .insertInto('assistExplained')
    .values({ hash, said: json(found), createTime: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { ...found, byRules: false }
}

/** The first sources that the rest of the context holds. */
function fitting(sources: readonly Source[], room: number): Source[] {
  let left = room
  return sources.filter((one) => (left -= tokensOf(one.text)) >= 0)
}

const subOf = (answer: Answer | null, id: string): Answer | null => (answer && 'subs' in answer ? (answer.subs[id] ?? null) : null)

/** The question with key and own answer, as the call of the page shows it. */
const seenIn: Record<ExplainScene, (ctx: Ctx, ref: string, quId: string) => Promise<Asked>> = {
  async book(ctx, ref, quId) {
    const { question, answer, key, subKeys } = await findInBook(ctx, { id: ref })
    if (question.quId !== quId) fail('notFound')
    return askedOf(
      { ...question, key, answer },
      question.subList.map((sub, at) => ({ ...sub, key: must(subKeys[at]), answer: subOf(answer, sub.quId) })),
    )
  },
  async paper(ctx, ref, quId) {
    const { groups } = await findResult(ctx, { id: ref })
    const found = must(groups.flatMap((group) => group.quList).find((one) => one.quId === quId))
    return askedOf(
      withKey(found),
      found.subList.map((sub) => withKey(sub)),
    )
  },
  async train(ctx, ref, quId) {
    const { judged, answer, ...question } = await trainQuestion(ctx, { trainId: ref, quId })
    if (!judged) return fail('assistKeyHidden')
    return askedOf(
      { ...question, key: judged.key, answer },
      question.subList.map((sub) => ({
        ...sub,
        key: must(judged.subs.find((one) => one.quId === sub.quId)).key,
        answer: subOf(answer, sub.quId),
      })),
    )
  },
}

const withKey = (one: Omit<Seen, 'key'> & { key: Seen['key'] | null }): Seen => ({
  ...one,
  key: one.key ?? fail('assistKeyHidden'),
})

/** Drops explanations that are as old as records of requests may be. */
export async function sweepExplained(app: App): Promise<void> {
  const before = new Date(app.clock().getTime() - (await settingsOf(app)).keepDays * DAY_MS)
  await app.db.deleteFrom('assistExplained').where('createTime', '<', before).execute()
}
