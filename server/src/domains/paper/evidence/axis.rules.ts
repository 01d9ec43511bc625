// The time axis of a recording: parts by the clock of the server, and what they leave out.

/** milliseconds from the start of the paper */
export type Span = { fromMs: number; toMs: number }

/** Recorders begin one after the other, and pieces come every ten seconds: a shorter gap is none. */
const LEAST_HOLE_MS = 2_000

/** The times from 0 to `endMs` that no part covers. */
export function holesOf(parts: readonly Span[], endMs: number): Span[] {
  const holes: Span[] = []
  let covered = 0
  const add = (fromMs: number, toMs: number) => {
    if (toMs - fromMs >= LEAST_HOLE_MS) holes.push({ fromMs, toMs })
  }
  for (const { fromMs, toMs } of parts.toSorted((a, b) => a.fromMs - b.fromMs)) {
    add(covered, Math.min(fromMs, endMs))
    covered = Math.max(covered, toMs)
  }
  add(covered, endMs)
  return holes
}
