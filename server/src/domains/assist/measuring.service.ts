// Requests of a measurement: each says why it failed, and all are added up.
import type * as z from 'zod'
import type { App } from '../../kernel/ctx.ts'
import { Failure } from '../../kernel/fail.ts'
import { type Answered, ModelFailure } from '../../providers/model/model.ts'
import { askModel, type Question } from './ledger/ask.service.ts'
import { type Assistant, costOf } from './ledger/assistant.service.ts'

export type Say = (line: string) => void
type Prompt = { system: string; user: string }

/** Asks a model in the name of an operator, and adds up what that takes. */
export class Measuring {
  readonly #app: App
  readonly assistant: Assistant
  readonly #userId: string
  readonly #say: Say
  tokens = 0
  /** yuan; null where the provider has no price */
  cost: number | null = null
  requests = 0
  ms = 0

  constructor(app: App, assistant: Assistant, userId: string, say: Say) {
    this.#app = app
    this.assistant = assistant
    this.#userId = userId
    this.#say = say
  }

  /** The value of an answer; undefined after saying why there is none. */
  async ask<T>(what: string, prompt: Prompt, shape: z.ZodType, read: z.ZodType<T>): Promise<T | undefined> {
    const question: Question<T> = { ...prompt, shape, read, name: 'measured', isTest: true }
    this.requests += 1
    try {
      const answered: Answered<T> = await askModel(this.#app, this.assistant, { kind: 'test', userId: this.#userId, about: what }, question)
      const { tokensIn, tokensOut } = answered.usage
      this.tokens += tokensIn + tokensOut
      const cost = costOf(this.assistant, tokensIn, tokensOut)
      if (cost !== null) this.cost = (this.cost ?? 0) + cost
      this.ms += answered.ms
      return answered.value
    } catch (error) {
      if (!(error instanceof ModelFailure) && !(error instanceof Failure)) throw error
      this.#say(`  ✗ ${what}：${error.message}`)
      return undefined
    }
  }

  /** What was used, in a line. */
  sums(): string {
    const cost = this.cost === null ? '' : `，约 ${this.cost.toFixed(4)} 元`
    return `用量：${this.tokens} tokens，共 ${this.requests} 次请求，${Math.round(this.ms / 1_000)} 秒${cost}`
  }
}

/** Random: no text can contain it. */
