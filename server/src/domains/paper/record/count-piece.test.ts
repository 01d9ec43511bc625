// A part that a process remembers: what changed meanwhile counts, and bytes that another server took are never changed. And when its recorder began.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { handIn } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { beginPart, openRecorded, sendPiece } from '../../../../test/recording.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { latelyOf } from './count-piece.service.ts'
import { makeWebm } from './webm.factory.ts'

const { app, admin, ann } = await startWith('ann')
app.clock.stop()
const film = makeWebm([0, 5_000, 10_000, 15_000].map((time) => ({ time, key: true }))).bytes
const third = Math.floor(film.length / 3)
const rowOf = (id: string) => app.db.selectFrom('paperTrack').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

/** A part whose first third this process has taken. */
async function begun() {
  const one = await openRecorded(app, ann)
  const { address, id } = await beginPart(app, ann, one)
  expect(await sendPiece(app, address, film.subarray(0, third))).toEqual({ size: third, go: 'on' })
  const file = join(app.app.config.dataDir, 'recordings', one.examId, one.id, 'camera.1')
  const hashOfFile = async () =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  return { one, address, id, hashOfFile }
}
/** Another server with the same database and files remembers nothing of this one. */
async function elsewhere<T>(act: () => Promise<T>): Promise<T> {
  const own = latelyOf(app.app)
  latelyOf.replace(app.app, newLru(9))
  try {
    return await act()
  } finally {
    latelyOf.replace(app.app, own)
  }
}

test('bytes that another server took stay, whatever comes for their place, and the part goes on behind them', async () => {
  const { address, id, hashOfFile } = await begun()
  const second = film.subarray(third, 2 * third)
  expect(await elsewhere(() => sendPiece(app, address, second, third))).toEqual({ size: 2 * third, go: 'on' })
  const before = await hashOfFile()
  expect(await sendPiece(app, address, Buffer.alloc(third, 7), third)).toEqual({ size: 2 * third, go: 'on' })
  expect(await hashOfFile()).toBe(before)
  expect(await sendPiece(app, address, film.subarray(2 * third), 2 * third, true)).toEqual({ size: film.length, go: 'on' })
  expect(await rowOf(id)).toMatchObject({ bytes: String(film.length), ended: true, lengthMs: 15_400 })
})

test('a piece that was written and not counted is written again', async () => {
  const { address, id } = await begun()
  // as if the process had ended between the file and the count: nothing is remembered, and the file has more
  const known = latelyOf(app.app).get(id)!
  expect(await sendPiece(app, address, film.subarray(third, 2 * third), third)).toEqual({ size: 2 * third, go: 'on' })
  const { bytes, scan, lengthMs, initBytes } = known.row
  await app.db
    .updateTable('paperTrack')
    .set({ bytes, lengthMs, initBytes, scan: JSON.stringify(scan), clusters: Buffer.alloc(0) })
    .where('id', '=', id)
    .execute()
  latelyOf(app.app).set(id, known)
  expect(await sendPiece(app, address, film.subarray(third), third, true)).toEqual({ size: film.length, go: 'on' })
  expect(await rowOf(id)).toMatchObject({ bytes: String(film.length), lengthMs: 15_400 })
})

test('an exemption, a takeover, a hand-in and a deletion count at once', async () => {
  const { one, address, id } = await begun()
  const next = (at: number) => sendPiece(app, address, film.subarray(at, at + 10), at)
  await app.ok(watch['record-exempt'], { examId: one.examId, userId: ann.id, exempt: true }, admin)
  expect(await next(third)).toEqual({ size: third, go: 'over' })
  await app.ok(watch['record-exempt'], { examId: one.examId, userId: ann.id, exempt: false }, admin)
  expect(await next(third)).toEqual({ size: third + 10, go: 'on' })
  await app.ok(paper['paper-detail'], { id: one.id }, ann)
  expect(await next(third + 10)).toEqual({ size: third + 20, go: 'elsewhere' })
  await handIn(app, ann, one.id, () => undefined)
  expect(await next(third + 20)).toEqual({ size: third + 30, go: 'on' })
  await app.db.updateTable('paperRecord').set({ state: RecordState.complete }).where('paperId', '=', one.id).execute()
  expect(await next(third + 30)).toEqual({ size: third + 30, go: 'over' })
  expect((await rowOf(id)).bytes).toBe(String(third + 30))
})

test('the limit of a track counts what its other parts took meanwhile', async () => {
  const { one, address } = await begun()
  const other = await beginPart(app, ann, one)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n + 100_000_000n)
  const long = Buffer.concat([film, Buffer.from('ec', 'hex'), size, Buffer.alloc(1_000_000)])
  expect(await elsewhere(() => sendPiece(app, other.address, long))).toEqual({ size: long.length, go: 'on' })
  // 1.35 MB are the most of the first minute
  const more = Buffer.concat([film.subarray(third), Buffer.from('ec', 'hex'), size, Buffer.alloc(600_000)])
  expect(await sendPiece(app, address, more, third)).toEqual({ size: third, go: 'over' })
})

const startAfter = async (seconds: number, age: number | undefined) => {
  const one = await openRecorded(app, ann)
  const { address, id } = await beginPart(app, ann, one)
  app.clock.advance(seconds)
  await sendPiece(app, address, film, 0, false, false, age)
  const { beginTime, startTime } = await rowOf(id)
  return startTime!.getTime() - beginTime.getTime()
}

test.each([
  // the film has 15.4 s, and its bytes are here 30 s after the part began
  ['of an older page is that of the bytes', undefined, 14_600],
  ['is what the page says', 18_000, 12_000],
  ['is at most five seconds before that of the bytes', 29_500, 9_600],
  ['is never later than that of the bytes', 1_000, 14_600],
])('the start %s', async (_name, age, ms) => {
  expect(await startAfter(30, age)).toBe(ms)
})

test('the start is not before the call that began the part, and the earliest of several counts', async () => {
  expect(await startAfter(16, 17_000)).toBe(0)
  const one = await openRecorded(app, ann)
  const { address, id } = await beginPart(app, ann, one)
  app.clock.advance(20)
  const cut = film.indexOf(Buffer.from('1f43b675', 'hex'), film.indexOf(Buffer.from('1f43b675', 'hex'), 200) + 4)
  await sendPiece(app, address, film.subarray(0, cut), 0, false, false, 17_000)
  const first = (await rowOf(id)).startTime!.getTime()
  await sendPiece(app, address, film.subarray(cut), cut, false, false, 15_500)
  const { beginTime, startTime } = await rowOf(id)
  expect([first - beginTime.getTime() > 4_600, startTime!.getTime() - beginTime.getTime()]).toEqual([true, 4_500])
})
