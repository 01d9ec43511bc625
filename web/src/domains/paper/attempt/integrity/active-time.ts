// How long a candidate is active on each question: counted while the page is seen, reported in whole seconds.

/** More than this between two looks was not work: the machine slept, or the page did. */
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

  /** From now on this question is worked on; undefined: none. */
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

  /** Whole seconds since the last report by question; what is less stays for the next. */
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
