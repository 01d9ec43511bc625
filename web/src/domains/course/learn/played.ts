// What the player of a page has played of a film since the last report.
import type { Span } from '@shuyuan/contract/course/learn/film.ts'

/** the fastest that a player plays, with room for late events */
const FASTEST = 4
const LATE_SEC = 1

export class Played {
  #spans: Span[] = []
  #last: { at: number; now: number } | undefined

  /** The player is at this second; `now`: milliseconds. What lies between this and the call before was played, unless it is too much. */
  at(at: number, now: number) {
    const last = this.#last
    this.#last = { at, now }
    if (!last || at <= last.at || at - last.at > ((now - last.now) / 1_000) * FASTEST + LATE_SEC) return
    const before = this.#spans.at(-1)
    if (before?.to === last.at) this.#spans[this.#spans.length - 1] = { from: before.from, to: at }
    else this.#spans.push({ from: last.at, to: at })
  }

  /** The player jumps to this second: what lies between was not played. */
  jump(to: number, now: number) {
    this.#last = { at: to, now }
  }

  clear() {
    this.#spans = []
    this.#last = undefined
  }

  /** The spans since the last call. */
  take(): Span[] {
    const spans = this.#spans
    this.#spans = []
    return spans
  }

  /** Spans that could not be reported. */
  putBack(spans: readonly Span[]) {
    this.#spans = [...spans, ...this.#spans]
  }

  get spans(): readonly Span[] {
    return this.#spans
  }
}
