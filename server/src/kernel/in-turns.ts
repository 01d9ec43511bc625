// Lets few of many calls of one kind go on at a time, so that calls of another kind come between.
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * @param most works that go on at the same time; the others wait in the order of their calls
 * @returns runs a work when it is its turn, and answers or fails as the work does. A place that becomes free is taken in the next turn of the
 * event loop
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
