// What a browser without room has dropped: the part goes on behind a gap, which the timeline and the replay show.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { beginPart, openRecorded, sendPiece } from '../../../../test/recording.ts'
import { makeWebm } from './webm.factory.ts'

const { app, admin, ann } = await startWith('ann')
// a busy machine takes seconds for a call
app.clock.stop()
const { bytes, keys } = makeWebm([0, 5_000, 10_000, 15_000, 20_000].map((time) => ({ time, key: true })))
const [, second, , fourth, fifth] = keys.map(({ at }) => at)
const detail = (paperId: string) => app.ok(evidence.detail, { paperId }, admin)

test('a part goes on behind what was dropped, is played in stretches, and the recording is not complete', async () => {
  const one = await openRecorded(app, ann)
  const { address } = await beginPart(app, ann, one)
  app.clock.advance(25)
  const send = (from: number, to: number, { end = false, lost = false } = {}) =>
    sendPiece(app, address, bytes.subarray(from, to), from, end, lost)
  // without its head a film cannot be read
  expect(await send(second!, fourth!, { lost: true })).toEqual({ size: 0, go: 'on' })
  expect(await send(0, second!)).toEqual({ size: second, go: 'on' })
  // a gap that the page does not name is a lost message
  expect(await send(fourth!, fifth!)).toEqual({ size: second, go: 'on' })
  // no cluster begins there
  expect(await sendPiece(app, address, Buffer.alloc(90), fourth! + 3, false, true)).toEqual({ size: second, go: 'over' })
  expect(await send(fourth!, fifth!, { lost: true })).toEqual({ size: fifth, go: 'on' })
  expect(await send(fourth!, fifth!, { lost: true })).toEqual({ size: fifth, go: 'on' })
  expect(await send(fifth!, bytes.length, { end: true })).toEqual({ size: bytes.length, go: 'on' })

  const [track] = (await detail(one.id)).tracks
  expect(track!.parts.map(({ stretch, clusters }) => [stretch, clusters.map(([at]) => at)])).toEqual([
    [0, [keys[0]!.at]],
    [1, [fourth, fifth]],
  ])
  const [before, behind] = track!.parts
  expect(behind!.fromMs - before!.toMs).toBe(14_600)
  expect(track!.holes).toContainEqual({ fromMs: before!.toMs, toMs: behind!.fromMs })
  const range = { range: `bytes=${fourth}-${fifth! - 1}` }
  expect((await app.http.inject({ url: behind!.address, headers: range })).rawPayload.equals(bytes.subarray(fourth, fifth))).toBe(true)
  const { events } = await app.ok(timeline.list, { paperId: one.id }, admin)
  expect(events.map((event) => event.message)).toContain('录像缺失：考生浏览器空间不足，丢弃了较早的摄像头画面')
  await handIn(app, ann, one.id)
  app.clock.advance(25 * 3_600)
  await app.runJobs('paper.record.close')
  expect(await app.ok(record.mine, { paperId: one.id }, ann)).toMatchObject({ state: RecordState.partial })
})

test('one gap after another is one, and what was dropped counts as recorded', async () => {
  const one = await openRecorded(app, ann)
  const { address, id } = await beginPart(app, ann, one)
  await sendPiece(app, address, bytes.subarray(0, second))
  expect(await sendPiece(app, address, Buffer.alloc(9), 90_000_000, false, true)).toEqual({ size: second, go: 'over' })
  await sendPiece(app, address, bytes.subarray(fifth), fifth, true, true)
  const row = await app.db.selectFrom('paperTrack').where('id', '=', id).select(['gaps', 'bytes', 'ended']).executeTakeFirstOrThrow()
  expect(row).toEqual({ gaps: [[second, fifth, 400]], bytes: String(bytes.length), ended: true })
})
