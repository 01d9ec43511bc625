// Detects leaves (learner.md §4): page hidden, or full screen left where the exam requires it.
// One absence counts once, and only if it lasted longer than the exam allows.

const LOOK_MS = 3_000

export type LeavePorts = {
  /** monotonic milliseconds */
  now: () => number
  after: (ms: number, run: () => void) => () => void
  isHidden: () => boolean
  /** also true when full screen is not required */
  isFull: () => boolean
  /** may fail: browsers can require a click */
  enterFull: () => void
  /** called after an absence of this many seconds */
  onLeave: (seconds: number) => void
}

export class LeaveWatch {
  readonly #ports: LeavePorts
  readonly #allowedMs: number
  #since: number | undefined
  #reported = false
  #wasHidden = false
  #next: (() => void) | undefined

  /** @param seconds shorter absences are ignored */
  constructor(ports: LeavePorts, seconds: number) {
    this.#ports = ports
    this.#allowedMs = seconds * 1_000
  }

  /** Checks every 3 s, and on each call of `look`. */
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

  /** Checks page visibility and full screen. */
  look() {
    const { now, isHidden, isFull, onLeave } = this.#ports
    const hidden = isHidden()
    // hiding the page after a reported loss of full screen is a new leave
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
