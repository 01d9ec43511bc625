// The memory behind everything that is computed once for many callers.

type Entry = { at: number; stamp: string; value: Promise<unknown> }
type Rule<T> = {
  /** whether a kept value of this age in milliseconds, made for this stamp, may be used */
  isFresh: (age: number, stamp: string) => boolean
  /** whether the value is kept for later callers; concurrent callers share it in any case */
  isKept?: (value: T) => boolean
  /** what the value depends on beside its key */
  stamp?: string
}

/** Values by key. Concurrent callers share one computation, a failure is not kept, and beyond `max` the oldest value goes first. */
export class Memory {
  readonly #entries = new Map<string, Entry>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /**
   * The kept value if it is fresh, else that of `compute`.
   * @returns the value, and since when it holds, in milliseconds since 1970
   */
  of<T>(key: string, now: Date, compute: () => Promise<T>, { isFresh, isKept = () => true, stamp = '' }: Rule<T>) {
    const found = this.#entries.get(key)
    const age = found ? now.getTime() - found.at : -1
    // a clock that was set back makes a value too new to be trusted
    if (found && age >= 0 && isFresh(age, found.stamp)) return { at: found.at, value: found.value as Promise<T> }
    const value = compute()
    this.#entries.delete(key)
    this.#entries.set(key, { at: now.getTime(), stamp, value })
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > this.#max && oldest !== undefined) this.#entries.delete(oldest)
    const forget = () => void (this.#entries.get(key)?.value === value && this.#entries.delete(key))
    value.then((made) => void (isKept(made) || forget()), forget)
    return { at: now.getTime(), value }
  }
}
