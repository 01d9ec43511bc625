// A connection that reconnects by itself and sends unanswered requests again.
import { setTimeout as sleep } from 'node:timers/promises'
import { pauseMs } from '../web/src/domains/paper/attempt/save/pause.ts'
import { Connection, type Reply } from './connection.ts'

const AGAIN_MS = 100
/** The pauses of a page whose saves are not answered. */
export const asPage = (failures: number) => pauseMs(failures, Math.random)
/** A server that is down for longer makes the run worthless. */
const GIVE_UP_MS = 30_000

export class SteadyLine {
  readonly #port: number
  readonly #pause: (failures: number) => number
  #line: Connection | undefined
  /** when it broke and when it was answered again, on the monotonic clock */
  brokenAt: number | undefined
  backAt: number | undefined

  /** @param pause milliseconds before the next attempt, by the number of consecutive failures */
  constructor(port: number, pause: (failures: number) => number = () => AGAIN_MS) {
    this.#port = port
    this.#pause = pause
  }

  /** Posts until there is an answer. Rejects after half a minute without one. */
  async post(path: string, body: string, token = ''): Promise<Reply> {
    const until = performance.now() + GIVE_UP_MS
    for (let failures = 1; ; failures++) {
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
        await sleep(this.#pause(failures))
      }
    }
  }

  close() {
    this.#line?.close()
  }
}
