// Pushes of the server, received by socket or with the time left; each is reported once (exam-rules.md, *Pushes*).
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'

export class PushLog {
  /** received beyond `#upTo` */
  readonly #seen = new Set<number>()
  #upTo = 0
  /** reported before, also by an earlier opening of this page */
  readonly #reported = new Set<number>()
  #waiting: ExamHint[] = []
  #listener: ((hint: ExamHint) => void) | undefined

  /** Starts with the pushes that are new to the reader; everything up to `msgSeq` counts as received. */
  start(msgs: readonly ExamHint[], msgSeq: number) {
    for (const hint of msgs) this.#report(hint)
    this.#upTo = Math.max(this.#upTo, msgSeq)
    this.#close()
  }

  /** @returns whether the hint is new */
  take(hint: ExamHint): boolean {
    if (hint.seq <= this.#upTo || this.#seen.has(hint.seq)) return false
    this.#seen.add(hint.seq)
    this.#close()
    this.#report(hint)
    return true
  }

  /** Every push up to this number has been received. */
  get acked(): number {
    return this.#upTo
  }

  /** Whether the server has sent pushes that were not received. */
  isBehind = (msgSeq: number) => msgSeq > this.#upTo

  /** Calls `listener` for each new hint, first for those that arrived without a listener. @returns a function that unsubscribes */
  onMessage(listener: (hint: ExamHint) => void) {
    this.#listener = listener
    for (const hint of this.#waiting.splice(0)) listener(hint)
    return () => {
      if (this.#listener === listener) this.#listener = undefined
    }
  }

  #close() {
    while (this.#seen.delete(this.#upTo + 1)) this.#upTo += 1
    for (const seq of this.#seen) if (seq <= this.#upTo) this.#seen.delete(seq)
  }

  #report(hint: ExamHint) {
    if (this.#reported.has(hint.seq)) return
    this.#reported.add(hint.seq)
    if (this.#listener) this.#listener(hint)
    else this.#waiting.push(hint)
  }
}
