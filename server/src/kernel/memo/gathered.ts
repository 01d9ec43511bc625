// Data loader: reads with one statement what concurrent callers ask for.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Calls of a function that may be under way; further keys wait until one of them is done. */
const UNDER_WAY = 2

type Options = {
  /** keys of a call; the rest goes with the next one */
  most?: number
}

/**
 * Asks for the values of many keys with one call of `read`: for those of one turn of the event loop, and while two calls are under way, for
 * those that come until one of them is done.
 * @returns a function that asks for a key; undefined for a key that `read` does not answer
 */
export function gatheredValues<K, V>(
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { most = 500 }: Options = {},
): (key: K) => Promise<V | undefined> {
  type Group = { keys: Set<K>; values: Promise<ReadonlyMap<K, V>> }
  let gathering: Group | undefined
  // a new list for each change: docs/decisions/0274
  let calls: readonly Promise<void>[] = []
  const start = () => {
    const keys = new Set<K>()
    const values = (async () => {
      await nextTurn()
      while (calls.length >= UNDER_WAY) await Promise.race(calls)
      if (gathering?.keys === keys) gathering = undefined
      const call = read([...keys])
      const end = (): void => void (calls = calls.filter((one) => one !== ended))
      const ended: Promise<void> = call.then(end, end)
      calls = [...calls, ended]
      return call
    })()
    return { keys, values }
  }
  return async (key) => {
    if (!gathering || gathering.keys.size >= most) gathering = start()
    gathering.keys.add(key)
    return (await gathering.values).get(key)
  }
}

const nothing: ReadonlyMap<never, never> = new Map<never, never>()

/**
 * Calls `act` once with the keys that are asked for together, as `gatheredValues` does.
 * @returns a function that asks for a key; it is done, or fails, with the call that had it
 */
export function gathered<K>(act: (keys: ReadonlySet<K>) => Promise<void>, options?: Options): (key: K) => Promise<void> {
  const ask = gatheredValues<K, never>((keys) => act(new Set(keys)).then(() => nothing), options)
  return async (key) => {
    await ask(key)
  }
}
