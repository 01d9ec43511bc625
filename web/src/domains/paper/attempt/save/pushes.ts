// What the server has told this page, by socket or with the time left: each hint once, whichever way it came (exam-rules.md, *Pushes*).
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'

export class PushLog {
  /** beyond `#upTo` */
  readonly #seen = new Set<number>()
  #upTo = 0
  /** told before, also to an earlier opening of this page */
  readonly #told = new Set<number>()
  #waiting: ExamHint[] = []
  #listener: ((hint: ExamHint) => void) | undefined

  /** The paper was opened: these are new to its reader, and everything up to `msgSeq` is known. */
  start(msgs: readonly ExamHint[], msgSeq: number) {
    for (const hint of msgs) this.#tell(hint)
    this.#upTo = Math.max(this.#upTo, msgSeq)
    this.#close()
  }

  /** @returns whether the hint is new */
  take(hint: ExamHint): boolean {
    if (hint.seq <= this.#upTo || this.#seen.has(hint.seq)) return false
    this.#seen.add(hint.seq)
    this.#close()
    this.#tell(hint)
    return true
  }

  /** Every hint up to this one has been seen. */
  get acked(): number {
    return this.#upTo
  }

  /** Whether the server has told more than has come. */
  isBehind = (msgSeq: number) => msgSeq > this.#upTo

  /** Hears of each new hint, and first of those that nobody has heard of. @returns a function that stops it */
  onTold(listener: (hint: ExamHint) => void) {
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

  #tell(hint: ExamHint) {
    if (this.#told.has(hint.seq)) return
    this.#told.add(hint.seq)
    if (this.#listener) this.#listener(hint)
    else this.#waiting.push(hint)
  }
}
