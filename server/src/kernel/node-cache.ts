// A cache of stored data in this process, invalidated on all nodes over the bus when a node changes the data.
import type { LRUCache } from 'lru-cache'
import type { App } from './ctx.ts'
import { every } from './every.ts'
import { newLru } from './memo/lru.ts'

type Options<K extends string, V> = {
  load: (key: K) => Promise<V>
  max: number
  /** Maximum age of an entry in ms, and so the delay of a node that missed a message. */
  ttl: number
  /** The bus topic that clears the caches of all nodes; without it an entry lasts until it is renewed or too old. */
  topic?: string
  /** The id by which an entry is cleared, when it is not its key. */
  ownerOf?: (value: V) => string
  /** Entries that were asked for are loaded again before they are too old, many at the same moment, so that no call waits for its own load. */
  ahead?: boolean
}
type Entry<V> = { value: V; step: number; used: boolean }

/** With `ahead`, entries are looked at so often in their life, and loaded again when so many looks are left. */
const LOOKS = 15
const LOOKS_LEFT = 1

/** Keeps messages below the 8,000 bytes of NOTIFY. */
const IDS_PER_MESSAGE = 300

/**
 * Concurrent calls with the same key share one load. A load during which its key is cleared answers only the calls made before, and is not
 * cached; nor is a failed load.
 */
export class NodeCache<K extends string, V> {
  readonly #app: App
  readonly #options: Options<K, V>
  readonly #entries: LRUCache<K, Entry<V>>
  /** The step at which an owner was last cleared. Needed because the owner of a running load is not known yet. */
  readonly #cleared: LRUCache<string, number>
  readonly #listeners: (() => void)[] = []
  #allCleared = 0
  #step = 0
  /** Keys by the look before which they were loaded, the newest last. */
  readonly #loaded: K[][] = []

  constructor(app: App, options: Options<K, V>) {
    const { load, max, ttl, topic, ahead } = options
    this.#app = app
    this.#options = options
    this.#cleared = newLru(4 * max, { ttl: 2 * ttl })
    this.#entries = newLru(max, {
      ttl,
      // otherwise a load whose key is cleared rejects
      ignoreFetchAbort: true,
      fetchMethod: (key) => {
        const step = ++this.#step
        return load(key).then((value): Entry<V> => {
          this.#loaded.at(-1)?.push(key)
          return { value, step, used: false }
        })
      },
    })
    if (ahead) {
      this.#loaded.push([])
      every(app, ttl / LOOKS, 'loading ahead', () => this.#look())
    }
    if (topic === undefined) return
    app.bus.subscribe(topic, (payload) => this.clear((payload as { ids?: string[] }).ids))
    app.bus.onGap(() => this.clear())
  }

  async get(key: K): Promise<V> {
    const asked = this.#step
    // a hit by `fetch` costs three times as much
    const known = this.#entries.get(key)
    if (known) known.used = true
    const entry = known ?? (await this.#entries.forceFetch(key))
    const cleared = this.#clearedAt(entry.value, key)
    if (cleared < entry.step) return entry.value
    this.#drop(key, entry)
    // a call made before the clearing may get the older value
    return cleared > asked ? entry.value : (await this.#entries.forceFetch(key)).value
  }

  /** Reloads an entry whose value proved outdated, once for all callers that hold the same value. */
  renew(key: K, outdated: V): Promise<V> {
    const entry = this.#entries.peek(key)
    if (entry?.value === outdated) this.#drop(key, entry)
    return this.get(key)
  }

  /** Clears the entries of these owners, or all, on this node. */
  clear(owners?: readonly string[]): void {
    const step = ++this.#step
    if (owners) for (const owner of owners) this.#cleared.set(owner, step)
    else {
      this.#allCleared = step
      this.#entries.clear()
    }
    for (const act of this.#listeners) act()
  }

  /**
   * Clears the entries of these owners, or all, on every node. Call it after the change has committed. A broken bus does not fail the
   * call: the other nodes see the change after `ttl`.
   */
  async clearEverywhere(owners?: readonly string[]): Promise<void> {
    this.clear(owners)
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

  /** Calls `act` on this node after each clearing, regardless of which node started it. */
  onClear(act: () => void): void {
    this.#listeners.push(act)
  }

  /** Loads again what would soon be too old and was asked for since its load. */
  async #look(): Promise<void> {
    this.#loaded.push([])
    if (this.#loaded.length < LOOKS - LOOKS_LEFT) return
    const keys = this.#loaded.shift() ?? []
    await Promise.all(
      keys.map(async (key) => {
        const entry = this.#entries.peek(key)
        if (!entry?.used) return
        const step = ++this.#step
        // after a failure the next call loads it
        const loaded = await this.#options.load(key).then(
          (value) => ({ value }),
          () => undefined,
        )
        // cleared or loaded by a call meanwhile
        if (!loaded || this.#entries.peek(key) !== entry || this.#clearedAt(entry.value, key) >= entry.step) return
        this.#entries.set(key, { ...loaded, step, used: false })
        this.#loaded.at(-1)!.push(key)
      }),
    )
  }

  #clearedAt(value: V, key: K) {
    const owner = this.#options.ownerOf?.(value) ?? key
    return Math.max(this.#allCleared, this.#cleared.get(owner) ?? 0)
  }

  #drop(key: K, entry: Entry<V>) {
    if (this.#entries.peek(key) === entry) this.#entries.delete(key)
  }
}
