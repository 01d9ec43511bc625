// Figures of a series of calls.

/** calls per second, times in ms, and the total in seconds */
export type Figures = { rate: number; p50: number; p99: number; errors: number; seconds: number }

/** Collects call times in milliseconds. */
export class Series {
  #times: number[] = []
  #errors = 0
  #began = performance.now()
  #ended = 0

  add(ms: number) {
    this.#times.push(ms)
    this.#ended = performance.now()
  }
  error() {
    this.#errors++
    this.#ended = performance.now()
  }
  get count() {
    return this.#times.length
  }
  /** Calls per second and times in ms, with one decimal. */
  figures(): Figures {
    const sorted = this.#times.toSorted((a, b) => a - b)
    const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    const seconds = Math.max(0, this.#ended - this.#began) / 1_000
    return {
      rate: round(seconds > 0 ? this.#times.length / seconds : 0),
      p50: at(0.5),
      p99: at(0.99),
      errors: this.#errors,
      seconds: round(seconds),
    }
  }
}

export const round = (value: number) => Math.round(value * 10) / 10

/** Rejects if `act` takes longer than this many milliseconds; the message names `act`. */
export async function within<T>(ms: number, what: string, act: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1_000} s`)), ms)
  })
  try {
    return await Promise.race([act, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Processes `items` with `width` concurrent workers; each worker has a number. */
export async function inParallel<T>(items: Iterable<T>, width: number, work: (item: T, worker: number) => Promise<void>) {
  const rest = items[Symbol.iterator]()
  const worker = async (number: number) => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value, number)
  }
  await Promise.all(Array.from({ length: width }, (_one, number) => worker(number)))
}
