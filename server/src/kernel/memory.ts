// How much memory the server takes from the system for its heap.
import { constants, type NodeGCPerformanceDetail, performance, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** How far the old generation grows between two collections, in percent of what the last one left. V8 takes 300 by itself. */
const GROWTH_PERCENT = 50
/** Bytes of the young generation, of which a half is in use. V8 takes up to 128 MB by itself, which stay resident. */
const YOUNG_BYTES = 32 * 2 ** 20
/** A list is copied as a whole when it survives. */
const LIST = Array.from({ length: 1_000 }, () => 0)
const MOST_TRIES = 4
const USUAL_GROWTH = 2
/** A collection of young objects costs some milliseconds; a size that V8 takes back again is not asked for more often. */
const REST_MS = 1_000
const QUIET_SECONDS = 10
/** The share of its time in which the event loop of a server works that can stand still once: a hall of 2,000 that saves at an even pace. */
const QUIET_SHARE = 0.25
/** A server whose heap is larger, in bytes, serves a large exam. An idle server uses 48 to 63 MB, one with 2,000 candidates at least 91 MB. */
const HALL_BYTES = 80 * 2 ** 20

/** From now on the heap is collected when it has grown by half, so that a full hall's garbage does not stay resident. */
export function boundGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  // an object of a call that was made among the old ones keeps the call until all are collected (docs/decisions/0274)
  setFlagsFromString('--no-allocation-site-pretenuring')
  boundYoung()
  keepYoung()
}

/**
 * Restores the size of the young generation after V8 has reduced it to a sixteenth, as it does in an idle server. The first minor collection
 * triggers this. A timer would be too late, because all candidates of an exam begin within one second.
 */
function keepYoung(): void {
  let next = 0
  new PerformanceObserver((list) => {
    if (!list.getEntries().some(isOfYoung)) return
    if (performance.now() < next || youngBytes() >= YOUNG_BYTES) return
    boundYoung()
    next = performance.now() + REST_MS
  }).observe({ entryTypes: ['gc'] })
}

const isOfYoung = (entry: object) => (entry as { detail: NodeGCPerformanceDetail }).detail.kind === constants.NODE_PERFORMANCE_GC_MINOR

const youngBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0

/**
 * Lets the young generation grow to its size now, and no further. A limit is an option of the command line only, but the factor of its growth is
 * read at each growth. It grows after a collection that more objects survived than it can hold, which takes some milliseconds here.
 * The factor holds for all threads: each must ask for its size.
 * @returns its size in bytes
 */
export function boundYoung(bytes = YOUNG_BYTES): number {
  const collect = () => collector()({ type: 'minor', execution: 'sync' })
  setGrowth(1)
  // both halves have their size after a collection only
  collect()
  for (let tries = 0; tries < MOST_TRIES && youngBytes() < bytes; tries++) {
    const alive: number[][] = []
    for (let left = youngBytes(); left > 0; left -= LIST.length * 8) alive.push([...LIST])
    setGrowth(Math.max(2, Math.floor(bytes / youngBytes())))
    collect()
    setGrowth(1)
  }
  // one that did not grow may do so later
  if (isMainThread && youngBytes() < bytes) setGrowth(USUAL_GROWTH)
  return youngBytes()
}

/** @param factor by how much the young generation grows where much of it survives */
const setGrowth = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/**
 * Calls `act` once, when the server has had little to do in each of ten seconds in a row. An average over the ten would still be low when an exam has
 * just begun. Does not keep the process alive.
 */
export function whenQuiet(act: () => void, share: () => number = sharer()): void {
  let quiet = 0
  const timer = setInterval(() => {
    quiet = share() > QUIET_SHARE ? 0 : quiet + 1
    if (quiet < QUIET_SECONDS) return
    clearInterval(timer)
    act()
  }, 1_000).unref()
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
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  boundYoung()
  return true
}

type Collect = (how: { type: 'major' | 'minor'; execution: 'sync'; flavor?: 'last-resort' }) => void

/** The function of V8 that collects garbage, which no other code of the server sees. */
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  return collect
}
