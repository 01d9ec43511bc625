// What the assistant asks of a model, and what can go wrong.
import type * as z from 'zod'
import type { jsonModes, ThinkWay } from '@shuyuan/contract/site/provider/prop-model.ts'

/** How the answer was asked for, the strictest first. */
export const steps = ['json_schema', 'json_object', 'text'] as const
export type Step = (typeof steps)[number]

/**
 * cut: the answer ended at the longest output · thinking: that output was all thoughts · quota: no balance · key: the key is refused ·
 * busy: too many requests · down: no answer or a fault · timeout: none in time · tooLong: an answer beyond the limit of bytes ·
 * unusable: no JSON of the shape · filtered: the service refuses the content · refused: the service refuses the request ·
 * cancelled: who asked waits no longer
 */
export type ModelTrouble =
  | 'cut'
  | 'thinking'
  | 'quota'
  | 'key'
  | 'busy'
  | 'down'
  | 'timeout'
  | 'tooLong'
  | 'unusable'
  | 'filtered'
  | 'refused'
  | 'cancelled'

export class ModelFailure extends Error {
  readonly trouble: ModelTrouble
  /** what the service said, without secrets, for the administrator */
  readonly detail: string
  readonly spent: Usage
  constructor(trouble: ModelTrouble, detail: string, spent: Usage) {
    super(`${trouble}: ${detail}`)
    this.trouble = trouble
    this.detail = detail
    this.spent = spent
  }
}

/** In tokens, over all requests of an ask; estimated where the service does not count. */
export type Usage = { tokensIn: number; tokensOut: number; isEstimated: boolean }

export type Ask<T> = {
  system: string
  user: string
  /** the shape that goes into the request: flat, all fields required, without defaults and recursion, as strict services want it */
  shape: z.ZodType
  /** as the answer is read: it may be more lenient */
  read: z.ZodType<T>
  /** a name for the shape: letters */
  name: string
  maxTokens: number
  /** aborted: the request is ended at the service */
  signal?: AbortSignal
}
/** `thought`: the model thought before it answered, which costs time and output; `retried`: requests beyond the first */
export type Answered<T> = { value: T; usage: Usage; step: Step; ms: number; thought: boolean; retried: number }

export type Model = {
  ask: <T>(ask: Ask<T>) => Promise<Answered<T>>
  /** the host to which texts are sent */
  host: string
}

/** What was learnt about a service: kept while the process lives, as it costs a refused request to learn. */
export type Habits = Map<string, { step: Step; think: ThinkWay }>

export type ModelConfig = {
  baseUrl: string
  apiKey: string
  model: string
  jsonMode: keyof typeof jsonModes
  think: ThinkWay
  timeout: number
}
