// The provider in use, opened for requests.
import { type ModelSettings, modelAddresses, modelGiven } from '@shuyuan/contract/site/provider/prop-model.ts'
import type { App } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import type { Habits, Model } from '../../../providers/model/model.ts'
import { type Embedder, openEmbedder } from '../../../providers/model/embed-http.ts'
import { openModel } from '../../../providers/model/model-http.ts'
import { activeProp } from '../../site/provider/prop.service.ts'

const RULES = 'rules'

/** `model` undefined: questions are made by rules. `embedder` undefined: texts are compared by their words alone. */
export type Assistant = {
  provider: string
  name: string
  model: Model | undefined
  embedder: Embedder | undefined
  settings: ModelSettings | undefined
}

const habitsOf = appPart((): Habits => new Map())
/** How a request waits before it is sent again; replaced by tests. */
export const pausesOf = appPart((): { waitFor?: (ms: number) => Promise<void> } => ({}))

/** Fails assistUnset while no provider is in use. */
export async function openAssistant(app: App): Promise<Assistant> {
  const prop = (await activeProp({ app }, 'model')) ?? fail('assistUnset')
  const { provider, data } = prop
  if (provider === RULES) return { provider, name: '', model: undefined, embedder: undefined, settings: undefined }
  const stored = modelGiven('none').safeParse({ ...data, baseUrl: data.baseUrl || modelAddresses[provider] })
  if (!stored.success) return fail('assistSetup')
  const settings: ModelSettings = stored.data
  const { outgoing } = app
  const model = openModel(settings, { outgoing, habits: habitsOf(app), ...pausesOf(app) })
  const embedder = settings.embedModel === '' ? undefined : openEmbedder(settings, { outgoing, ...pausesOf(app) })
  return { provider, name: settings.model, model, embedder, settings }
}

type Shown = { provider: string; host: string; price: { in: number; out: number } | null }

/** The provider in use, the host to which texts are sent, both '' without one, and its prices. */
export async function shownAssistant(app: App): Promise<Shown> {
  const prop = await activeProp({ app }, 'model')
  if (!prop) return { provider: '', host: '', price: null }
  const { baseUrl, priceIn, priceOut } = prop.data
  const address = typeof baseUrl === 'string' && baseUrl !== '' ? baseUrl : (modelAddresses[prop.provider] ?? '')
  const price = { in: Number(priceIn ?? 0), out: Number(priceOut ?? 0) }
  const hasPrice = price.in > 0 || price.out > 0
  return { provider: prop.provider, host: URL.parse(address)?.host ?? '', price: hasPrice ? price : null }
}

const MILLION = 1_000_000

/** What tokens cost in yuan; null where the provider has no price. */
export function costOf({ settings }: Assistant, tokensIn: number, tokensOut: number): number | null {
  if (!settings || (settings.priceIn === 0 && settings.priceOut === 0)) return null
  return (tokensIn * settings.priceIn + tokensOut * settings.priceOut) / MILLION
}
