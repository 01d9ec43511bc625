// States of an object of a recording, and limits of the index that a browser sends.
import type { Cluster } from '@shuyuan/contract/paper/record/scan.ts'

export const PieceState = { signed: 0, sent: 1, checked: 2, missing: 3 } as const
export type PieceState = (typeof PieceState)[keyof typeof PieceState]

/** How long an address for a piece can be used. */
export const ADDRESS_SECONDS = 900

/** A recorder cannot have recorded more than has passed since it began, but for clocks that run differently. */
const SPARE_MS = 60_000

/** Milliseconds that a part may have, by what the browser says and by the time since it began. */
export const lengthWithin = (said: number, before: number, passedMs: number): number =>
  Math.max(before, Math.min(said, Math.max(0, passedMs) + SPARE_MS))

/** Whether places at which a player can begin follow the known ones, and lie within the bytes that are there. */
export function areInOrder(
  clusters: readonly Cluster[],
  last: Cluster | undefined,
  { end, lengthMs }: { end: number; lengthMs: number },
): boolean {
  let before = last ?? { at: -1, time: 0 }
  for (const one of clusters) {
    if (one.at <= before.at || one.time < before.time || one.at >= end || one.time > lengthMs) return false
    before = one
  }
  return true
}
