// Reads a WebM file while it grows, and finds the places where a player can begin (RFC 9559, Matroska; RFC 8794, EBML).

import { type Cluster, joinRest, type Read, restOf, type Scan } from './scan.ts'

const ids = {
  segment: 0x18_53_80_67,
  tracks: 0x16_54_ae_6b,
  entry: 0xae,
  number: 0xd7,
  type: 0x83,
  cluster: 0x1f_43_b6_75,
  time: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simple: 0xa3,
} as const
const masters = new Set<number>([ids.segment, ids.tracks, ids.entry, ids.cluster, ids.group])
const values = new Set<number>([ids.number, ids.type, ids.time])
const VIDEO = 1
const KEY_FRAME = 0x80
/** number of the track in one byte, time in two, flags */
const BLOCK_HEAD = 4
const ONE_BYTE = 0x80
const FILLED = 0xff
const MOST_ID = 4
const MOST_SIZE = 8

/** The length of a number by its first byte; 0 for a byte that begins none. */
const lengthOf = (first: number, most: number) => {
  const length = Math.clz32(first) - 23
  return length <= most ? length : 0
}

function bytesOf(data: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = at; index < at + length; index++) value = value * 256 + data[index]!
  return value
}

/** `size`: undefined where it is not said; `'short'`: bytes are missing; `'broken'`: no element begins here */
type Head = { id: number; size: number | undefined; length: number }
function headAt(data: Uint8Array, at: number): Head | 'short' | 'broken' {
  if (at >= data.length) return 'short'
  const idLength = lengthOf(data[at]!, MOST_ID)
  if (idLength === 0) return 'broken'
  const sizeAt = at + idLength
  if (sizeAt >= data.length) return 'short'
  const sizeLength = lengthOf(data[sizeAt]!, MOST_SIZE)
  if (sizeLength === 0) return 'broken'
  if (sizeAt + sizeLength > data.length) return 'short'
  // without the mark of the length, which is beyond exact numbers where there are eight bytes
  const mark = ONE_BYTE >> (sizeLength - 1)
  const first = data[sizeAt]! - mark
  const rest = bytesOf(data, sizeAt + 1, sizeLength - 1)
  const isOpen = first === mark - 1 && data.subarray(sizeAt + 1, sizeAt + sizeLength).every((one) => one === FILLED)
  const size = isOpen ? undefined : first * 256 ** (sizeLength - 1) + rest
  return { id: bytesOf(data, at, idLength), size, length: idLength + sizeLength }
}

const signed16 = (data: Uint8Array, at: number) => ((data[at]! << 24) >> 16) | data[at + 1]!

/** Bytes of an element, after its head, without which it cannot be read. */
function neededOf({ id, size }: Head): number {
  if (values.has(id)) return size ?? 0
  return id === ids.simple || id === ids.block ? BLOCK_HEAD : 0
}

/**
 * Reads bytes that lie at `from` of the file; `from` is where the bytes of the last call ended.
 * @returns where the reading stands now, and the clusters found that begin with a key frame
 */
export function scanWebm(before: Scan, bytes: Uint8Array, from: number): Read {
  const scan: Scan = { ...before, cluster: before.cluster && { ...before.cluster } }
  const clusters: Cluster[] = []
  if (scan.broken) return { scan, clusters }
  const { data, start } = joinRest(scan, bytes, from)
  scan.rest = ''
  while (scan.at - start < data.length) {
    const at = scan.at - start
    const head = headAt(data, at)
    if (head === 'broken' || (head !== 'short' && !isPlausible(head))) return { scan: { ...scan, broken: true }, clusters }
    if (head === 'short' || at + head.length + neededOf(head) > data.length) {
      scan.rest = restOf(data.subarray(at))
      break
    }
    read(scan, head, data, at + head.length, clusters)
    scan.at += head.length + (masters.has(head.id) ? 0 : (head.size ?? 0))
  }
  return { scan, clusters }
}

/** Only elements that are descended into may leave their size open, and numbers have at most eight bytes. */
const isPlausible = ({ id, size }: Head) =>
  masters.has(id) || (size !== undefined && Number.isSafeInteger(size) && (!values.has(id) || size <= MOST_SIZE))

function read(scan: Scan, { id, size = 0 }: Head, data: Uint8Array, at: number, clusters: Cluster[]) {
  switch (id) {
    case ids.number:
      scan.entry = bytesOf(data, at, size)
      break
    case ids.type:
      if (bytesOf(data, at, size) === VIDEO && scan.video === 0) scan.video = scan.entry
      break
    case ids.cluster:
      if (scan.init === 0) scan.init = scan.at
      scan.cluster = { at: scan.at, time: 0 }
      scan.decided = false
      break
    case ids.time:
      if (scan.cluster) scan.cluster.time = bytesOf(data, at, size)
      break
    case ids.simple:
    case ids.block:
      readBlock(scan, id === ids.simple, data, at, clusters)
      break
    default:
  }
}

/** A block of a group does not say whether it is a key frame, and counts as none. */
function readBlock(scan: Scan, isSimple: boolean, data: Uint8Array, at: number, clusters: Cluster[]) {
  if (!scan.cluster) return
  const time = scan.cluster.time + signed16(data, at + 1)
  scan.last = Math.max(scan.last, time)
  const isPicture = scan.video !== 0 && data[at] === (ONE_BYTE | scan.video)
  if (isPicture) scan.picture = Math.max(scan.picture ?? 0, time)
  if (scan.decided || !isPicture) return
  scan.decided = true
  if (isSimple && (data[at + 3]! & KEY_FRAME) !== 0) clusters.push({ ...scan.cluster })
}
