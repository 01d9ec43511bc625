// The form of a track of single pictures, for browsers that record no WebM: a mark, then each picture with its time and its length before it.
import { type Cluster, joinRest, type Read, restOf, type Scan } from './scan.ts'

export const PICTURES = 'image/jpeg'
/** A picture is taken this often. */
export const PICTURE_MS = 2_000
/** `SYPIC01\n` */
const MARK = Uint8Array.of(0x53, 0x59, 0x50, 0x49, 0x43, 0x30, 0x31, 0x0a)
/** Bytes of the mark. */
export const PICTURE_MARK = MARK.length
/** Time in milliseconds and length in bytes, four bytes each, big-endian. */
export const PICTURE_HEAD = 8
const MOST_PICTURE = 512 * 1_024
const JPEG = 0xff_d8

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** A picture as it stands in the file. @param isFirst the first one has the mark before it @param time milliseconds since the recorder began */
export function packPicture(jpeg: Uint8Array, time: number, isFirst: boolean): Uint8Array<ArrayBuffer> {
  const mark = isFirst ? MARK : new Uint8Array()
  const packed = new Uint8Array(mark.length + PICTURE_HEAD + jpeg.length)
  packed.set(mark)
  viewOf(packed).setUint32(mark.length, time)
  viewOf(packed).setUint32(mark.length + 4, jpeg.length)
  packed.set(jpeg, mark.length + PICTURE_HEAD)
  return packed
}

/** The pictures in bytes that begin with the head of one; the last one may be cut off and is left out. @returns time and position of each JPEG */
export function picturesIn(data: Uint8Array): { time: number; jpeg: Uint8Array }[] {
  const found: { time: number; jpeg: Uint8Array }[] = []
  const view = viewOf(data)
  for (let at = 0; at + PICTURE_HEAD <= data.length;) {
    const [time, length] = [view.getUint32(at), view.getUint32(at + 4)]
    const end = at + PICTURE_HEAD + length
    if (end > data.length) break
    found.push({ time, jpeg: data.subarray(at + PICTURE_HEAD, end) })
    at = end
  }
  return found
}

/** Reads bytes that lie at `from` of the file, as scanWebm: each picture is a place at which a player can begin. */
export function scanPictures(before: Scan, bytes: Uint8Array, from: number): Read {
  const scan: Scan = { ...before }
  const clusters: Cluster[] = []
  if (scan.broken) return { scan, clusters }
  const { data, start } = joinRest(scan, bytes, from)
  const view = viewOf(data)
  scan.rest = ''
  while (scan.at - start < data.length) {
    const at = scan.at - start
    const needed = scan.at === 0 ? MARK.length : PICTURE_HEAD + 2
    if (at + needed > data.length) {
      scan.rest = restOf(data.subarray(at))
      break
    }
    if (scan.at === 0) {
      if (MARK.some((one, index) => data[at + index] !== one)) return { scan: { ...scan, broken: true }, clusters }
      scan.at = scan.init = MARK.length
      continue
    }
    const [time, length] = [view.getUint32(at), view.getUint32(at + 4)]
    const isPicture = length <= MOST_PICTURE && view.getUint16(at + PICTURE_HEAD) === JPEG
    if (!isPicture || time < scan.last) return { scan: { ...scan, broken: true }, clusters }
    clusters.push({ at: scan.at, time })
    scan.last = time
    scan.at += PICTURE_HEAD + length
  }
  return { scan, clusters }
}
