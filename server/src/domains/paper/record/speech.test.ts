// Times with something like speech: they come with the pieces, the axis shows them, the notice names them, and they are deleted with the recording. They are never a signal.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { expect, test } from 'vitest'
import { answersFor, handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { beginPart, openRecorded } from '../../../../test/recording.ts'
import { makeWebm } from './webm.factory.ts'

const { app, admin, ann } = await startWith('ann')
app.clock.stop()
const film = makeWebm([0, 5_000, 10_000, 15_000].map((time) => ({ time, key: true })))
const cut = film.keys[2]!.at
const send = (address: string, bytes: Buffer, query: string) =>
  app.http.inject({
    method: 'POST',
    url: `${address}?${query}`,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
const detail = (paperId: string) => app.ok(evidence.detail, { paperId }, admin)

test('comes with the pieces, once although one is repeated, and lies on the axis of the paper', async () => {
  const one = await openRecorded(app, ann, { recordSound: true })
  app.clock.advance(20)
  const { address } = await beginPart(app, ann, one)
  app.clock.advance(10)
  await send(address, film.bytes.subarray(0, cut), 'offset=0&age=10000&speech=1000-4500')
  await send(address, film.bytes.subarray(0, cut), 'offset=0&age=10000&speech=1000-4500')
  app.clock.advance(6)
  await send(address, film.bytes.subarray(cut), `offset=${cut}&end=1&age=16000&speech=11000-99000,nonsense`)
  await handIn(app, ann, one.id, answersFor([], [true]))
  const { speech, answers, tracks } = await detail(one.id)
  const { zeroMs } = tracks[0]!.parts[0]!
  expect(speech).toEqual([
    { fromMs: zeroMs + 1_000, toMs: zeroMs + 4_500 },
    { fromMs: zeroMs + 11_000, toMs: zeroMs + 15_400 },
  ])
  // answers of the hand-in
  expect(answers).toEqual([36_000])
  const { events, flagTimes } = await app.ok(timeline.list, { paperId: one.id }, admin)
  expect([flagTimes, events.some((event) => /说话/.test(event.kind_dictText + event.message))]).toEqual([0, false])
})

test('is not taken where no sound is recorded, and for a screen', async () => {
  const silent = await openRecorded(app, ann, { recordScreen: true })
  const camera = await beginPart(app, ann, silent)
  await send(camera.address, film.bytes, 'offset=0&speech=1000-4500')
  const other = await openRecorded(app, ann, { recordSound: true, recordScreen: true })
  const screen = await beginPart(app, ann, other, RecordTrack.screen)
  await send(screen.address, film.bytes, 'offset=0&speech=1000-4500&speech=1-2')
  expect([(await detail(silent.id)).speech, (await detail(other.id)).speech]).toEqual([[], []])
})

test('stands in the notice of an exam with sound only, and is deleted with the recording', async () => {
  const one = await openRecorded(app, ann, { recordSound: true, recordDays: 7 })
  const notice = async (examId: string) => (await app.ok(record.need, { examId }, ann)).text
  expect(await notice(one.examId)).toContain('可能有人说话的时间段，只供复核人参考，不识别内容和说话人')
  expect(await notice((await openRecorded(app, ann)).examId)).not.toContain('说话')
  const { address } = await beginPart(app, ann, one)
  await send(address, film.bytes, 'offset=0&end=1&speech=1000-4500')
  await handIn(app, ann, one.id)
  await app.runJobs('paper.record.close')
  expect((await detail(one.id)).speech).toHaveLength(1)
  app.clock.advance(8 * 86_400)
  await app.runJobs('paper.record.forget')
  const again = await app.as('admin')
  expect((await app.ok(evidence.detail, { paperId: one.id }, again)).speech).toEqual([])
})
