// The stored form of the places at which a player can begin.
import type { Cluster } from '@shuyuan/contract/paper/record/scan.ts'

const ENTRY = 8
const MOST_NUMBER = 2 ** 32 - 1

/** Position and milliseconds, four bytes each, big-endian. */
export function packClusters(clusters: readonly Cluster[]): Buffer {
  const packed = Buffer.alloc(clusters.length * ENTRY)
  clusters.forEach(({ at, time }, index) => {
    packed.writeUInt32BE(Math.min(at, MOST_NUMBER), index * ENTRY)
    packed.writeUInt32BE(Math.min(time, MOST_NUMBER), index * ENTRY + 4)
  })
  return packed
}

export const unpackClusters = (packed: Buffer): Cluster[] =>
  Array.from({ length: Math.floor(packed.length / ENTRY) }, (_, index) => ({
    at: packed.readUInt32BE(index * ENTRY),
    time: packed.readUInt32BE(index * ENTRY + 4),
  }))
