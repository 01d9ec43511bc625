// Copies of stored data in this node's memory, cleared over the bus when a node changes what they were made of.
import { LRUCache } from 'lru-cache'
import type { App } from './ctx.ts'

type Options<K extends string, V> = {
  load: (key: K) => Promise<V>
  max: number
  /** How old a copy may become: also how long a node is behind when a message was lost. */
  ttl: number
  /** The bus topic that clears the copies of all nodes; without it a copy lives until it is renewed or too old. */
  topic?: string
  /** What a copy is cleared by, where this is not its key: an id. */
  ownerOf?: (value: V) => string
}
type Entry<V> = { value: V; step: number }

/** NOTIFY carries less than 8,000 bytes. */
const IDS_PER_MESSAGE = 300

/**
 * Calls with the same key share one load. A load that is under way while its key is cleared answers those who asked before, and is not kept;
 * a load that fails is not kept either.
 */
export class NodeCache<K extends string, V> {
  readonly #app: App
  readonly #options: Options<K, V>
  readonly #entries: LRUCache<K, Entry<V>>
  /** The step at which an owner was last cleared: the owner of a load that is under way is not known yet. */
  readonly #cleared: LRUCache<string, number>
  readonly #listeners: (() => void)[] = []
  #allCleared = 0
  #step = 0

  constructor(app: App, options: Options<K, V>) {
    const { load, max, ttl, topic } = options
    this.#app = app
    this.#options = options
    this.#cleared = new LRUCache({ max: 4 * max, ttl: 2 * ttl })
    this.#entries = new LRUCache({
      max,
      ttl,
      // without this a load whose key is cleared fails
      ignoreFetchAbort: true,
      fetchMethod: (key) => {
        const step = ++this.#step
        return load(key).then((value): Entry<V> => ({ value, step }))
      },
    })
    if (topic === undefined) return
    app.bus.subscribe(topic, (payload) => this.forget((payload as { ids?: string[] }).ids))
    app.bus.onGap(() => this.forget())
  }

  async get(key: K): Promise<V> {
    const asked = this.#step
    // a hit by `fetch` costs three times as much
    const entry = this.#entries.get(key) ?? (await this.#entries.forceFetch(key))
    const cleared = this.#clearedAt(entry.value, key)
    if (cleared < entry.step) return entry.value
    this.#drop(key, entry)
    // a clearing that came after the question may be answered with what was true before
    return cleared > asked ? entry.value : (await this.#entries.forceFetch(key)).value
  }

  /** Loads anew what proved to be outdated, once for all callers that hold the same copy. */
  renew(key: K, outdated: V): Promise<V> {
    const entry = this.#entries.peek(key)
    if (entry?.value === outdated) this.#drop(key, entry)
    return this.get(key)
  }

  /** Clears the copies of these owners, or all, on this node. */
  forget(owners?: readonly string[]): void {
    const step = ++this.#step
    if (owners) for (const owner of owners) this.#cleared.set(owner, step)
    else {
      this.#allCleared = step
      this.#entries.clear()
    }
    for (const act of this.#listeners) act()
  }

  /**
   * Clears the copies of these owners, or all, on every node: call it once the change has committed. A broken bus does not fail the
   * call: the other nodes notice the change when their copies are too old.
   */
  async forgetEverywhere(owners?: readonly string[]): Promise<void> {
    this.forget(owners)
    const { bus, log } = this.#app
    const { topic } = this.#options
    if (topic === undefined) return
    try {
      if (!owners) await bus.publish(topic, {})
      else
        for (let from = 0; from < owners.length; from += IDS_PER_MESSAGE)
          await bus.publish(topic, { ids: owners.slice(from, from + IDS_PER_MESSAGE) })
    } catch (error) {
      log.warn({ err: error, topic }, 'other nodes were not notified of a change')
    }
  }

  /** Calls `act` on this node after each clearing, on whichever node the change was made. */
  onForget(act: () => void): void {
    this.#listeners.push(act)
  }

  #clearedAt(value: V, key: K) {
    const owner = this.#options.ownerOf?.(value) ?? key
    return Math.max(this.#allCleared, this.#cleared.get(owner) ?? 0)
  }

  #drop(key: K, entry: Entry<V>) {
    if (this.#entries.peek(key) === entry) this.#entries.delete(key)
  }
}
