// Work of which only a few run at the same time in a process; the others wait for their turn, in the order in which they came.

export class Turns {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @param most how many run at the same time */
  constructor(most: number) {
    this.#most = most
  }

  /** Runs `act` when its turn has come. @returns what it returns, or fails as it fails */
  async take<T>(act: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      // the next one takes over this turn
      if (next) next()
      else this.#running--
    }
  }
}

/** Work on one thing, such as a file, in the order in which it came; work on other things goes on meanwhile. */
export class Lines {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `act` when what came before it under this key has ended. @returns what it returns, or fails as it fails */
  async take<T>(key: string, act: () => Promise<T>): Promise<T> {
    const own = (this.#last.get(key) ?? Promise.resolve()).then(act, act)
    this.#last.set(key, own)
    try {
      return await own
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key)
    }
  }
}
