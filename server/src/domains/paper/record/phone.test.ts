// The candidate's phone as a second camera: its key, its parts, how it is, and what the watch sees of it.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { openRecorded, sendPiece } from '../../../../test/recording.ts'
import { code } from '../../../../test/refusal.ts'
import { sweepPapers } from '../sweep.service.ts'
import { makeWebm } from './webm.factory.ts'

const { app, admin, ann, bob } = await startWith('ann', 'bob')
// a busy machine takes seconds for a call
app.clock.stop()
const film = makeWebm([0, 5_000, 10_000].map((time) => ({ time, key: true }))).bytes
const onlyPhone = { recordCamera: false, recordPhone: true }
const keyOf = async (paperId: string) => (await app.ok(record['phone-open'], { paperId }, ann)).key
const stateOf = (paperId: string) => app.ok(record['phone-state'], { paperId }, ann)
const join = (key: string, more = {}) => app.call(paperPhone.join, { key, ...more })
const beat = (key: string, more = {}) => app.call(paperPhone.beat, { key, ...more })
const joined = (key: string, session = 'one') => app.ok(paperPhone.join, { key, session })

test('a phone is joined by the key of the open paper, without a sign-in, and records a track of its own', async () => {
  const one = await openRecorded(app, ann, { recordPhone: true })
  const { text } = await app.ok(record.need, { examId: one.examId }, ann)
  expect(text).toContain('摄像头画面、手机第二机位')
  expect((await app.ok(paper['paper-detail'], { id: one.id }, ann)).rules.record).toMatchObject({ camera: true, phone: true })
  expect(await stateOf(one.id)).toEqual({ state: 'none', battery: null, seen: null })
  const key = await keyOf(one.id)
  // the same QR code in another tab, and one key of two clicks
  expect(new Set(await Promise.all([keyOf(one.id), keyOf(one.id)]))).toEqual(new Set([key]))
  const look = await app.ok(paperPhone.join, { key, look: true })
  expect(look).toMatchObject({ address: '', part: 0 })
  expect(await stateOf(one.id)).toMatchObject({ state: 'none' })

  const begun = await joined(key)
  expect(begun).toMatchObject({ part: 1, examTitle: look.examTitle })
  expect(await sendPiece(app, begun.address, film)).toEqual({ size: film.length, go: 'on' })
  expect((await beat(key, { session: 'one', battery: 15 })).code).toBe(0)
  expect(await stateOf(one.id)).toMatchObject({ state: 'on', battery: 15 })
  const { tracks } = await app.ok(evidence.detail, { paperId: one.id }, admin)
  expect(tracks.map((track) => [track.track, track.parts.length])).toEqual([
    [RecordTrack.camera, 0],
    [RecordTrack.phone, 1],
  ])
  const [grid] = await app.ok(recordGrid['record-grid'], { examId: one.examId, paperIds: [one.id] }, admin)
  expect(grid!.tracks.map((track) => [track.track, track.battery])).toEqual([
    [RecordTrack.camera, null],
    [RecordTrack.phone, 15],
  ])
  // the key as it is stored serves no phone
  const stored = await app.db.selectFrom('paperPhone').where('paperId', '=', one.id).selectAll().executeTakeFirstOrThrow()
  expect([stored.keySealed.startsWith('seal1.'), stored.keySealed.includes(key)]).toEqual([true, false])
})

test('another phone takes over: the first one is told, and what it still has is stored', async () => {
  const one = await openRecorded(app, ann, onlyPhone)
  const key = await keyOf(one.id)
  const first = await joined(key, 'one')
  const second = await joined(key, 'two')
  expect(second.part).toBe(2)
  expect(await sendPiece(app, first.address, film)).toEqual({ size: film.length, go: 'elsewhere' })
  expect((await beat(key, { session: 'one' })).code).toBe(code('paperElsewhere'))
  expect(await sendPiece(app, second.address, film)).toEqual({ size: film.length, go: 'on' })
  expect((await beat(key, { session: 'two' })).code).toBe(0)
})

test('the key ends at the hand-in; the rest of the recording may still come, and is waited for', async () => {
  const one = await openRecorded(app, ann, onlyPhone)
  const key = await keyOf(one.id)
  const { address } = await joined(key)
  const half = Math.floor(film.length / 2)
  await sendPiece(app, address, film.subarray(0, half))
  await handIn(app, ann, one.id)
  for (const refused of [await join(key), await join(key, { look: true }), await beat(key, { session: 'one' })])
    expect(refused.code).toBe(code('camExpired'))
  expect((await app.call(record['phone-open'], { paperId: one.id }, ann)).code).toBe(code('paperClosed'))
  const stateNow = async () => (await app.ok(record.mine, { paperId: one.id }, ann))?.state
  await app.runJobs('paper.record.close')
  expect(await stateNow()).toBe(RecordState.waiting)
  expect(await sendPiece(app, address, film.subarray(half), half, true)).toEqual({ size: film.length, go: 'on' })
  await app.runJobs('paper.record.close')
  expect(await stateNow()).toBe(RecordState.complete)
})

test('keys are for the own paper with a phone; unknown keys, exempt candidates and the page on the computer begin nothing', async () => {
  const one = await openRecorded(app, ann, onlyPhone)
  const key = await keyOf(one.id)
  const begin = { paperId: one.id, track: RecordTrack.phone, session: one.session, mime: 'video/webm;codecs=vp8' as const }
  expect((await app.call(record.begin, begin, ann)).code).toBe(code('notFound'))
  expect((await app.call(record['phone-open'], { paperId: one.id }, bob)).code).toBe(code('notFound'))
  expect((await app.call(record['phone-state'], { paperId: one.id }, bob)).code).toBe(code('notFound'))
  expect((await join('x'.repeat(32))).code).toBe(code('camExpired'))
  expect((await join('short')).code).not.toBe(0)
  expect((await beat(key, { session: 'one', battery: 101 })).code).not.toBe(0)
  await app.ok(watch['record-exempt'], { examId: one.examId, userId: ann.id, exempt: true }, admin)
  expect((await join(key)).code).toBe(code('camExpired'))
  expect((await app.call(record['phone-open'], { paperId: one.id }, ann)).code).toBe(code('notFound'))
  const { events } = await app.ok(timeline.list, { paperId: one.id }, admin)
  expect(events.filter((one) => one.kind === 'record').map((one) => one.message)).toEqual(['免录制'])
  const without = await openRecorded(app, ann)
  expect((await app.call(record['phone-open'], { paperId: without.id }, ann)).code).toBe(code('notFound'))
})

test('a phone that is not connected in time, or gone for a minute, is a signal of its own; a page that only says it is there is none', async () => {
  const one = await openRecorded(app, ann, onlyPhone)
  const key = await keyOf(one.id)
  const pass = async (seconds: number) => {
    app.clock.advance(seconds)
    await app.ok(paper['left-time'], { id: one.id, session: one.session }, ann)
    await sweepPapers(app.app)
  }
  const passEach = async (times: number, act: () => Promise<unknown> = async () => undefined) => {
    for (let at = 0; at < times; at++) {
      await act()
      await pass(20)
    }
  }
  const signals = async () => (await app.ok(timeline.list, { paperId: one.id }, admin)).events.filter((event) => event.kind === 'phone')
  await passEach(9)
  expect(await signals()).toEqual([])
  await passEach(2)
  expect(await signals()).toEqual([expect.objectContaining({ verdict: 'warn', data: { track: '手机第二机位' } })])
  const { address } = await joined(key)
  await sendPiece(app, address, film)
  await passEach(3, () => beat(key, { session: 'one' }))
  expect(await stateOf(one.id)).toMatchObject({ state: 'on' })
  await passEach(3, () => beat(key, { session: 'one' }))
  expect(await stateOf(one.id)).toMatchObject({ state: 'gone' })
  expect(await signals()).toHaveLength(2)
  const { msgs } = await app.ok(paper['left-time'], { id: one.id, acked: 0 }, ann)
  expect(msgs.map((msg) => msg.message)).toContain('手机第二机位已中断，请用手机重新扫描二维码。作答不受影响，中断期间会被记录。')
})

test('the address of a phone works while its candidate is signed out, and for its own part only', async () => {
  const one = await openRecorded(app, bob, onlyPhone)
  const { key } = await app.ok(record['phone-open'], { paperId: one.id }, bob)
  const { address } = await joined(key)
  const parts = address.split('/')
  expect(await sendPiece(app, parts.with(6, bob.id).join('/'), film)).toBe(404)
  expect(await sendPiece(app, parts.with(4, '999999').join('/'), film)).toBe(404)
  await app.ok(ownUser.logout, {}, bob)
  expect(await sendPiece(app, address, film)).toEqual({ size: film.length, go: 'on' })
})
