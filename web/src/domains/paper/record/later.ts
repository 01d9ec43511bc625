// Parts that the storage provider does not take now: they are tried again later, so that the others go on.

/** Failures in a row after which a part waits. */
const MOST_FAILED = 5
const LATER_MS = 60_000

export class Later {
  readonly #now: () => number
  readonly #failed = new Map<string, number>()
  readonly #until = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns whether the part waits from now on */
  fail(partId: string): boolean {
    const times = (this.#failed.get(partId) ?? 0) + 1
    this.#failed.set(partId, times)
    // a part that has waited waits again after one failure
    if (times < MOST_FAILED) return false
    this.#until.set(partId, this.#now() + LATER_MS)
    return true
  }

  clear(partId: string) {
    this.#failed.delete(partId)
    this.#until.delete(partId)
  }

  /** Forgets parts that are not among these. */
  keep(partIds: readonly string[]) {
    for (const id of this.#failed.keys()) if (!partIds.includes(id)) this.clear(id)
  }

  has(partId: string): boolean {
    return (this.#until.get(partId) ?? 0) > this.#now()
  }

  /** Milliseconds until the first of the waiting parts; undefined without one. */
  wait(): number | undefined {
    const times = [...this.#until.values()].filter((at) => at > this.#now())
    return times.length === 0 ? undefined : Math.min(...times) - this.#now()
  }
}
