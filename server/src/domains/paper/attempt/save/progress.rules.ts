// The answered count of a paper, cached so that a save needs no extra query.

/** How long a reading stays valid; another node may save in the meantime. */
const TRUST_MS = 10_000

/** The answered questions of one paper: the last reading, updated by the saves of this node. Times are ms of one monotonic clock. */
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

  /** Applies a reading that began at `since`; later saves of this node stay. */
  read(answered: readonly string[], since: number) {
    const own = [...this.#answered].filter(([, one]) => one.at >= since)
    this.#answered = new Map([...answered.map((quId) => [quId, { complete: true, at: since }] as const), ...own])
    this.#count = 0
    for (const one of this.#answered.values()) if (one.complete) this.#count++
    this.#readAt = since
  }

  /** Records a save that was committed at `at`. */
  note(quId: string, complete: boolean, at: number) {
    const before = this.#answered.get(quId)?.complete ?? false
    this.#answered.set(quId, { complete, at })
    if (complete !== before) this.#count += complete ? 1 : -1
  }
}
