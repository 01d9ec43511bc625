// The only way to a model: within the budget, scrubbed, logged, and closed for a minute after repeated failures. No transaction is open
// while a model is asked.
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import type { App } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { type Answered, ModelFailure, type ModelTrouble, type Usage } from '../../../providers/model/model.ts'
import { type Assistant, costOf } from './assistant.service.ts'
import { reserve, settle } from './budget.service.ts'
import { type Asking, begin, note } from './note.service.ts'
import { scrubbed } from './scrub.rules.ts'

const CLOSED_MS = 60_000
const FAILURES = 5

type Waiting = { take: () => void }
/** Failures of vectors and of all else apart: each may have an address of its own, and texts are written without vectors. */
const partOf = appPart(() => ({ embed: [] as number[], model: [] as number[], busy: 0, waiting: [] as Waiting[] }))

/** `isTest`: failures do not close the way, and a closed way does not stop it */
export type Question<T> = {
  system: string
  user: string
  shape: z.ZodType
  read: z.ZodType<T>
  name: string
  maxTokens?: number
  isTest?: boolean
  /** a part of `user` that is a person's own text: the log keeps its length only, and of the answer what `noted` says */
  personal?: string
  noted?: (value: T) => string
}

const refusals: Record<ModelTrouble, ErrorName> = {
  cut: 'assistUnusable',
  thinking: 'assistUnusable',
  tooLong: 'assistUnusable',
  unusable: 'assistUnusable',
  quota: 'assistQuota',
  key: 'assistKey',
  busy: 'assistBusy',
  down: 'assistDown',
  timeout: 'assistDown',
  filtered: 'assistRefused',
  refused: 'assistSetup',
  cancelled: 'assistDown',
}
export const refusalFor = (trouble: ModelTrouble): ErrorName => refusals[trouble]
/** Refusals that the next request of a run would meet again. */
export const lastingRefusals: ReadonlySet<ErrorName> = new Set([
  'assistKey',
  'assistQuota',
  'assistSetup',
  'assistBudget',
  'assistSiteBudget',
  'assistOff',
  'assistUnset',
  'assistBank',
])
/** Of a call that waits for its answer: a model that fails is the call's refusal. */
export async function askOrFail<T>(
  app: App,
  assistant: Assistant,
  asking: Asking,
  question: Question<T>,
): Promise<{ value: T; tokens: number }> {
  try {
    const { value, usage } = await askModel(app, assistant, asking, question)
    return { value, tokens: usage.tokensIn + usage.tokensOut }
  } catch (error) {
    if (error instanceof ModelFailure) return fail(refusalFor(error.trouble))
    throw error
  }
}

/**
 * The line around a text of others in a question, which that text cannot contain: 64 random bits as the letters a to p. Digits could be taken for
 * a number of a person and scrubbed.
 */
export function newFence(): string {
  const letters = Array.from(randomBytes(8).toString('hex'), (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)))
  return `=====${letters.join('')}=====`
}

/** Asks the model, and throws ModelFailure. Fails as reserve, and assistDown while the way is closed. */
export async function askModel<T>(app: App, assistant: Assistant, asking: Asking, question: Question<T>): Promise<Answered<T>> {
  const { model, settings } = assistant
  if (!model || !settings) return fail('assistUnset')
  const sent = { system: scrubbed(question.system), user: scrubbed(question.user) }
  const maxTokens = question.maxTokens ?? settings.maxTokens
  const { signal } = asking
  return spend(app, assistant, asking, {
    tokens: tokensOf(sent.system + sent.user) + maxTokens,
    sent: `${sent.system}\n\n${withoutPersonal(sent.user, question.personal)}`,
    isTest: question.isTest === true,
    isPersonal: question.personal !== undefined,
    act: () =>
      model.ask({
        ...sent,
        shape: question.shape,
        read: question.read,
        name: question.name,
        maxTokens,
        ...(signal ? { signal } : {}),
      }),
    said: ({ value }) => question.noted?.(value) ?? JSON.stringify(value),
    costOf: ({ tokensIn, tokensOut }) => costOf(assistant, tokensIn, tokensOut) ?? 0,
  })
}

/** A request to a service, of whatever kind. `tokens`: what it may cost; `sent`: as the log keeps it */
type Spending<T> = {
  tokens: number
  sent: string
  isTest: boolean
  isPersonal: boolean
  act: () => Promise<T>
  said: (answered: T) => string
  costOf: (usage: Usage) => number
}

/** Makes a request within the budget, and notes it. Throws ModelFailure. Fails as reserve, and assistDown while the way is closed. */
export async function spend<T extends { usage: Usage; step: string; ms: number }>(
  app: App,
  assistant: Assistant,
  asking: Asking,
  { tokens, sent, isTest, isPersonal, act, said, costOf: costs }: Spending<T>,
): Promise<T> {
  const part = partOf(app)
  const way = asking.kind === 'embed' ? 'embed' : 'model'
  const now = app.clock().getTime()
  if (!isTest && part[way].filter((at) => now - at < CLOSED_MS).length >= FAILURES) fail('assistDown')
  const reserved = await reserve(app, asking, tokens)
  let spent = 0
  let id: string | undefined
  try {
    id = await begin(app, assistant, asking, sent)
    const answered = await seated(app, assistant.settings?.atOnce ?? 1, asking.signal, act)
    const { usage, step, ms } = answered
    spent = usage.tokensIn + usage.tokensOut
    part[way] = []
    await note(app, id, { ...usage, step, ms, cost: costs(usage), state: 'done', answered: said(answered) })
    return answered
  } catch (error) {
    if (!(error instanceof ModelFailure)) {
      if (id !== undefined) await note(app, id, { state: 'failed', error: 'fault' })
      throw error
    }
    const { trouble, spent: usage, detail } = error
    spent = usage.tokensIn + usage.tokensOut
    if (!isTest && (trouble === 'down' || trouble === 'timeout')) part[way] = [...part[way].slice(1 - FAILURES), now]
    const ended =
      trouble === 'cancelled'
        ? { state: 'cancelled' as const }
        : { state: 'failed' as const, error: refusals[trouble], detail: isPersonal ? '' : detail }
    await note(app, id ?? '0', { ...usage, cost: costs(usage), ...ended })
    throw error
  } finally {
    await settle(app, reserved, spent)
  }
}

/** The text as the log keeps it. */
function withoutPersonal(text: string, personal = ''): string {
  const part = scrubbed(personal)
  return part === '' ? text : text.replaceAll(part, () => `【本人的答案，${part.length} 字，不保存】`)
}

/** Requests of this process at once; others wait for a seat. Throws ModelFailure for one that is given up while it waits. */
async function seated<T>(app: App, atOnce: number, signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
  const part = partOf(app)
  if (signal?.aborted) throw cancelled()
  if (part.busy < atOnce) part.busy += 1
  else await seat(part.waiting, signal)
  try {
    return await act()
  } finally {
    const next = part.waiting.shift()
    if (next) next.take()
    else part.busy -= 1
  }
}

const cancelled = () => new ModelFailure('cancelled', '', { tokensIn: 0, tokensOut: 0, isEstimated: false })

function seat(waiting: Waiting[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.splice(waiting.indexOf(mine), 1)
      reject(cancelled())
    }
    const mine: Waiting = {
      take() {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      },
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    waiting.push(mine)
  })
}
