// Hands a paper in, and tries again with growing pauses until the server answers.
import type { Op } from './ops.ts'
import { pauseMs } from './pause.ts'
import type { PaperSessionPorts, Receipt } from './paper-session-view.ts'
import { type Verdict, verdictOf } from './verdict.ts'

type Listeners = {
  /** what is handed in now */
  asked: () => { session: string; ops: readonly Op[] }
  onReceived: (receipt: Receipt, ops: readonly Op[]) => Promise<void>
  /** @returns whether to try again */
  onRefused: (verdict: Verdict, error: unknown) => boolean
}

export class HandIn {
  readonly #ports: Pick<PaperSessionPorts, 'hand' | 'after' | 'random'>
  readonly #on: Listeners
  #again: (() => void) | undefined
  #failures = 0
  #isSending = false

  constructor(ports: Pick<PaperSessionPorts, 'hand' | 'after' | 'random'>, on: Listeners) {
    this.#ports = ports
    this.#on = on
  }

  async send() {
    if (this.#isSending) return
    this.#isSending = true
    this.cancel()
    const { session, ops } = this.#on.asked()
    try {
      await this.#on.onReceived(await this.#ports.hand(session, ops), ops)
    } catch (error) {
      if (this.#on.onRefused(verdictOf(error), error)) {
        this.#failures += 1
        this.#again = this.#ports.after(pauseMs(this.#failures, this.#ports.random), () => void this.send())
      }
    } finally {
      this.#isSending = false
    }
  }

  /** Cancels the next try. One that is under way goes on. */
  cancel() {
    this.#again?.()
    this.#again = undefined
  }
}
