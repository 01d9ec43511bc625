// Leaving the page while an exam watches (learner.md §4): hidden, or out of full screen where the exam wants it.
// One absence counts once, and only when it lasted longer than the exam allows.

const LOOK_MS = 3_000

export type LeavePorts = {
  /** monotonic milliseconds */
  now: () => number
  after: (ms: number, run: () => void) => () => void
  isHidden: () => boolean
  /** true as well where full screen is not asked for */
  isFull: () => boolean
  /** tries; a browser may want a click for it */
  enterFull: () => void
  /** was away for so many seconds */
  onLeave: (seconds: number) => void
}

export class LeaveWatch {
  readonly #ports: LeavePorts
  readonly #allowedMs: number
  #since: number | undefined
  #reported = false
  #wasHidden = false
  #next: (() => void) | undefined

  /** @param seconds away for longer is a leave */
  constructor(ports: LeavePorts, seconds: number) {
    this.#ports = ports
    this.#allowedMs = seconds * 1_000
  }

  /** Looks every 3 s, besides whenever `look` is called. */
  start() {
    this.look()
    this.#next = this.#ports.after(LOOK_MS, () => {
      if (!this.#ports.isHidden() && !this.#ports.isFull()) this.#ports.enterFull()
      this.start()
    })
  }

  stop() {
    this.#next?.()
  }

  /** Something may have changed: the page's visibility, or full screen. */
  look() {
    const { now, isHidden, isFull, onLeave } = this.#ports
    const hidden = isHidden()
    // who was told once and goes away again has left again
    if (hidden && !this.#wasHidden && this.#reported) {
      this.#since = undefined
      this.#reported = false
    }
    this.#wasHidden = hidden
    const isAway = hidden || !isFull()
    if (isAway) this.#since ??= now()
    if (this.#since === undefined || hidden) return
    const away = now() - this.#since
    if (away > this.#allowedMs && !this.#reported) {
      this.#reported = true
      onLeave(away / 1_000)
    }
    if (isAway) return
    this.#since = undefined
    this.#reported = false
  }
}
