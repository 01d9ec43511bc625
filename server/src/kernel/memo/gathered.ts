// Questions of the same moment are asked together.
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Calls `act` once with all keys that are asked for in one turn of the event loop.
 * @returns a function that asks for a key; it is done, or fails, with the call that had it
 */
export function gathered<K>(act: (keys: ReadonlySet<K>) => Promise<void>): (key: K) => Promise<void> {
  let waiting: { keys: Set<K>; done: Promise<void> } | undefined
  const start = () => {
    const keys = new Set<K>()
    const done = nextTurn().then(() => {
      waiting = undefined
      return act(keys)
    })
    return { keys, done }
  }
  return (key) => {
    waiting ??= start()
    waiting.keys.add(key)
    return waiting.done
  }
}
