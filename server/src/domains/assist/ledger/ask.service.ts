// The only way to a model: within the budget, scrubbed, logged, and closed for a minute after repeated failures. No transaction is open
// while a model is asked.
import type { AssistKind } from '@shuyuan/contract/assist/assist.ts'
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { modelAddresses, modelGiven, type ModelSettings } from '@shuyuan/contract/site/provider/prop-model.ts'
import type * as z from 'zod'
import type { App } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { type Answered, type Habits, type Model, ModelFailure, type ModelTrouble } from '../../../providers/model/model.ts'
import { openModel } from '../../../providers/model/model-http.ts'
import { activeProp } from '../../site/provider/prop.service.ts'
import { reserve, settle } from './budget.service.ts'
import { scrubbed } from './scrub.rules.ts'

const RULES = 'rules'
const MAX_LOGGED = 100_000
const CLOSED_MS = 60_000
const FAILURES = 5

/** `model` undefined: questions are made by rules. */
export type Assistant = { provider: string; name: string; model: Model | undefined; settings: ModelSettings | undefined }

const partOf = appPart(() => ({ habits: new Map() as Habits, failures: [] as number[], busy: 0, waiting: [] as (() => void)[] }))

/** Fails assistUnset while no provider is in use. */
export async function openAssistant(app: App): Promise<Assistant> {
  const prop = (await activeProp({ app }, 'model')) ?? fail('assistUnset')
  const { provider, data } = prop
  if (provider === RULES) return { provider, name: '', model: undefined, settings: undefined }
  const stored = modelGiven('none').safeParse({ ...data, baseUrl: data.baseUrl || modelAddresses[provider] })
  if (!stored.success) return fail('assistSetup')
  const settings: ModelSettings = stored.data
  const model = openModel(settings, { outgoing: app.outgoing, habits: partOf(app).habits })
  return { provider, name: settings.model, model, settings }
}

/** The provider in use and the host to which texts are sent; both '' without one. */
export async function shownAssistant(app: App): Promise<{ provider: string; host: string }> {
  const prop = await activeProp({ app }, 'model')
  if (!prop) return { provider: '', host: '' }
  const { baseUrl } = prop.data
  const address = typeof baseUrl === 'string' && baseUrl !== '' ? baseUrl : (modelAddresses[prop.provider] ?? '')
  return { provider: prop.provider, host: URL.parse(address)?.host ?? '' }
}

/** Who asks, what for; `about` names the subject in the log. A learner's requests for `explain` have a limit of their own. */
export type Asking = { kind: AssistKind; userId: string; about: string }
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

/** Asks the model, and throws ModelFailure. Fails as reserve, and assistDown while the way is closed. */
export async function askModel<T>(app: App, assistant: Assistant, asking: Asking, question: Question<T>): Promise<Answered<T>> {
  const { model, settings } = assistant
  if (!model || !settings) return fail('assistUnset')
  const part = partOf(app)
  const now = app.clock().getTime()
  if (!question.isTest && part.failures.filter((at) => now - at < CLOSED_MS).length >= FAILURES) fail('assistDown')
  const sent = { system: scrubbed(question.system), user: scrubbed(question.user) }
  const maxTokens = question.maxTokens ?? settings.maxTokens
  const reserved = await reserve(app, asking, tokensOf(sent.system + sent.user) + maxTokens)
  let spent = 0
  let id: string | undefined
  try {
    id = await begin(app, assistant, asking, `${sent.system}\n\n${withoutPersonal(sent.user, question.personal)}`)
    await seat(app, settings.atOnce)
    try {
      const answered = await model.ask({ ...sent, shape: question.shape, read: question.read, name: question.name, maxTokens })
      spent = answered.usage.tokensIn + answered.usage.tokensOut
      part.failures = []
      const { usage, step, ms } = answered
      const said = question.noted?.(answered.value) ?? JSON.stringify(answered.value)
      await note(app, id, { ...usage, step, ms, state: 'done', answered: said.slice(0, MAX_LOGGED) })
      return answered
    } finally {
      unseat(app)
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) {
      if (id !== undefined) await note(app, id, { state: 'failed', error: 'fault' })
      throw error
    }
    spent = error.spent.tokensIn + error.spent.tokensOut
    if (!question.isTest && (error.trouble === 'down' || error.trouble === 'timeout'))
      part.failures = [...part.failures.slice(1 - FAILURES), now]
    const detail = question.personal === undefined ? error.detail : ''
    await note(app, id ?? '0', { ...error.spent, state: 'failed', error: refusals[error.trouble], detail })
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

/** Requests of this process at once; others wait for a seat. */
async function seat(app: App, atOnce: number) {
  const part = partOf(app)
  if (part.busy < atOnce) part.busy += 1
  else await new Promise<void>((resolve) => void part.waiting.push(resolve))
}
function unseat(app: App) {
  const part = partOf(app)
  const next = part.waiting.shift()
  if (next) next()
  else part.busy -= 1
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

async function begin(app: App, { provider, name }: Assistant, { kind, userId, about }: Asking, sent: string): Promise<string> {
  const row = await app.db
    .insertInto('assistCall')
    .values({
      kind,
      userId,
      about: storable(about).slice(0, 300),
      provider,
      model: name,
      sent: storable(sent).slice(0, MAX_LOGGED),
      createTime: app.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

type Note = Partial<{
  state: 'done' | 'failed'
  step: string
  error: string
  detail: string
  tokensIn: number
  tokensOut: number
  isEstimated: boolean
  ms: number
  answered: string
}>
async function note(app: App, id: string, { detail = '', answered = '', ...set }: Note) {
  await app.db
    .updateTable('assistCall')
    .where('id', '=', id)
    .set({ ...set, detail: storable(detail), answered: storable(answered) })
    .execute()
}

/** Notes work that was done without a model. */
export async function noteRules(app: App, assistant: Assistant, asking: Asking): Promise<void> {
  const id = await begin(app, assistant, asking, '')
  await note(app, id, { state: 'done' })
}
