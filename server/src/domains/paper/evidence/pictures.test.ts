// A part of pictures: on the axis like any other, in the grid, and as a film of its own in an export.
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { packPicture, PICTURES, picturesIn } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { openRecorded, sendPiece } from '../../../../test/recording.ts'
import { readArchive } from '../../../kernel/archive.ts'

const { app, admin, ann } = await startWith('ann')
app.clock.stop()
const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#246' } })
  .jpeg()
  .toBuffer()
const times = [0, 2_000, 4_000, 6_000]
const film = Buffer.concat(times.map((time) => packPicture(jpeg, time, time === 0)))

test('pictures are seen, found by time, and exported as a film', async () => {
  const one = await openRecorded(app, ann)
  const begun = await app.ok(record.begin, { paperId: one.id, track: RecordTrack.camera, session: one.session, mime: PICTURES }, ann)
  app.clock.advance(7)
  expect(await sendPiece(app, begun.address, film, 0, true)).toMatchObject({ size: film.length })
  const [grid] = await app.ok(recordGrid['record-grid'], { examId: one.examId, paperIds: [one.id] }, admin)
  const [tile] = grid!.tracks
  expect(tile).toMatchObject({ mime: PICTURES, init: 8 })
  const read = async (address: string, from: number) =>
    (await app.http.inject({ url: address, headers: { range: `bytes=${from}-${film.length - 1}` } })).rawPayload
  expect(picturesIn(await read(tile!.address, tile!.from)).map((picture) => [picture.time, jpeg.equals(picture.jpeg)])).toEqual([
    [6_000, true],
  ])
  await handIn(app, ann, one.id)
  await app.runJobs('paper.record.close')
  const part = (await app.ok(evidence.detail, { paperId: one.id }, admin)).tracks[0]!.parts[0]!
  expect([part.mime, part.clusters.map(([, time]) => time)]).toEqual([PICTURES, times])
  const { id } = await app.ok(evidenceReview.export, { paperId: one.id, tracks: [RecordTrack.camera], fromMs: 0, toMs: 3_000 }, admin)
  await app.runJobs('paper.export')
  expect(await app.ok(paperExport.detail, { id }, admin)).toMatchObject({ state: ExportState.done })
  const reply = await app.http.inject({ method: 'POST', url: paperExport.download.path, headers: { token: admin.token }, payload: { id } })
  const files = readArchive(reply.rawPayload)
  const name = [...files.keys()].find((key) => key.endsWith('.mkv'))
  const copy = Buffer.from(files.get(name!)!)
  expect(copy.includes('V_MJPEG')).toBe(true)
  // up to the place that was asked for, and the picture that is shown then
  expect(copy.toString('latin1').split(jpeg.toString('latin1')).length - 1).toBe(2)
})
