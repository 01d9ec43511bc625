// A connection that reconnects by itself, as a page does, and sends unanswered requests again.
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type Reply } from './connection.ts'

const AGAIN_MS = 100
/** A server that is down for longer makes the run worthless. */
const GIVE_UP_MS = 30_000

export class SteadyLine {
  readonly #port: number
  #line: Connection | undefined
  /** when it broke and when it was answered again, on the monotonic clock */
  brokenAt: number | undefined
  backAt: number | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Posts until there is an answer. Rejects after half a minute without one. */
  async post(path: string, body: string, token = ''): Promise<Reply> {
    const until = performance.now() + GIVE_UP_MS
    for (;;) {
      try {
        this.#line ??= await Connection.open(this.#port)
        const reply = await this.#line.post(path, body, token)
        if (this.brokenAt !== undefined) this.backAt ??= performance.now()
        return reply
      } catch (error) {
        this.brokenAt ??= performance.now()
        this.#line?.close()
        this.#line = undefined
        if (performance.now() > until) throw error
        await sleep(AGAIN_MS)
      }
    }
  }

  close() {
    this.#line?.close()
  }
}
