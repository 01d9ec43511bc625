// A client for services with the embeddings of OpenAI: texts become vectors of length 1. What a service answers is not trusted.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import * as z from 'zod'
import { type Outgoing, OutgoingRefused } from '../../kernel/http/outgoing.ts'
import { ModelFailure, type ModelTrouble, type Usage } from './model.ts'
import { detailOf, refusalOf } from './model-errors.rules.ts'

/** Texts of one request: some services take no more. */
export const EMBED_AT_ONCE = 10
const MAX_BYTES = 4_000_000
const LONGEST_S = 30
const MOST_WAITS = 1
const FIRST_WAIT_MS = 500
const LEAST_LENGTH = 8
const MOST_LENGTH = 8_192

export type EmbedConfig = {
  baseUrl: string
  apiKey: string
  embedModel: string
  embedUrl: string
  embedKey: string
  timeout: number
}
type Embedded = { vectors: Float32Array[]; usage: Usage; step: string; ms: number }
export type Embedder = {
  model: string
  /** the vectors of at most EMBED_AT_ONCE texts, in their order. Throws ModelFailure. */
  embed: (texts: readonly string[], signal?: AbortSignal) => Promise<Embedded>
}
/** `waitFor` is replaced by tests. */
type EmbedDeps = { outgoing: Pick<Outgoing, 'request'>; waitFor?: (ms: number) => Promise<void> }

const Reply = z.object({
  data: z.array(z.object({ index: z.int().nullish(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.number().nullish(), total_tokens: z.number().nullish() }).nullish(),
})

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Opens a service. Another address than the model's gets its own key only. */
export function openEmbedder(config: EmbedConfig, { outgoing, waitFor = wait }: EmbedDeps): Embedder {
  const { baseUrl, embedUrl, embedModel } = config
  const url = `${withoutSlash(embedUrl || baseUrl)}/embeddings`
  const apiKey = config.embedKey || (embedUrl === '' ? config.apiKey : '')
  const timeoutMs = Math.min(config.timeout, LONGEST_S) * 1_000

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedded> {
    const began = Date.now()
    const guess: Usage = { tokensIn: tokensOf(texts.join('')), tokensOut: 0, isEstimated: true }
    const none: Usage = { tokensIn: 0, tokensOut: 0, isEstimated: false }
    const end = (trouble: ModelTrouble, detail: string, usage = none): never => {
      throw new ModelFailure(trouble, detailOf(detail, apiKey), usage)
    }
    for (let waits = 0; ; waits++) {
      const reply = await send(texts, signal).catch((error: Error) => end(troubleOf(error, signal), error.message, guess))
      const { status, text, headers } = reply
      if (status === 200) {
        const { vectors, usage } = read(text, texts.length) ?? end('unusable', 'not the vectors that were asked for', guess)
        return {
          vectors,
          usage: usage === undefined ? guess : { ...guess, tokensIn: usage, isEstimated: false },
          step: '',
          ms: Date.now() - began,
        }
      }
      const refusal = refusalOf(status, text)
      const trouble = refusal.kind === 'end' || refusal.kind === 'wait' ? refusal.trouble : 'refused'
      const asked = /^\d{1,4}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) * 1_000 : FIRST_WAIT_MS
      if (refusal.kind !== 'wait' || waits >= MOST_WAITS || Date.now() - began + asked >= timeoutMs) end(trouble, text || `HTTP ${status}`)
      await waitFor(asked)
    }
  }

  async function send(texts: readonly string[], signal: AbortSignal | undefined) {
    const reply = await outgoing.request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model: embedModel, input: texts, encoding_format: 'float' }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      redirects: 0,
      ...(signal ? { signal } : {}),
    })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  return { model: embedModel, embed }
}

function troubleOf(error: Error, signal: AbortSignal | undefined): ModelTrouble {
  if (signal?.aborted) return 'cancelled'
  if (error instanceof RangeError) return 'tooLong'
  if (error instanceof OutgoingRefused) return 'down'
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : 'down'
}

/** The vectors of an answer: as many as texts, each place once, all of one length, none empty. undefined for anything else. */
function read(text: string, count: number): { vectors: Float32Array[]; usage: number | undefined } | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  const parsed = Reply.safeParse(body)
  if (!parsed.success || parsed.data.data.length !== count) return undefined
  const vectors: Float32Array[] = []
  for (const [at, { index, embedding }] of parsed.data.data.entries()) {
    const place = index ?? at
    const vector = unit(embedding)
    if (!vector || place < 0 || place >= count || vectors[place] !== undefined) return undefined
    vectors[place] = vector
  }
  const { length } = vectors[0] ?? []
  if (vectors.some((one) => one.length !== length)) return undefined
  return { vectors, usage: parsed.data.usage?.prompt_tokens ?? parsed.data.usage?.total_tokens ?? undefined }
}

/** The vector with length 1; undefined for one that has no direction. */
function unit(numbers: readonly number[]): Float32Array | undefined {
  if (numbers.length < LEAST_LENGTH || numbers.length > MOST_LENGTH) return undefined
  const size = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0))
  return Number.isFinite(size) && size > 0 ? Float32Array.from(numbers, (one) => one / size) : undefined
}
