// A connection that comes back by itself, as a page does: what was not answered is sent again.
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type Reply } from './connection.ts'

const AGAIN_MS = 100
/** Nothing is down for longer than this in a run that is worth anything. */
const GIVE_UP_MS = 30_000

export class SteadyLine {
  readonly #port: number
  #line: Connection | undefined
  /** when it broke, and when it was answered again, on the steady clock */
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
