// Time left: the server's value advanced by a monotonic clock (exam-rules.md, *Deadline*). The time of day is not used.

export type Reading = { leftMs: number; timeRev: number }

/** All times are milliseconds of one monotonic clock, such as performance.now(). */
export class ExamClock {
  #endsAt = Number.POSITIVE_INFINITY
  #rev = Number.NEGATIVE_INFINITY

  /**
   * Applies a reading to the time of its receipt. A newer timeRev replaces the stored one, an older one is ignored (overtaken reply).
   * Within one timeRev the earlier end wins, because replies age in transit. Only when no time is left can the server grant more.
   */
  adopt({ leftMs, timeRev }: Reading, receivedAt: number) {
    if (timeRev < this.#rev) return
    const endsAt = receivedAt + leftMs
    const isLatest = timeRev > this.#rev || receivedAt >= this.#endsAt
    this.#endsAt = isLatest ? endsAt : Math.min(this.#endsAt, endsAt)
    this.#rev = timeRev
  }

  /** @returns milliseconds left, never below 0; Infinity before the first reading */
  leftMs = (now: number) => Math.max(0, this.#endsAt - now)
}

/** The seconds that a timer shows: rounded up, so that 0 appears only at the end. */
export const shownSeconds = (leftMs: number) => Math.ceil(leftMs / 1_000)

/** Seconds as `59:59`, from one hour on as `1:00:00`. */
export function formatLeft(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const LAST_MINUTES = 5

/** The minutes (5 to 1) to announce when the timer steps from `before` to `after` seconds, each once; undefined: none. */
export function announcedMinutes(before: number, after: number): number | undefined {
  const minutes = Math.ceil(after / 60)
  if (minutes < 1 || minutes > LAST_MINUTES) return undefined
  return before > minutes * 60 && after <= minutes * 60 ? minutes : undefined
}
