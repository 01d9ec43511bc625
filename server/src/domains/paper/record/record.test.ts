// Recordings of candidates: consent before the start, pieces that arrive once, limits, and the deletion.
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { packPicture, PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { answerNotice, beginPart, openRecorded, sendPiece } from '../../../../test/recording.ts'
import { code } from '../../../../test/refusal.ts'
import { diskOf, watchDisk } from '../../../kernel/files/disk.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { sweepPapers } from '../sweep.service.ts'
import { unpackClusters } from './cluster.format.ts'
import { makeWebm } from './webm.factory.ts'

const { app, admin, ann, bob } = await startWith('ann', 'bob')
// a busy machine takes seconds for a call
app.clock.stop()
const film = makeWebm([0, 5_000, 10_000, 15_000].map((time) => ({ time, key: true }))).bytes
const half = Math.floor(film.length / 2)
const folderOf = (paper: { examId: string; id: string }) => join(app.app.config.dataDir, 'recordings', paper.examId, paper.id)
const rowOf = (id: string) => app.db.selectFrom('paperTrack').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const recordOf = (paperId: string) => app.db.selectFrom('paperRecord').where('paperId', '=', paperId).selectAll().executeTakeFirst()
const HOUR = 3_600
const DAY = 24 * HOUR

describe('consent', () => {
  test('to the text that was shown comes before the start; a refusal and another text are none', async () => {
    const { examId } = await setUpExam(
      app.ctx(),
      { recordCamera: true, recordSound: true, recordScreen: true, recordDays: 60 },
      { single: 1 },
    )
    const start = () => app.call(paper['create-paper'], { examId }, ann)
    expect(await app.ok(record.need, { examId }, ann)).toMatchObject({
      camera: true,
      sound: true,
      screen: true,
      agreed: null,
      exempt: false,
    })
    expect((await start()).code).toBe(code('recordConsent'))
    await answerNotice(app, ann, examId, false)
    expect((await start()).code).toBe(code('recordConsent'))
    const { text, textHash } = await app.ok(record.need, { examId }, ann)
    expect(text).toContain('摄像头画面与声音、整个屏幕')
    expect(text).toContain('60天')
    await app.db.updateTable('exam').set({ recordDays: 90 }).where('id', '=', examId).execute()
    expect((await app.call(record.consent, { examId, textHash, agreed: true }, ann)).code).toBe(code('recordTextChanged'))
    await answerNotice(app, ann, examId)
    await answerNotice(app, ann, examId)
    const { id } = await app.ok(paper['create-paper'], { examId }, ann)
    const consents = await app.db.selectFrom('examRecordConsent').where('examId', '=', examId).orderBy('id').selectAll().execute()
    expect(consents.map((one) => one.agreed)).toEqual([false, true])
    expect(consents[1]?.content).toContain('90天')
    expect(await recordOf(id)).toMatchObject({ camera: true, sound: true, screen: true, keepDays: 90, consentId: consents[1]?.id })
    const { rules } = await app.ok(paper['paper-detail'], { id }, ann)
    expect(rules.record).toEqual({ camera: true, sound: true, screen: true, phone: false })
    // a later change of the exam does not reach an open paper
    await app.db.updateTable('exam').set({ recordScreen: false }).where('id', '=', examId).execute()
    expect((await app.ok(paper['paper-detail'], { id }, ann)).rules.record?.screen).toBe(true)
  })

  test('is not asked for where nothing is recorded, and sound alone records nothing', async () => {
    const { examId } = await setUpExam(app.ctx(), { recordSound: true }, { single: 1 })
    expect(await app.ok(record.need, { examId }, ann)).toMatchObject({ camera: false, sound: false, text: '' })
    const { id } = await app.ok(paper['create-paper'], { examId }, ann)
    const { rules, session } = await app.ok(paper['paper-detail'], { id }, ann)
    expect(rules.record).toBeUndefined()
    expect(await app.ok(record.mine, { paperId: id }, ann)).toBeNull()
    const begin = { paperId: id, track: RecordTrack.camera, session, mime: 'video/webm;codecs=vp8' as const }
    expect((await app.call(record.begin, begin, ann)).code).toBe(code('notFound'))
  })

  test('is not needed by a candidate whom an invigilator exempts with one call, before the start or during the exam', async () => {
    const { examId } = await setUpExam(
      app.ctx(),
      { recordCamera: true, openType: ExamOpenType.persons, userIds: [ann.id, bob.id] },
      { single: 1 },
    )
    await answerNotice(app, ann, examId, false)
    const missed = async () => (await app.ok(watch['miss-paging'], { current: 1, size: 10, params: { examId } }, admin)).records
    expect((await missed()).find((row) => row.userId === ann.id)?.recordAnswer).toBe('refused')
    expect((await app.call(watch['record-exempt'], { examId, userId: ann.id, exempt: true }, ann)).code).toBe(code('forbidden'))
    await app.ok(watch['record-exempt'], { examId, userId: ann.id, exempt: true }, admin)
    expect(new Set((await missed()).map((row) => row.recordAnswer))).toEqual(new Set(['exempt', 'none']))
    const { id } = await app.ok(paper['create-paper'], { examId }, ann)
    expect(await recordOf(id)).toBeUndefined()

    await answerNotice(app, bob, examId)
    const other = await app.ok(paper['create-paper'], { examId }, bob)
    const { session } = await app.ok(paper['paper-detail'], { id: other.id }, bob)
    const { address } = await beginPart(app, bob, { id: other.id, session })
    await app.ok(watch['record-exempt'], { examId, userId: bob.id, exempt: true }, admin)
    expect(await sendPiece(app, address, film)).toEqual({ size: 0, go: 'over' })
    await app.ok(watch['record-exempt'], { examId, userId: bob.id, exempt: false }, admin)
    expect(await sendPiece(app, address, film)).toMatchObject({ go: 'on' })
    const { events } = await app.ok(timeline.list, { paperId: other.id }, admin)
    expect(events.filter((one) => one.kind === 'record').map((one) => one.message)).toEqual(['开始录制摄像头', '免录制', '恢复录制要求'])
  })
})

describe('pieces', () => {
  afterEach(() => diskOf.replace(app.app, watchDisk(app.app)))

  test('that come twice, late or with a gap give the recorded file, which lies encrypted beside no backup', async () => {
    const one = await openRecorded(app, ann)
    const { address, id, part } = await beginPart(app, ann, one)
    expect(part).toBe(1)
    expect(await sendPiece(app, address, film.subarray(0, half))).toEqual({ size: half, go: 'on' })
    expect(await sendPiece(app, address, film.subarray(0, half))).toEqual({ size: half, go: 'on' })
    expect(await sendPiece(app, address, film.subarray(half + 9), half + 9)).toEqual({ size: half, go: 'on' })
    expect(await sendPiece(app, address, film.subarray(half - 20), half - 20, true)).toEqual({ size: film.length, go: 'on' })
    const row = await rowOf(id)
    expect(row).toMatchObject({ bytes: String(film.length), ended: true, lengthMs: 15_400 })
    // other bytes for a place that is taken change nothing
    expect(await sendPiece(app, address, Buffer.alloc(2_000, 7), film.length - 1_000)).toEqual({ size: film.length, go: 'on' })
    const stored = await readFile(join(folderOf(one), 'camera.1'))
    expect([stored.length, stored.includes(film.subarray(200, 260))]).toEqual([film.length, false])
    expect(row.keySealed.startsWith('seal1.')).toBe(true)
    expect((await stat(folderOf(one))).mode & 0o077).toBe(0)
  })

  test('of another person, of a wrong address and of no recorder are not taken', async () => {
    const one = await openRecorded(app, ann)
    expect(
      (
        await app.call(
          record.begin,
          { paperId: one.id, track: RecordTrack.camera, session: one.session, mime: 'video/webm;codecs=vp8' },
          bob,
        )
      ).code,
    ).toBe(code('notFound'))
    const { address } = await beginPart(app, ann, one)
    const parts = address.split('/')
    expect(await sendPiece(app, parts.with(4, '999999').join('/'), film)).toBe(404)
    expect(await sendPiece(app, parts.with(6, bob.id).join('/'), film)).toBe(404)
    expect(await sendPiece(app, address, film, -1)).toBe(400)
    expect(await sendPiece(app, address, Buffer.alloc(500))).toEqual({ size: 0, go: 'over' })
    expect(
      (
        await app.call(
          record.begin,
          { paperId: one.id, track: RecordTrack.screen, session: one.session, mime: 'video/webm;codecs=vp8' },
          ann,
        )
      ).code,
    ).toBe(code('notFound'))
  })

  test('of a page that was taken over are kept, and it is told; only the writing page begins a part', async () => {
    const one = await openRecorded(app, ann)
    const { address } = await beginPart(app, ann, one)
    const again = await app.ok(paper['paper-detail'], { id: one.id }, ann)
    expect(await sendPiece(app, address, film.subarray(0, half))).toEqual({ size: half, go: 'elsewhere' })
    const begin = { paperId: one.id, track: RecordTrack.camera, session: one.session, mime: 'video/webm;codecs=vp8' as const }
    expect((await app.call(record.begin, begin, ann)).code).toBe(code('paperElsewhere'))
    expect(await beginPart(app, ann, { id: one.id, session: again.session })).toMatchObject({ part: 2 })
  })

  test('beyond three times the rate are refused, and a full disk refuses pieces but no answer', async () => {
    const one = await openRecorded(app, ann)
    const { address } = await beginPart(app, ann, one)
    const filler = Buffer.from('ec', 'hex')
    const size = Buffer.alloc(8)
    size.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n + 100_000_000n)
    // a minute is spare: 60 kbit/s and three times as much are 1.35 MB
    const long = Buffer.concat([film, filler, size, Buffer.alloc(900_000)])
    expect(await sendPiece(app, address, long)).toEqual({ size: long.length, go: 'on' })
    expect(await sendPiece(app, address, Buffer.alloc(900_000), long.length)).toEqual({ size: long.length, go: 'over' })
    app.clock.advance(120)
    expect(await sendPiece(app, address, Buffer.alloc(900_000), long.length)).toEqual({ size: long.length + 900_000, go: 'on' })
    const small = { statfs: async () => ({ bavail: 1, blocks: 9, bsize: 4_096 }), deviceOf: async () => 1, write: async () => undefined }
    diskOf.replace(app.app, watchDisk(app.app, small))
    expect(await sendPiece(app, address, Buffer.alloc(10), long.length + 900_000)).toEqual({ size: long.length + 900_000, go: 'full' })
    expect(await handIn(app, ann, one.id, () => undefined)).toMatchObject({ receiptNo: expect.any(String) as string })
  })

  test('of a camera become pictures before the disk is full, and a screen stays a film', async () => {
    const one = await openRecorded(app, ann, { recordScreen: true })
    const begun = await beginPart(app, ann, one)
    const screen = await beginPart(app, ann, one, RecordTrack.screen)
    const bytes = 2 * app.app.config.diskMinMb * 1_024 * 1_024
    const short = {
      statfs: async () => ({ bavail: bytes / 4_096, blocks: bytes, bsize: 4_096 }),
      deviceOf: async () => 1,
      write: async () => undefined,
    }
    diskOf.replace(app.app, watchDisk(app.app, short))
    expect(await sendPiece(app, begun.address, film)).toEqual({ size: film.length, go: 'thin' })
    expect(await sendPiece(app, screen.address, film)).toEqual({ size: film.length, go: 'on' })
    const jpeg = Uint8Array.of(0xff, 0xd8, 1, 2)
    const pictures = Buffer.concat([0, 2_000, 4_000].map((time) => packPicture(jpeg, time, time === 0)))
    const { id, address } = await app.ok(
      record.begin,
      { paperId: one.id, track: RecordTrack.camera, session: one.session, mime: PICTURES },
      ann,
    )
    expect(await sendPiece(app, address, pictures)).toEqual({ size: pictures.length, go: 'on' })
    const row = await rowOf(id)
    expect([row.initBytes, row.lengthMs, unpackClusters(row.clusters).map((cluster) => cluster.time)]).toEqual([
      8,
      4_000,
      [0, 2_000, 4_000],
    ])
    expect(await sendPiece(app, address, film, pictures.length)).toEqual({ size: pictures.length, go: 'over' })
  })

  test('name the start by the clock of the server, nearest to the fastest of them', async () => {
    const one = await openRecorded(app, ann)
    const begun = await beginPart(app, ann, one)
    const { beginTime } = await rowOf(begun.id)
    // the first piece ends at 5.4 s of the recorder and needs two seconds more, the last one comes at once
    app.clock.advance(8)
    const cut = film.indexOf(Buffer.from('1f43b675', 'hex'), film.indexOf(Buffer.from('1f43b675', 'hex'), 200) + 4)
    await sendPiece(app, begun.address, film.subarray(0, cut))
    const first = (await rowOf(begun.id)).startTime!
    expect(first.getTime() - beginTime.getTime()).toBeGreaterThanOrEqual(2_000)
    app.clock.advance(8)
    await sendPiece(app, begun.address, film.subarray(cut), cut)
    const second = (await rowOf(begun.id)).startTime!
    expect(second.getTime()).toBeLessThan(first.getTime())
    expect(second.getTime()).toBeGreaterThanOrEqual(beginTime.getTime())
  })
})

test('a recording that stops is a signal for the candidate, seen by the server; it marks nothing by itself', async () => {
  const one = await openRecorded(app, ann)
  const { address } = await beginPart(app, ann, one)
  await sendPiece(app, address, film)
  const pass = async (seconds: number) => {
    app.clock.advance(seconds)
    await app.ok(paper['left-time'], { id: one.id, session: one.session }, ann)
    await sweepPapers(app.app)
  }
  const signals = async () => (await app.ok(timeline.list, { paperId: one.id }, admin)).events.filter((event) => event.kind === 'recording')
  await pass(15)
  await pass(15)
  expect(await signals()).toEqual([])
  await pass(15)
  await pass(15)
  expect(await signals()).toEqual([expect.objectContaining({ verdict: 'warn', data: { track: '摄像头' } })])
  const { msgs } = await app.ok(paper['left-time'], { id: one.id, acked: 0 }, ann)
  expect(msgs.map((msg) => msg.message)).toContain('录制已中断，请点击恢复。作答不受影响，中断期间会被记录。')
  expect(await app.db.selectFrom('paper').where('id', '=', one.id).select(['flagTimes', 'state']).executeTakeFirst()).toEqual({
    flagTimes: 0,
    state: PaperState.open,
  })
})

describe('the end', () => {
  test('of a recording is complete when all bytes are here; then nothing more is taken', async () => {
    const one = await openRecorded(app, ann)
    const { address, id } = await beginPart(app, ann, one)
    await sendPiece(app, address, film.subarray(0, half))
    await handIn(app, ann, one.id)
    await app.runJobs('paper.record.close')
    expect(await recordOf(one.id)).toMatchObject({ state: RecordState.waiting })
    // the rest comes from any page of the site
    expect(await sendPiece(app, address, film.subarray(half), half, true)).toEqual({ size: film.length, go: 'on' })
    await app.runJobs('paper.record.close')
    expect(await recordOf(one.id)).toMatchObject({ state: RecordState.complete })
    expect((await rowOf(id)).sha256).toMatch(/^[\da-f]{64}$/)
    expect(await sendPiece(app, address, Buffer.alloc(9), film.length)).toEqual({ size: film.length, go: 'over' })
    const mine = await app.ok(record.mine, { paperId: one.id }, ann)
    expect(mine).toMatchObject({ camera: true, screen: false, state: RecordState.complete })
    expect(await app.ok(paper['paper-result'], { id: one.id }, ann)).toMatchObject({ recorded: true })
    expect((await app.call(record.mine, { paperId: one.id }, bob)).code).toBe(code('notFound'))
  })

  test('comes a day after the hand-in without the rest, and after the days of the exam the file and its key go', async () => {
    const kept = await openRecorded(app, ann, { recordDays: 7 })
    const { address, id } = await beginPart(app, ann, kept)
    await sendPiece(app, address, film.subarray(0, half))
    await handIn(app, ann, kept.id)
    const judged = await openRecorded(app, bob, { recordDays: 7 })
    await sendPiece(app, (await beginPart(app, bob, judged)).address, film)
    await handIn(app, bob, judged.id)
    await app.db.updateTable('paper').set({ exState: ExState.violation }).where('id', '=', judged.id).execute()
    await app.runJobs('paper.record.close')
    app.clock.advance(DAY + HOUR)
    await app.runJobs('paper.record.close')
    expect(await recordOf(kept.id)).toMatchObject({ state: RecordState.partial })
    await app.runJobs('paper.record.forget')
    expect(await readdir(folderOf(kept))).toEqual(['camera.1'])
    app.clock.advance(7 * DAY)
    await app.runJobs('paper.record.forget')
    expect(await recordOf(kept.id)).toMatchObject({ state: RecordState.deleted })
    expect((await rowOf(id)).keySealed).toBe('')
    expect(await readdir(folderOf(kept)).catch(() => 'gone')).toBe('gone')
    // a violation keeps it for longer
    expect(await recordOf(judged.id)).toMatchObject({ state: RecordState.partial })
    expect(await readdir(folderOf(judged))).toEqual(['camera.1'])
    // files of a paper that is deleted go, too
    await app.db.deleteFrom('paper').where('id', '=', judged.id).execute()
    await app.runJobs('paper.record.forget')
    expect(await readdir(folderOf(judged)).catch(() => 'gone')).toBe('gone')
  })
})

test('pieces that come after the sign-in has ended are kept by the page, and taken once it is renewed', async () => {
  const worker = await app.as('bob')
  const one = await openRecorded(app, worker)
  const { address } = await beginPart(app, worker, one)
  await sendPiece(app, address, film.subarray(0, half))
  await app.ok(ownUser.logout, {}, worker)
  expect(await sendPiece(app, address, film.subarray(half), half)).toBe(401)
  await app.as('bob')
  expect(await sendPiece(app, address, film.subarray(half), half)).toEqual({ size: film.length, go: 'on' })
})
