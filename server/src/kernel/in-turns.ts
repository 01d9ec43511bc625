// Limits how many calls of one kind run at the same time, so that other calls are not delayed by them.
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * @param most the number of functions that may run at the same time; further ones wait in the order of their calls
 * @returns a function that runs the given function in its turn, and resolves or rejects with it. The next waiting function starts in the next turn
 * of the event loop
 */
export function inTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  const leave = async () => {
    await nextTurn()
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      void leave()
    }
  }
}
