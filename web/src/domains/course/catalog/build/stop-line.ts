// Places of questions in a video: whole seconds before its end, one question each.
import type { Stop } from './board.ts'

export const MOST_STOPS = 50
/** Of a video whose length is not known yet. */
const UNKNOWN_LENGTH = 600

/** Seconds that the line shows; at least up to the last question. */
export const lengthOfLine = (duration: number, stops: readonly Stop[]): number =>
  duration > 0 ? duration : Math.max(UNKNOWN_LENGTH, ...stops.map((one) => one.atSec + 1))

/** The second next to `wanted` that is within the film and free; undefined: there is none. */
export function freeSecond(wanted: number, duration: number, taken: ReadonlySet<number>): number | undefined {
  const last = duration > 0 ? duration - 1 : Number.MAX_SAFE_INTEGER
  const from = Math.max(0, Math.min(Math.floor(wanted), last))
  for (let by = 0; by <= taken.size; by++) {
    if (from + by <= last && !taken.has(from + by)) return from + by
    if (from - by >= 0 && !taken.has(from - by)) return from - by
  }
  return undefined
}

const sorted = (stops: readonly Stop[]) => stops.toSorted((a, b) => a.atSec - b.atSec)

/** Adds questions at a second, the further ones a second after each other. */
export function placed(
  stops: readonly Stop[],
  picked: readonly { quId: string; title: string }[],
  atSec: number,
  duration: number,
): Stop[] {
  const taken = new Set(stops.map((one) => one.atSec))
  const added = picked.flatMap((one, at) => {
    const free = freeSecond(atSec + at, duration, taken)
    if (free === undefined) return []
    taken.add(free)
    return [{ ...one, atSec: free }]
  })
  return sorted([...stops, ...added]).slice(0, MOST_STOPS)
}

/** Moves a question to a second; where another one stands, to the next free one in its direction. */
export function movedStop(stops: readonly Stop[], at: number, wanted: number, duration: number): Stop[] {
  const stop = stops[at]
  if (!stop) return [...stops]
  const taken = new Set(stops.filter((one) => one !== stop).map((one) => one.atSec))
  const last = duration > 0 ? duration - 1 : Number.MAX_SAFE_INTEGER
  const step = wanted < stop.atSec ? -1 : 1
  let to = Math.max(0, Math.min(Math.round(wanted), last))
  while (taken.has(to) && to + step >= 0 && to + step <= last) to += step
  return taken.has(to) ? [...stops] : sorted(stops.map((one) => (one === stop ? { ...one, atSec: to } : one)))
}
