// The index of a growing WebM: the same in one piece and in many, and only of clusters at which a player can begin.
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Demuxer } from 'node-av/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSample } from '../../../../test/media.ts'
import { makeWebm } from './webm.factory.ts'
import { type Cluster, newScan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanWebm } from '@shuyuan/contract/paper/record/webm-scan.ts'
import { packClusters, unpackClusters } from './cluster.format.ts'

const folder = await mkdtemp(join(tmpdir(), 'shuyuan-webm-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const path = join(folder, 'a.mkv')
beforeAll(() => makeSample(path, { length: 12, gop: 30 }))

function readInPieces(bytes: Buffer, lengthOf: () => number) {
  let scan = newScan
  const clusters: Cluster[] = []
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, at + lengthOf())
    const read = scanWebm(scan, piece, at)
    // as it is stored between two pieces
    scan = JSON.parse(JSON.stringify(read.scan)) as typeof scan
    clusters.push(...read.clusters)
    at += piece.length
  }
  return { scan, clusters }
}

test('a file of an encoder has the same clusters in pieces of any length, and those that begin with a key frame', async () => {
  const bytes = await readFile(path)
  const whole = readInPieces(bytes, () => bytes.length)
  expect(readInPieces(bytes, () => randomInt(1, 4_097))).toEqual(whole)
  expect(readInPieces(bytes.subarray(0, 60_000), () => 1).clusters).toEqual(whole.clusters.filter(({ at }) => at < 59_000))
  await using demuxer = await Demuxer.open(path)
  const stream = demuxer.video()!
  const keys = new Set<number>()
  for await (const packet of demuxer.packets(stream.index)) if (packet?.isKeyframe) keys.add(Math.round(Number(packet.pts)))
  expect(whole.clusters.length).toBeGreaterThan(1)
  for (const { time } of whole.clusters) expect([...keys].some((key) => Math.abs(key - time) <= 50)).toBe(true)
  expect(whole.scan.init).toBe(whole.clusters[0]!.at)
  expect(Math.abs(whole.scan.last - 12_000)).toBeLessThan(100)
})

test.each(['camera', 'screen'])(
  'a film of Chromium (%s) has the same clusters in pieces of 1 to 4,096 bytes, each with a key frame',
  async (name) => {
    const file = new URL(`../../../seed/media/recording/${name}.webm`, import.meta.url)
    const bytes = await readFile(file)
    const whole = readInPieces(bytes, () => bytes.length)
    expect(readInPieces(bytes, () => randomInt(1, 4_097))).toEqual(whole)
    await using demuxer = await Demuxer.open(fileURLToPath(file))
    const stream = demuxer.video()!
    const keys: number[] = []
    for await (const packet of demuxer.packets(stream.index)) if (packet?.isKeyframe) keys.push(Math.round(Number(packet.pts)))
    expect(whole.clusters.length).toBe(keys.length)
    for (const [at, { time }] of whole.clusters.entries()) expect(Math.abs(time - keys[at]!)).toBeLessThanOrEqual(20)
  },
)

test('clusters without a key frame are left out, and sizes that are not said are no hindrance', () => {
  const { bytes, keys } = makeWebm([
    { time: 0, key: true },
    { time: 1_000, key: false },
    { time: 5_000, key: true },
  ])
  const { scan, clusters } = readInPieces(bytes, () => 3)
  expect(clusters).toEqual(keys)
  expect(clusters.map((one) => one.time)).toEqual([0, 5_000])
  expect([scan.last, scan.broken]).toEqual([5_400, false])
  expect(unpackClusters(packClusters(clusters))).toEqual(clusters)
})

test('what is no WebM is not read on', () => {
  const { scan, clusters } = scanWebm(newScan, Buffer.alloc(100), 0)
  expect([scan.broken, clusters]).toEqual([true, []])
  expect(scanWebm(scan, makeWebm([{ time: 0, key: true }]).bytes, 100).clusters).toEqual([])
})
