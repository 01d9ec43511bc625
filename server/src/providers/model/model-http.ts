// A client for services with the chat completions of OpenAI. Every answer is parsed by the asker's shape. How a service wants to be asked
// for JSON is tried from the strictest step on and remembered (docs/decisions/0207).
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import type { ThinkWay } from '@shuyuan/contract/site/provider/prop-model.ts'
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import * as z from 'zod'
import { type Outgoing, OutgoingRefused } from '../../kernel/http/outgoing.ts'
import {
  type Answered,
  type Ask,
  type Habits,
  type Model,
  type ModelConfig,
  ModelFailure,
  type ModelTrouble,
  type Step,
  steps,
  type Usage,
} from './model.ts'
import { detailOf, refusalOf } from './model-errors.rules.ts'
import { jsonIn, unstreamed, withoutThoughts } from './model-json.rules.ts'

const MAX_BYTES = 2_000_000
/** Requests of one ask: refused steps, waits and answers that could not be read, all together. */
const MOST_REQUESTS = 8
const MOST_WAITS = 3
const MOST_UNUSABLE = 2
/** The wait before the next try grows from here, when the service names none. */
const FIRST_WAIT_MS = 500

/** `waitFor` and `clock` are replaced by tests. */
export type ModelDeps = {
  outgoing: Pick<Outgoing, 'request'>
  habits: Habits
  waitFor?: (ms: number) => Promise<void>
  clock?: () => number
}

/** The word JSON must occur in what some services are sent, and the shape helps all of them. */
const formatNote = '只输出一个 JSON 对象，不要输出其他文字。JSON Schema：'
const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Waits, but no longer than until the signal is aborted. */
async function untilAborted(waiting: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return waiting
  let end = () => undefined as void
  const aborted = new Promise<void>((resolve) => (end = resolve))
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  await Promise.race([waiting, aborted])
  signal.removeEventListener('abort', end)
}

/** The parameter that switches thinking off. */
const thinkParameter: Record<ThinkWay, object> = {
  none: {},
  top: { enable_thinking: false },
  template: { chat_template_kwargs: { enable_thinking: false } },
  type: { thinking: { type: 'disabled' } },
}

/** The schema of a shape, without what strict services refuse. */
export function schemaOf(shape: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { target: 'draft-7' }) as Record<string, unknown>
  return schema
}

const Reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), reasoning_content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
})

type Told = { headers: Readonly<Record<string, string>>; status: number; text: string }
type Turn<T> = { value: T } | 'again'

/** Opens a service. The value of an answer is checked; everything else about it is not trusted. */
export function openModel(config: ModelConfig, deps: ModelDeps): Model {
  const url = `${withoutSlash(config.baseUrl)}/chat/completions`
  return { ask: (ask) => new Asking(config, deps, url, ask).run(), host: new URL(url).host }
}

/** One ask with all its requests. */
class Asking<T> {
  readonly #config: ModelConfig
  readonly #deps: ModelDeps
  readonly #url: string
  readonly #ask: Ask<T>
  readonly #schema: object
  readonly #messages: { role: string; content: string }[]
  readonly #promptTokens: number
  readonly #usage: Usage = { tokensIn: 0, tokensOut: 0, isEstimated: false }
  readonly #key: string
  readonly #until: number
  readonly #began: number
  #step: Step
  #think: ThinkWay
  #waits = 0
  #unusable = 0
  #thought = false

  constructor(config: ModelConfig, deps: ModelDeps, url: string, ask: Ask<T>) {
    this.#config = config
    this.#deps = deps
    this.#url = url
    this.#ask = ask
    this.#schema = schemaOf(ask.shape)
    this.#messages = [
      { role: 'system', content: `${ask.system}\n\n${formatNote} ${JSON.stringify(this.#schema)}` },
      { role: 'user', content: ask.user },
    ]
    this.#promptTokens = tokensOf(this.#messages.map((one) => one.content).join(''))
    this.#key = `${url} ${config.model} ${config.jsonMode} ${config.think}`
    const known = deps.habits.get(this.#key)
    this.#step = known?.step ?? (config.jsonMode === 'auto' ? 'json_schema' : config.jsonMode)
    this.#think = known?.think ?? config.think
    this.#began = this.#now()
    this.#until = this.#began + config.timeout * 1_000
  }

  #now = () => (this.#deps.clock ?? Date.now)()

  async run(): Promise<Answered<T>> {
    for (let request = 0; request < MOST_REQUESTS; request++) {
      const turn = await this.#turn()
      if (turn === 'again') continue
      this.#deps.habits.set(this.#key, { step: this.#step, think: this.#think })
      const ms = this.#now() - this.#began
      return { value: turn.value, usage: this.#usage, step: this.#step, ms, thought: this.#thought, retried: request }
    }
    return this.#end('unusable', '')
  }

  async #turn(): Promise<Turn<T>> {
    if (this.#ask.signal?.aborted) this.#end('cancelled', '')
    const left = this.#until - this.#now()
    if (left <= 0) this.#end('timeout', `${this.#config.timeout} s`)
    let told: Told
    try {
      told = await this.#send(left)
    } catch (error) {
      return this.#unanswered(error as Error)
    }
    return told.status === 200 ? this.#answered(told) : this.#refused(told)
  }

  async #send(timeoutMs: number): Promise<Told> {
    const { apiKey, model } = this.#config
    const reply = await this.#deps.outgoing.request(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: this.#messages,
        stream: false,
        temperature: 0.3,
        max_tokens: this.#ask.maxTokens,
        ...thinkParameter[this.#think],
        ...this.#format(),
      }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      redirects: 0,
      ...(this.#ask.signal ? { signal: this.#ask.signal } : {}),
    })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  #format() {
    if (this.#step === 'text') return {}
    if (this.#step === 'json_object') return { response_format: { type: 'json_object' } }
    return { response_format: { type: 'json_schema', json_schema: { name: this.#ask.name, schema: this.#schema, strict: true } } }
  }

  /** No answer. One that is too long or too late would be so again, and an address that is refused as well. */
  async #unanswered(error: Error): Promise<'again'> {
    this.#usage.tokensIn += this.#promptTokens
    this.#usage.isEstimated = true
    if (this.#ask.signal?.aborted) this.#end('cancelled', '')
    const detail = detailOf(error.message, this.#config.apiKey)
    if (error instanceof RangeError) this.#end('tooLong', detail)
    if (error instanceof OutgoingRefused) this.#end('down', detail)
    if (this.#now() >= this.#until || error.name === 'TimeoutError' || error.name === 'AbortError')
      this.#end('timeout', `${this.#config.timeout} s`)
    return this.#wait('down', detail)
  }

  async #refused({ status, text, headers }: Told): Promise<'again'> {
    const detail = detailOf(text, this.#config.apiKey) || `HTTP ${status}`
    const refusal = refusalOf(status, text)
    if (refusal.kind === 'end') return this.#end(refusal.trouble, detail)
    if (refusal.kind === 'wait') return this.#wait(refusal.trouble, detail, headers['retry-after'])
    if (refusal.kind === 'think' && this.#think === this.#config.think) this.#think = this.#think === 'none' ? 'top' : 'none'
    else this.#nextStep('refused', detail)
    return 'again'
  }

  async #answered({ text: body }: Told): Promise<Turn<T>> {
    const read = Reply.safeParse(unstreamed(body) ?? jsonIn(body))
    if (!read.success) return this.#wait('down', detailOf(body, this.#config.apiKey))
    const { message, finish_reason: finish } = read.data.choices[0]!
    const content = message.content ?? ''
    const { text, thought } = withoutThoughts(content)
    this.#count(read.data.usage, content + (message.reasoning_content ?? ''))
    this.#thought ||= thought || (message.reasoning_content ?? '') !== ''
    if (finish === 'content_filter' || finish === 'sensitive') this.#end('filtered', finish)
    const value = this.#ask.read.safeParse(jsonIn(text))
    if (value.success) return { value: value.data }
    if (finish === 'length') this.#end(this.#thought && text === '' ? 'thinking' : 'cut', `max_tokens ${this.#ask.maxTokens}`)
    if (++this.#unusable < MOST_UNUSABLE) return 'again'
    this.#unusable = 0
    this.#nextStep('unusable', detailOf(text, this.#config.apiKey))
    return 'again'
  }

  #count(counted: z.infer<typeof Reply>['usage'], written: string) {
    this.#usage.tokensIn += counted?.prompt_tokens ?? this.#promptTokens
    this.#usage.tokensOut += counted?.completion_tokens ?? tokensOf(written)
    this.#usage.isEstimated ||= counted?.prompt_tokens == null || counted.completion_tokens == null
    this.#thought ||= (counted?.completion_tokens_details?.reasoning_tokens ?? 0) > 0
  }

  /** Waits as long as the service asks for, else a random part of a growing span; never longer than is left. */
  async #wait(trouble: ModelTrouble, detail: string, retryAfter = ''): Promise<'again'> {
    if (++this.#waits > MOST_WAITS) this.#end(trouble, detail)
    const asked = /^\d{1,4}$/.test(retryAfter.trim()) ? Number(retryAfter) * 1_000 : Math.random() * FIRST_WAIT_MS * 2 ** this.#waits
    const left = this.#until - this.#now()
    if (asked >= left) this.#end(trouble, detail)
    await untilAborted((this.#deps.waitFor ?? wait)(asked), this.#ask.signal)
    return 'again'
  }

  #nextStep(trouble: ModelTrouble, detail: string) {
    const next = steps[steps.indexOf(this.#step) + 1]
    if (next === undefined || this.#config.jsonMode !== 'auto') this.#end(trouble, detail)
    this.#step = next ?? this.#step
  }

  #end(trouble: ModelTrouble, detail: string): never {
    throw new ModelFailure(trouble, detail, this.#usage)
  }
}
