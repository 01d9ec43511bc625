// When a page asks the server for the time left again.
import type { ExamClock } from '../room/clock.ts'
import type { PaperSessionPorts } from './paper-session-view.ts'

const RESYNC_MS = 30_000
const AT_ZERO_MS = 2_000

export class NextCheck {
  readonly #ports: Pick<PaperSessionPorts, 'now' | 'after' | 'random'>
  readonly #clock: ExamClock
  readonly #check: () => void
  #cancel: (() => void) | undefined

  constructor(ports: Pick<PaperSessionPorts, 'now' | 'after' | 'random'>, clock: ExamClock, check: () => void) {
    this.#ports = ports
    this.#clock = clock
    this.#check = check
  }

  /** After 30 s or when no time is left, whichever comes first; after that every few seconds until the server has decided. */
  plan() {
    const left = this.#clock.leftMs(this.#ports.now())
    this.in(left > 0 ? Math.min(RESYNC_MS, left) : AT_ZERO_MS * (1 + this.#ports.random()), this.#check)
  }

  /** Does something else instead of the check that was planned. */
  in(ms: number, act: () => void) {
    this.cancel()
    this.#cancel = this.#ports.after(ms, act)
  }

  cancel() {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
