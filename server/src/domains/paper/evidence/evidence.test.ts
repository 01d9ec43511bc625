// Replay of recordings: callers, places on the axis, and that every second that was sent is noted.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSheet } from '../../../kernel/sheet/spreadsheet.ts'
import { handIn } from '../../../../test/papers.ts'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { beginPart, openRecorded, sendPiece } from '../../../../test/recording.ts'
import { code } from '../../../../test/refusal.ts'
import { makeWebm } from '../record/webm.factory.ts'

const { app, admin, ann, teacher, proctor } = await startWith('ann', 'teacher', 'proctor')
// a busy machine takes seconds for a call
app.clock.stop()
const film = makeWebm([0, 5_000, 10_000, 15_000].map((time) => ({ time, key: true })))
const secondAt = film.keys[1]!.at
const thirdAt = film.keys[2]!.at

/** A recorded paper: 20 s without a recording, then a part, and a minute later the hand-in. */
async function recorded(settings: Parameters<typeof openRecorded>[2] = {}) {
  const one = await openRecorded(app, ann, settings)
  app.clock.advance(20)
  const begun = await beginPart(app, ann, one)
  app.clock.advance(16)
  await sendPiece(app, begun.address, film.bytes, 0, true)
  app.clock.advance(60)
  await handIn(app, ann, one.id)
  return { ...one, partId: begun.id }
}
const detail = (paperId: string, who = admin) => app.ok(evidence.detail, { paperId }, who)
const get = (url: string, range?: string) => app.http.inject({ url, headers: range === undefined ? {} : { range } })
const views = async (paperId: string) => (await app.ok(evidence.views, { current: 1, size: 10, params: { paperId } }, admin)).records

test('a part lies on the axis of its paper, with its places to begin and the holes around it', async () => {
  const { id } = await recorded()
  const { tracks, endMs, realName } = await detail(id)
  expect(realName).toBe('安安')
  expect(tracks).toHaveLength(1)
  const [{ parts, holes, asked }] = tracks as [(typeof tracks)[0]]
  const [part] = parts as [(typeof parts)[0]]
  expect(asked).toBe(true)
  expect(part.clusters).toEqual(film.keys.map(({ at, time }) => [at, time]))
  expect(part.init).toBe(film.keys[0]!.at)
  expect(part.fromMs).toBeGreaterThanOrEqual(20_000)
  expect(part.fromMs).toBeLessThan(23_000)
  expect(part.toMs - part.fromMs).toBe(15_400)
  expect(holes.map((one) => Math.round((one.toMs - one.fromMs) / 10_000))).toEqual([2, 6])
  expect(endMs).toBeGreaterThanOrEqual(95_000)
})

test('ranges of bytes come decrypted, and each is noted with the seconds that it holds', async () => {
  const { id } = await recorded()
  const address = (await detail(id)).tracks[0]!.parts[0]!.address
  const head = await get(address, `bytes=0-${film.keys[0]!.at - 1}`)
  expect([head.statusCode, head.headers['content-range']]).toEqual([206, `bytes 0-${film.keys[0]!.at - 1}/${film.bytes.length}`])
  expect(await views(id)).toEqual([])
  const piece = await get(address, `bytes=${secondAt}-${thirdAt - 1}`)
  expect(piece.rawPayload.equals(film.bytes.subarray(secondAt, thirdAt))).toBe(true)
  expect(piece.headers['cache-control']).toBe('no-store')
  expect(await views(id)).toMatchObject([{ seen: false, fromMs: 5_000, toMs: 10_000, part: 1 }])
  // what follows is the same look; another place is another one
  await get(address, `bytes=${thirdAt}-${film.keys[3]!.at - 1}`)
  expect(await views(id)).toMatchObject([{ fromMs: 5_000, toMs: 15_000 }])
  app.clock.advance(120)
  await get(address)
  expect((await views(id)).map((one) => [one.fromMs, one.toMs])).toEqual([
    [0, 15_400],
    [5_000, 15_000],
  ])
  expect((await get(address, `bytes=${film.bytes.length}-`)).statusCode).toBe(416)
  expect((await get(address.split('/').with(7, teacher.id).join('/'))).statusCode).toBe(404)
})

test('a look at the newest minute of a running recording is live, any other one a replay', async () => {
  const one = await openRecorded(app, ann)
  const begun = await beginPart(app, ann, one)
  // ten minutes of a camera
  const keys = Array.from({ length: 121 }, (_, at) => ({ time: at * 5_000, key: true }))
  const long = makeWebm(keys)
  app.clock.advance(605)
  await sendPiece(app, begun.address, long.bytes)
  const address = (await detail(one.id, proctor)).tracks[0]!.parts[0]!.address
  const at = (key: number) => long.keys[key]!.at
  await get(address, `bytes=${at(118)}-`)
  await get(address, `bytes=${at(1)}-${at(2) - 1}`)
  await app.ok(evidence.seen, { partId: begun.id, fromMs: 590_000, toMs: 600_000 }, proctor)
  // the page cannot make a replay of it, nor the other way round
  await app.ok(evidence.seen, { partId: begun.id, fromMs: 10_000, toMs: 20_000, live: true }, proctor)
  const looks = async () => (await views(one.id)).map(({ seen, live, fromMs }) => [seen, live, fromMs])
  expect(await looks()).toEqual([
    [true, false, 10_000],
    [true, true, 590_000],
    [false, false, 5_000],
    [false, true, 590_000],
  ])
  expect((await app.ok(record.mine, { paperId: one.id }, ann))?.viewers).toEqual({ all: 1, live: 1, replay: 1 })
  // a camera without bytes for a minute shows nothing live
  app.clock.advance(61)
  await get(address, `bytes=${at(118)}-`)
  expect((await looks())[0]).toEqual([false, false, 590_000])
  await app.db.updateTable('paperView').set({ live: null }).where('paperId', '=', one.id).execute()
  expect((await looks()).map((look) => look[1])).toEqual([null, null, null, null, null])
  expect((await app.ok(record.mine, { paperId: one.id }, ann))?.viewers).toEqual({ all: 1, live: 0, replay: 0 })
})

test('who watched is exported as it is listed, for those who may see it', async () => {
  const { id, partId } = await recorded()
  await app.ok(evidence.seen, { partId, fromMs: 0, toMs: 8_000 }, admin)
  const file = async (who: typeof admin) =>
    app.http.inject({ method: 'POST', url: evidence['views-export'].path, headers: { token: who.token }, payload: { paperId: id } })
  const path = join(await mkdtemp(join(tmpdir(), 'shuyuan-test-')), 'views.xlsx')
  await writeFile(path, (await file(admin)).rawPayload)
  const rows = []
  for await (const row of readSheet(path)) rows.push(row.cells.slice(1, 7))
  expect(rows).toEqual([
    ['轨道', '分段', '开始秒', '结束秒', '内容', '查看方式'],
    ['摄像头', '1', '0', '8', '已播放', '回放'],
  ])
  const near = await enrolWith(app, { userName: 'reader' }, ['paper:evidence'], DataScope.all)
  expect((await file(near)).json<{ code: number }>().code).toBe(code('forbidden'))
  const far = await enrolWith(app, { userName: 'auditor' }, ['paper:evidence:audit'], DataScope.own)
  expect((await file(far)).json<{ code: number }>().code).toBe(code('notFound'))
})

test('a player says what it has played', async () => {
  const { id, partId } = await recorded()
  await app.ok(evidence.seen, { partId, fromMs: 0, toMs: 8_000 }, admin)
  await app.ok(evidence.seen, { partId, fromMs: 8_000, toMs: 900_000 }, admin)
  expect(await views(id)).toMatchObject([{ seen: true, fromMs: 0, toMs: 15_400 }])
  expect((await app.call(evidence.seen, { partId, fromMs: 0, toMs: 1 }, ann)).code).toBe(code('forbidden'))
  expect((await app.call(evidence.seen, { partId, fromMs: 0, toMs: 1 }, teacher)).code).toBe(code('notFound'))
})

test('who watches the exam may replay, others need the permission and the candidate in their data scope', async () => {
  const { id, examId } = await recorded()
  const refused = async (who: typeof admin) => (await app.call(evidence.detail, { paperId: id }, who)).code
  expect((await detail(id, proctor)).paperId).toBe(id)
  expect(await refused(teacher)).toBe(code('notFound'))
  expect(await refused(ann)).toBe(code('forbidden'))
  const far = await enrolWith(app, { userName: 'far' }, ['paper:evidence'], DataScope.own)
  expect(await refused(far)).toBe(code('notFound'))
  const listed = async (who: typeof admin) =>
    (await app.ok(evidence.paging, { current: 1, size: 10, params: { examId } }, who)).records.map((one) => one.paperId)
  expect([await listed(admin), await listed(far)]).toEqual([[id], []])
  const near = await enrolWith(app, { userName: 'near' }, ['paper:evidence'], DataScope.all)
  expect([await listed(near), (await detail(id, near)).paperId]).toEqual([[id], id])
  const { deptCode } = await app.db.selectFrom('sysUser').where('id', '=', ann.id).select('deptCode').executeTakeFirstOrThrow()
  const within = async (params: object) =>
    (await app.ok(evidence.paging, { current: 1, size: 10, params: { examId, ...params } }, admin)).total
  expect([await within({ deptCode: deptCode.slice(0, 3) }), await within({ deptCode }), await within({ deptCode: 'Z99' })]).toEqual([
    1, 1, 0,
  ])
  // who has watched is a permission of its own
  expect((await app.call(evidence.views, { current: 1, size: 10, params: { paperId: id } }, near)).code).toBe(code('forbidden'))
})

test('a marker of a blind exam sees nothing before the paper is finished', async () => {
  const { id, examId } = await recorded({ markBlind: true })
  await app.db.updateTable('paper').set({ state: PaperState.marking }).where('id', '=', id).execute()
  const marker = await enrolWith(app, { userName: 'marker' }, ['paper:evidence', 'paper:review'], DataScope.all)
  const listed = async () => (await app.ok(evidence.paging, { current: 1, size: 10, params: { examId } }, marker)).total
  expect([(await app.call(evidence.detail, { paperId: id }, marker)).code, await listed()]).toEqual([code('notFound'), 0])
  await app.db.updateTable('paper').set({ state: PaperState.done }).where('id', '=', id).execute()
  expect([(await detail(id, marker)).paperId, await listed()]).toEqual([id, 1])
})

test('a deleted recording is still listed, without an address', async () => {
  const { id } = await recorded({ recordDays: 7 })
  const { address } = (await detail(id)).tracks[0]!.parts[0]!
  await app.runJobs('paper.record.close')
  app.clock.advance(8 * 86_400)
  await app.runJobs('paper.record.forget')
  const again = await app.as('admin')
  const { state, tracks } = await app.ok(evidence.detail, { paperId: id }, again)
  expect([state, tracks[0]!.parts[0]!.address]).toEqual([4, ''])
  expect((await get(address)).statusCode).toBe(404)
})
