// How much memory the server takes from the system for its heap.
import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How far the old generation grows between two collections, in percent of what the last one left. V8 takes 300 by itself. */
const GROWTH_PERCENT = 50
const LOOK_MS = 10_000
/** The share of its time in which the event loop of a server works that can stand still once: a hall of 2,000 that saves at an even pace. */
const QUIET_SHARE = 0.25
/** Heap in use, in bytes, above which sessions and papers of a hall are in it: about twice what an idle server uses. */
const HALL_BYTES = 160 * 2 ** 20

/** From now on the heap is collected when it has grown by half, so that a full hall's garbage does not stay resident. */
export function boundGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}

/** Calls `act` once, after the first ten seconds in which the server had little to do. Does not keep the process alive. */
export function whenQuiet(act: () => void, share: () => number = sharer()): void {
  const timer = setInterval(() => {
    if (share() > QUIET_SHARE) return
    clearInterval(timer)
    act()
  }, LOOK_MS).unref()
}

/** @returns a function that says which share of its time since the last call the event loop was working */
function sharer(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

/**
 * Runs the garbage collector, and returns the memory of loading and seeding to the system, which V8 does by itself only when it is short of
 * memory. Blocks the event loop for a quarter of a second on an idle server, and for longer the more is in use: with a hall in memory it does
 * nothing. @returns whether it was done
 */
export function collectGarbage(used = getHeapStatistics().used_heap_size): boolean {
  if (used > HALL_BYTES) return false
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
  return true
}
