// Times with something like speech, as browsers find them: a hint where to listen, never a signal.
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'

/** Of one part: more are noise. */
const MOST = 2_000
/** A pause of this length does not divide two of them. */
const PAUSE_MS = 1_000

/**
 * Adds times to those of a part, in order; repeated and overlapping ones become one. Those that begin behind its end are left out.
 * @param lengthMs of the part
 */
export function addSpoken(before: readonly Spoken[], fresh: readonly Spoken[], lengthMs: number): Spoken[] {
  const within = fresh.filter(([from, to]) => from < to && from < lengthMs).map(([from, to]): Spoken => [from, Math.min(to, lengthMs)])
  const all: Spoken[] = []
  for (const [from, to] of [...before, ...within].toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1] + PAUSE_MS) last[1] = Math.max(last[1], to)
    else if (all.length < MOST) all.push([from, to])
  }
  return all
}
