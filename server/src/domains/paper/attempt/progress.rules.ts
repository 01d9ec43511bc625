// How many questions of a paper are answered, known without asking for every save.

/** How long what was read is trusted: another node may have saved meanwhile. */
const TRUST_MS = 10_000

/** The answered questions of one paper, as read from time to time and as saved here since. Moments are milliseconds of one steady clock. */
export class Progress {
  #answered = new Map<string, { complete: boolean; at: number }>()
  #count = 0
  #readAt = Number.NEGATIVE_INFINITY

  get count() {
    return this.#count
  }

  isStale(now: number) {
    return now - this.#readAt > TRUST_MS
  }

  /** Takes what a reading begun at `since` found; what was saved here later stays. */
  read(answered: readonly string[], since: number) {
    const own = [...this.#answered].filter(([, one]) => one.at >= since)
    this.#answered = new Map([...answered.map((quId) => [quId, { complete: true, at: since }] as const), ...own])
    this.#count = 0
    for (const one of this.#answered.values()) if (one.complete) this.#count++
    this.#readAt = since
  }

  /** A save was committed at `at`. */
  note(quId: string, complete: boolean, at: number) {
    const before = this.#answered.get(quId)?.complete ?? false
    this.#answered.set(quId, { complete, at })
    if (complete !== before) this.#count += complete ? 1 : -1
  }
}
