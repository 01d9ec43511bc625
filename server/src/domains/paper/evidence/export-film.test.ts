// An exported film as a player sees it: it has a length, shows a picture at any second, and its key frames are those of the index.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { Decoder, Demuxer } from 'node-av/api'
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { openRecorded } from '../../../../test/recording.ts'
import { readArchive } from '../../../kernel/archive.ts'
import { makePart } from '../record/record.factory.ts'

const { app, admin, ann } = await startWith('ann')
app.clock.stop()
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-export-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
/** Films of a hundred seconds, as a browser wrote them. */
const films = [
  { track: RecordTrack.camera, name: 'camera', mime: 'video/webm;codecs=vp8', size: [320, 240] },
  { track: RecordTrack.screen, name: 'screen', mime: 'video/webm;codecs=vp9', size: [1_280, 720] },
]
let paperId = ''
/** The films of the export, by their tracks. */
const files = new Map<string, string>()

beforeAll(async () => {
  const one = await openRecorded(app, ann, { recordScreen: true })
  paperId = one.id
  for (const { track, name, mime } of films) {
    const film = await readFile(new URL(`../../../seed/media/recording/${name}.webm`, import.meta.url))
    await makePart(app.app, { paperId, track, mime, film, at: app.app.clock() })
  }
  app.clock.advance(110)
  await handIn(app, ann, paperId)
  await app.runJobs('paper.record.close')
  const { id } = await app.ok(evidenceReview.export, { paperId, tracks: films.map((film) => film.track) }, admin)
  await app.runJobs('paper.export')
  const reply = await app.http.inject({ method: 'POST', url: paperExport.download.path, headers: { token: admin.token }, payload: { id } })
  for (const [name, bytes] of readArchive(reply.rawPayload)) {
    if (!name.endsWith('.webm')) continue
    const path = join(folder, `${files.size}.webm`)
    await writeFile(path, bytes)
    files.set(name.split('_')[0]!, path)
  }
})

/** A hundred seconds of either track. */
const open = (track: string) => Demuxer.open(files.get(track) ?? '')
const clustersOf = async (of: RecordTrack) => {
  const { tracks } = await app.ok(evidence.detail, { paperId }, admin)
  return tracks.find((one) => one.track === of)!.parts[0]!.clusters.map(([, time]) => time)
}

test.each([
  ['摄像头', films[0]!],
  ['屏幕', films[1]!],
])('%s has a length, and a picture at its sixtieth second', async (name, { size }) => {
  await using demuxer = await open(name)
  expect(demuxer.duration).toBeGreaterThan(98)
  expect(demuxer.duration).toBeLessThan(102)
  const stream = demuxer.video()!
  expect(await demuxer.seek(60, -1, AVSEEK_FLAG_BACKWARD)).toBeGreaterThanOrEqual(0)
  using decoder = await Decoder.create(stream)
  const shown: { at: number; size: number[] }[] = []
  for await (const frame of decoder.frames(demuxer.packets(stream.index))) {
    if (!frame) continue
    const at = (Number(frame.pts) * stream.timeBase.num) / stream.timeBase.den
    if (at > 60) break
    shown.push({ at, size: [frame.width, frame.height] })
  }
  // from the key frame before it on; a screen on which nothing moves has few pictures
  expect(shown.at(-1)?.size).toEqual(size)
  expect(shown[0]!.at).toBeGreaterThan(50)
})

test.each([
  ['摄像头', RecordTrack.camera],
  ['屏幕', RecordTrack.screen],
])('the key frames of %s are the places at which our index begins', async (name, track) => {
  await using demuxer = await open(name)
  const stream = demuxer.video()!
  const keys: number[] = []
  for await (const packet of demuxer.packets(stream.index))
    if (packet?.isKeyframe) keys.push((Number(packet.pts) * stream.timeBase.num * 1_000) / stream.timeBase.den)
  const clusters = await clustersOf(track)
  expect(clusters.length).toBeGreaterThan(10)
  // the export begins at its first picture
  const begin = clusters[0]!
  expect(keys.length).toBe(clusters.length)
  for (const [at, key] of keys.entries()) expect(Math.abs(key - (clusters[at]! - begin))).toBeLessThanOrEqual(20)
})
