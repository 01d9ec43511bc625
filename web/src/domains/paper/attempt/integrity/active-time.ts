// Active seconds by question: counted while the page is visible, reported in whole seconds.

/** Longer gaps between two ticks are not counted: the machine or the page was suspended. */
const MOST_BETWEEN_MS = 90_000

export class ActiveTime {
  readonly #now: () => number
  readonly #spent = new Map<string, number>()
  #quId: string | undefined
  #since = 0

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Starts counting for this question; undefined: stops counting. */
  on(quId: string | undefined) {
    this.#count()
    this.#quId = quId
  }

  #count() {
    const now = this.#now()
    if (this.#quId !== undefined) {
      const passed = Math.min(now - this.#since, MOST_BETWEEN_MS)
      this.#spent.set(this.#quId, (this.#spent.get(this.#quId) ?? 0) + passed)
    }
    this.#since = now
  }

  /** Whole seconds by question since the last call; fractions are carried over. */
  take(): { quId: string; seconds: number }[] {
    this.#count()
    const report = []
    for (const [quId, ms] of this.#spent) {
      const seconds = Math.floor(ms / 1_000)
      if (seconds === 0) continue
      report.push({ quId, seconds })
      this.#spent.set(quId, ms - seconds * 1_000)
    }
    return report
  }
}
