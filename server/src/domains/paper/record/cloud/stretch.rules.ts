// What can be played of a part of which pieces are missing: runs of whole clusters.
import type { Cluster } from '@shuyuan/contract/paper/record/scan.ts'

type Part = { clusters: readonly Cluster[]; bytes: number; initBytes: number; lengthMs: number }
/** Bytes that are not there, `to` behind the last one. `ms`: the time of the last picture before them, where that is known */
export type Missing = { from: number; to: number; ms?: number }
/** `bytes`: the position behind its last byte; times are those of the part */
export type Stretch = { clusters: Cluster[]; bytes: number; fromMs: number; toMs: number }

/** The whole part where nothing is missing; nothing without its head. */
export function stretchesOf({ clusters, bytes, initBytes, lengthMs }: Part, missing: readonly Missing[]): Stretch[] {
  if (missing.length === 0) return [{ clusters: [...clusters], bytes, fromMs: 0, toMs: lengthMs }]
  if (missing.some(({ from }) => from < initBytes)) return []
  const found: Stretch[] = []
  let open: Stretch | undefined
  clusters.forEach((cluster, at) => {
    const next = clusters[at + 1]
    // what came before a gap whose time is known can be played up to it
    const cut = missing.find(({ from, ms }) => ms !== undefined && from > cluster.at && from < (next?.at ?? bytes))
    const end = cut?.from ?? next?.at ?? bytes
    if (missing.some(({ from, to }) => from < end && to > cluster.at)) {
      open = undefined
      return
    }
    if (!open) found.push((open = { clusters: [], bytes: end, fromMs: cluster.time, toMs: 0 }))
    open.clusters.push(cluster)
    open.bytes = end
    open.toMs = cut?.ms ?? next?.time ?? lengthMs
    if (cut) open = undefined
  })
  return found
}
