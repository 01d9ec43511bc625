// How many requests to services of others ended how, by host: since the start, and of the last minutes.

/** Hosts that are counted by name; users may name any. */
const MOST_HOSTS = 100
const MINUTE_MS = 60_000
const RECENT_MINUTES = 10

type Count = { value: number; labels: { host: string; outcome: string } }
export type HostCalls = { host: string; calls: number; failed: number }
type Minute = { at: number; hosts: Map<string, { calls: number; failed: number }> }

export class OutgoingCounts {
  readonly #all = new Map<string, Count>()
  readonly #hosts = new Set<string>()
  #minutes: Minute[] = []

  /** @param outcome class of the HTTP status, or `failed` */
  add(address: string, outcome: string): void {
    const named = URL.parse(address)?.hostname ?? ''
    if (this.#hosts.size < MOST_HOSTS) this.#hosts.add(named)
    const host = this.#hosts.has(named) ? named : 'other'
    const key = `${host} ${outcome}`
    const found = this.#all.get(key) ?? { value: 0, labels: { host, outcome } }
    found.value += 1
    this.#all.set(key, found)
    const { hosts } = this.#now()
    const { calls, failed } = hosts.get(host) ?? { calls: 0, failed: 0 }
    hosts.set(host, { calls: calls + 1, failed: failed + (outcome === 'failed' || outcome === '5xx' ? 1 : 0) })
  }

  read(): Count[] {
    return [...this.#all.values()]
  }

  /** Calls of the last ten minutes; failed: without an answer, or with one of the class 5xx. */
  recent(): HostCalls[] {
    this.#now()
    const sums = new Map<string, HostCalls>()
    for (const [host, { calls, failed }] of this.#minutes.flatMap(({ hosts }) => [...hosts])) {
      const sum = sums.get(host) ?? { host, calls: 0, failed: 0 }
      sums.set(host, { host, calls: sum.calls + calls, failed: sum.failed + failed })
    }
    return [...sums.values()]
  }

  /** Forgets what is older. A clock that is set does not matter. */
  #now(): Minute {
    const at = Math.floor(performance.now() / MINUTE_MS)
    this.#minutes = this.#minutes.filter((one) => one.at > at - RECENT_MINUTES)
    const last = this.#minutes.at(-1)
    if (last?.at === at) return last
    const minute: Minute = { at, hosts: new Map() }
    this.#minutes.push(minute)
    return minute
  }
}
