// What can be played of a part of which pieces are missing: runs of whole clusters.
import type { Cluster } from '@shuyuan/contract/paper/record/scan.ts'

type Part = { clusters: readonly Cluster[]; bytes: number; initBytes: number; lengthMs: number }
/** `bytes`: the position behind its last byte; times are those of the part */
export type Stretch = { clusters: Cluster[]; bytes: number; fromMs: number; toMs: number }

/** The whole part where nothing is missing; nothing without its head. @param missing positions, the second one behind the last missing byte */
export function stretchesOf({ clusters, bytes, initBytes, lengthMs }: Part, missing: readonly { from: number; to: number }[]): Stretch[] {
  if (missing.length === 0) return [{ clusters: [...clusters], bytes, fromMs: 0, toMs: lengthMs }]
  if (missing.some(({ from }) => from < initBytes)) return []
  const found: Stretch[] = []
  let open: Stretch | undefined
  clusters.forEach((cluster, at) => {
    const next = clusters[at + 1]
    const end = next?.at ?? bytes
    if (missing.some(({ from, to }) => from < end && to > cluster.at)) {
      open = undefined
      return
    }
    if (!open) found.push((open = { clusters: [], bytes: end, fromMs: cluster.time, toMs: 0 }))
    open.clusters.push(cluster)
    open.bytes = end
    open.toMs = next?.time ?? lengthMs
  })
  return found
}
