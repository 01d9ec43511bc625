// The watch grid of recordings: newest pictures, what is missing, who sees it, and smaller pieces while a viewer follows.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { answerNotice, beginPart, openRecorded, sendPiece } from '../../../../test/recording.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { diskOf, watchDisk } from '../../../kernel/files/disk.ts'
import { code } from '../../../../test/refusal.ts'
import { makeWebm } from '../record/webm.factory.ts'

const { app, ann, bob, teacher, proctor } = await startWith('ann', 'bob', 'teacher', 'proctor')
// a busy machine takes seconds for a call
app.clock.stop()
const film = makeWebm([0, 5_000, 10_000].map((time) => ({ time, key: true })))
const gridOf = (examId: string, paperIds: string[], who = proctor) => app.ok(recordGrid['record-grid'], { examId, paperIds }, who)

test('the newest picture of each track can be fetched alone; silence and exemptions are told', async () => {
  const one = await openRecorded(app, ann, { recordScreen: true })
  const begun = await beginPart(app, ann, one)
  await sendPiece(app, begun.address, film.bytes)
  await answerNotice(app, bob, one.examId)
  const { id: other } = await app.ok(paper['create-paper'], { examId: one.examId }, bob)
  const strange = await openRecorded(app, ann)
  const grid = async () => gridOf(one.examId, [one.id, other, strange.id])
  const [first, second, ...more] = await grid()
  expect(more).toEqual([])
  expect(first!.tracks.map((track) => track.problem)).toEqual(['none', 'waiting'])
  expect(second).toMatchObject({ paperId: other, exempt: false, tracks: [{ partId: '' }, { partId: '' }] })
  const { address, init, from } = first!.tracks[0]!
  expect([init, from]).toEqual([film.keys[0]!.at, film.keys.at(-1)!.at])
  const newest = await app.http.inject({ url: address, headers: { range: `bytes=${from}-${from + 199_999}` } })
  expect([newest.statusCode, newest.rawPayload.equals(film.bytes.subarray(from))]).toEqual([206, true])
  app.clock.advance(31)
  await app.ok(watch['record-exempt'], { examId: one.examId, userId: bob.id, exempt: true }, proctor)
  const later = await grid()
  expect([later[0]!.tracks[0]!.problem, later[1]!.exempt]).toEqual(['silent', true])
  const none = { statfs: async () => ({ bavail: 1, blocks: 9, bsize: 4_096 }), deviceOf: async () => 1, write: async () => undefined }
  diskOf.replace(app.app, watchDisk(app.app, none))
  expect((await grid())[0]!.tracks.map((track) => track.problem)).toEqual(['full', 'waiting'])
  diskOf.replace(app.app, watchDisk(app.app))
  await handIn(app, ann, one.id)
  expect((await grid()).map((row) => row.paperId)).toEqual([other])
})

test('a picture that has not arrived as a whole is not the newest', async () => {
  const one = await openRecorded(app, ann)
  const begun = await beginPart(app, ann, one)
  const newest = async () => (await gridOf(one.examId, [one.id]))[0]!.tracks[0]!.from
  const [, second, third] = film.keys.map(({ at }) => at)
  const cut = third! + 300
  await sendPiece(app, begun.address, film.bytes.subarray(0, cut))
  expect(await newest()).toBe(second)
  await sendPiece(app, begun.address, film.bytes.subarray(cut), cut)
  expect(await newest()).toBe(third)
})

test('a candidate who was exempt at the start has no track', async () => {
  const one = await openRecorded(app, ann)
  await app.ok(watch['record-exempt'], { examId: one.examId, userId: bob.id, exempt: true }, proctor)
  const { id } = await app.ok(paper['create-paper'], { examId: one.examId }, bob)
  expect(await gridOf(one.examId, [id])).toMatchObject([{ paperId: id, exempt: true, tracks: [] }])
})

test('it is for those who watch the exam', async () => {
  const one = await openRecorded(app, ann)
  const call = (who: typeof ann) => app.call(recordGrid['record-grid'], { examId: one.examId, paperIds: [one.id] }, who)
  expect([(await call(ann)).code, (await call(teacher)).code]).toEqual([code('forbidden'), code('notFound')])
})

test('while a viewer follows, the recorder is asked for smaller pieces', async () => {
  const one = await openRecorded(app, ann)
  const begun = await beginPart(app, ann, one)
  const half = Math.floor(film.bytes.length / 2)
  expect(await sendPiece(app, begun.address, film.bytes.subarray(0, half))).toEqual({ size: half, go: 'on' })
  await app.ok(evidence.seen, { partId: begun.id, fromMs: 0, toMs: 0, live: true }, proctor)
  expect(await sendPiece(app, begun.address, film.bytes.subarray(half, half + 9), half)).toEqual({ size: half + 9, go: 'near' })
  app.clock.advance(31)
  expect(await sendPiece(app, begun.address, film.bytes.subarray(half + 9), half + 9)).toEqual({ size: film.bytes.length, go: 'on' })
})
