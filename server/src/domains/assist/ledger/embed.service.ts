// Vectors of texts, where the provider has a model for them. Without one, and after a failure, texts are compared by their words alone.
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import { createHash } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { appPart } from '../../../kernel/part.ts'
import { ModelFailure } from '../../../providers/model/model.ts'
import { EMBED_AT_ONCE } from '../../../providers/model/embed-http.ts'
import { spend } from './ask.service.ts'
import type { Assistant } from './assistant.service.ts'
import type { Asking } from './note.service.ts'
import { scrubbed } from './scrub.rules.ts'

const MOST_SIGNS = 2_000
const MOST_KEPT = 500
const MILLION = 1_000_000

type Vector = Float32Array

/** Vectors of questions that many learners ask about. */
const keptOf = appPart(() => newLru<string, Vector>(MOST_KEPT))

/**
 * The vectors of texts, in batches of ten; each batch is a request of kind `embed`. undefined without a model for them, and when a batch
 * failed, was refused by the budget or was answered wrongly. `keep`: they are asked for often.
 */
export async function vectorsOf(
  app: App,
  assistant: Assistant,
  asking: Omit<Asking, 'kind'>,
  texts: readonly string[],
  { keep = false } = {},
): Promise<Vector[] | undefined> {
  const { embedder } = assistant
  if (!embedder) return undefined
  const sent = texts.map((one) => scrubbed(one).slice(0, MOST_SIGNS).toWellFormed())
  const kept = keptOf(app)
  const keyOf = (text: string) => createHash('sha256').update(`${embedder.model}\n${text}`).digest('hex')
  const known = keep ? sent.map((one) => kept.get(keyOf(one))) : []
  if (keep && known.every((one) => one !== undefined)) return known
  const found: Vector[] = []
  for (let at = 0; at < sent.length; at += EMBED_AT_ONCE) {
    const batch = await askVectors(app, assistant, asking, sent.slice(at, at + EMBED_AT_ONCE))
    const isFit = batch?.every((one) => one.length === (found[0] ?? batch[0])?.length)
    if (!batch || !isFit) return undefined
    found.push(...batch)
  }
  if (keep) for (const [at, vector] of found.entries()) kept.set(keyOf(sent[at] ?? ''), vector)
  return found
}

async function askVectors(app: App, assistant: Assistant, asking: Omit<Asking, 'kind'>, texts: string[]): Promise<Vector[] | undefined> {
  const { embedder, settings, provider } = assistant
  if (!embedder || !settings) return undefined
  const { signal } = asking
  try {
    const { vectors } = await spend(
      app,
      { ...assistant, provider, name: embedder.model },
      { ...asking, kind: 'embed' },
      {
        tokens: tokensOf(texts.join('')),
        sent: texts.join('\n\n'),
        isTest: false,
        isPersonal: false,
        act: () => embedder.embed(texts, signal),
        said: (answered) => `${answered.vectors.length} 个向量，${answered.vectors[0]?.length ?? 0} 维`,
        costOf: ({ tokensIn }) => (tokensIn * settings.priceEmbed) / MILLION,
      },
    )
    return vectors
  } catch (error) {
    if (error instanceof ModelFailure ? error.trouble !== 'cancelled' : error instanceof Failure) return undefined
    throw error
  }
}
