import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { PICTURE_MARK, packPicture, picturesIn, scanPictures } from './picture-scan.ts'
import { type Cluster, newScan } from './scan.ts'

const jpeg = (length: number) => Uint8Array.from({ length }, (_, at) => [0xff, 0xd8][at] ?? at % 251)
const pictures = [0, 2_000, 4_100, 9_000].map((time, at) => ({ time, jpeg: jpeg(500 + at) }))
const file = Buffer.concat(pictures.map((one, at) => packPicture(one.jpeg, one.time, at === 0)))

function readInPieces(lengthOf: () => number) {
  let scan = newScan
  const clusters: Cluster[] = []
  for (let at = 0; at < file.length;) {
    const piece = file.subarray(at, at + lengthOf())
    const read = scanPictures(scan, piece, at)
    // as it is stored between two pieces
    scan = JSON.parse(JSON.stringify(read.scan)) as typeof scan
    clusters.push(...read.clusters)
    at += piece.length
  }
  return { scan, clusters }
}

test('each picture is a place to begin, in pieces of any length', () => {
  const whole = readInPieces(() => file.length)
  expect(whole.clusters.map((one) => one.time)).toEqual([0, 2_000, 4_100, 9_000])
  expect(whole.scan).toMatchObject({ init: PICTURE_MARK, last: 9_000, broken: false })
  expect(readInPieces(() => randomInt(1, 700))).toEqual(whole)
  expect(readInPieces(() => 1)).toEqual(whole)
})

test('pictures are found again from any place to begin; one that is cut off is left out', () => {
  const { clusters } = readInPieces(() => file.length)
  expect(picturesIn(file.subarray(clusters[1]!.at))).toEqual(pictures.slice(1).map((one) => ({ ...one, jpeg: Buffer.from(one.jpeg) })))
  expect(picturesIn(file.subarray(clusters[1]!.at, clusters[3]!.at + 20)).map((one) => one.time)).toEqual([2_000, 4_100])
})

test.each([
  ['without a mark', Buffer.from('not a recording')],
  ['that is no JPEG', Buffer.concat([packPicture(jpeg(9), 0, true), packPicture(new Uint8Array(9), 1, false)])],
  ['that goes back in time', Buffer.concat([packPicture(jpeg(9), 5, true), packPicture(jpeg(9), 1, false)])],
])('what comes %s is not read on', (_, bytes) => {
  expect(scanPictures(newScan, bytes, 0).scan.broken).toBe(true)
})
