// When the next batch of saves is to leave. A save that comes alone costs a commit, two wake-ups of this process and as many of the database;
// where others are just behind it, they share these.

/** The most that a save waits for others, in ms; too short to be seen in the mark of a saved answer. */
const LONGEST_MS = 80
/** Where saves come quickly, a shorter wait gathers as many. Below this it would hardly save a commit. */
const SHORTEST_MS = 16
/** A batch waits for so many, as saves come. */
const SHARED_BY = 8
/** So many need not wait: they are a batch. */
const ENOUGH = 16
/** Waiting is worth it if so many are expected meanwhile. */
const EXPECTED = 3
/** How much the newest gap between two saves counts in the average. */
const NEWEST = 0.1
const LONGEST_GAP_MS = 1_000

/** Knows how quickly saves come. All times in ms of one clock. */
export class SavePace {
  #gapMs = LONGEST_GAP_MS
  #cameAt = Number.NEGATIVE_INFINITY
  #leftAt = Number.NEGATIVE_INFINITY

  /** A save has come. */
  came(now: number): void {
    this.#gapMs += (Math.min(now - this.#cameAt, LONGEST_GAP_MS) - this.#gapMs) * NEWEST
    this.#cameAt = now
  }

  /** A batch has left. */
  left(now: number): void {
    this.#leftAt = now
  }

  /** How long the batch that is waiting should wait for more. @param rows so many are in it */
  waitMs(now: number, rows: number): number {
    if (rows >= ENOUGH || this.#gapMs * EXPECTED > LONGEST_MS) return 0
    const gatherMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, this.#gapMs * SHARED_BY))
    return Math.max(0, this.#leftAt + gatherMs - now)
  }
}
