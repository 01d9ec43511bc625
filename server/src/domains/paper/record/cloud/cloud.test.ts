// Recordings that go straight to a storage provider: addresses, what has arrived, holes, replay, and the deletion.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { beginCloud, cloudSettings, doneOf, putItem, sendCloud, sign } from '../../../../../test/cloud-recording.ts'
import { handIn } from '../../../../../test/papers.ts'
import { startWithEnv } from '../../../../../test/people.ts'
import { STUB_ENV } from '../../../../../test/provider-stub.ts'
import { beginPart, openRecorded, sendPiece } from '../../../../../test/recording.ts'
import { code } from '../../../../../test/refusal.ts'
import { openStorageStub } from '../../../../../test/storage-stub.ts'
import { makeWebm } from '../webm.factory.ts'

const { app, admin, ann, bob } = await startWithEnv(STUB_ENV, 'ann', 'bob')
// signatures are checked by the clock of the stub
app.clock.stop()
const cloud = await openStorageStub()
afterEach(() => {
  cloud.trouble = 'none'
  app.clock.set(new Date())
  app.clock.stop()
})
afterAll(() => cloud.close())

const film = makeWebm([0, 5_000, 10_000, 15_000].map((time) => ({ time, key: true })))
const { bytes, keys } = film
const cuts = [0, keys[1]!.at, keys[2]!.at, keys[3]!.at, bytes.length]
const DAY = 86_400
const use = (provider: string) =>
  app.ok(configProp.change, { type: 'upload', provider, data: provider === 'local' ? {} : cloudSettings(provider, cloud) }, admin)
const openCloud = (person = ann) => openRecorded(app, person, { recordWhere: 'cloud', recordDays: 7 })
const rowOf = (id: string) => app.db.selectFrom('paperTrack').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const stateOf = async (paperId: string) =>
  (await app.db.selectFrom('paperRecord').where('paperId', '=', paperId).select('state').executeTakeFirst())?.state
const detail = (paperId: string) => app.ok(evidence.detail, { paperId }, admin)
const read = async (address: string, from: number, to: number) =>
  (await app.http.inject({ url: address, headers: { range: `bytes=${from}-${to - 1}` } })).rawPayload
const objectsOf = (paperId: string) => [...cloud.objects.keys()].filter((key) => key.includes(`/${paperId}/`))

/** A whole recording in four pieces; `without`: the number of a piece that never arrives. */
async function recorded(without?: number) {
  const one = await openCloud()
  app.clock.advance(20)
  const part = await beginCloud(app, ann, one)
  app.clock.advance(16)
  for (const [at, from] of cuts.slice(0, -1).entries()) {
    const span: [number, number] = [from, cuts[at + 1]!]
    if (at === without) {
      await sign(app, ann, part.id, from, [span[1] - from])
      const { covered: _covered, ...said } = doneOf(part, bytes, span)
      await app.ok(record['put-done'], said, ann)
    } else await sendCloud(app, ann, part, bytes, span, at === cuts.length - 2)
  }
  return { ...one, part }
}

describe.each(['aliyun', 'qcloud', 'qiniu', 's3'])('%s', (provider) => {
  test('takes pieces that only the key of the part opens, replays them, and loses them with the key', async () => {
    await use(provider)
    const { id, part } = await recorded()
    expect(part).toMatchObject({ place: 'cloud', part: 1 })
    expect(await rowOf(part.id)).toMatchObject({ bytes: String(bytes.length), ended: true, lengthMs: 15_400, place: 'cloud' })
    const stored = objectsOf(id)
    expect(stored).toHaveLength(4)
    expect(stored.every((key) => /^recordings\/\d+\/\d+\/camera\.1\/\d+$/.test(key))).toBe(true)
    expect(stored.some((key) => cloud.objects.get(key)!.bytes.includes(bytes.subarray(200, 260)))).toBe(false)
    await handIn(app, ann, id)
    app.clock.advance(60)
    await app.runJobs('paper.record.heads')
    await app.runJobs('paper.record.close')
    expect(await stateOf(id)).toBe(RecordState.complete)
    expect((await rowOf(part.id)).sha256).toMatch(/^[\da-f]{64}$/)
    const shown = (await detail(id)).tracks[0]!.parts[0]!
    expect(shown).toMatchObject({ stretch: 0, bytes: bytes.length, clusters: keys.map(({ at, time }) => [at, time]) })
    expect((await read(shown.address, 7, cuts[2]! + 9)).equals(bytes.subarray(7, cuts[2]! + 9))).toBe(true)
    app.clock.advance(9 * DAY)
    await app.runJobs('paper.record.forget')
    expect([await stateOf(id), (await rowOf(part.id)).keySealed]).toEqual([RecordState.deleted, ''])
    await app.runJobs('paper.record.heads')
    expect(objectsOf(id)).toEqual([])
  })
})

test('another person, a local part and a part that has ended get no address', async () => {
  await use('s3')
  const one = await openCloud()
  const part = await beginCloud(app, ann, one)
  expect((await sign(app, bob, part.id, 0, [9])).code).toBe(code('notFound'))
  const { covered: _covered, ...said } = doneOf(part, bytes, [0, cuts[1]!])
  expect((await app.call(record['put-done'], said, bob)).code).toBe(code('notFound'))
  expect(await sendPiece(app, part.address, bytes)).toBe(404)
  const here = await app.ok(
    record.begin,
    { paperId: one.id, track: RecordTrack.camera, session: one.session, mime: 'video/webm;codecs=vp8', place: 'here' },
    ann,
  )
  expect(here).toMatchObject({ place: 'here', key: '', part: 2 })
  expect((await sign(app, ann, here.id, 0, [9])).code).toBe(code('notFound'))
  expect(await sendPiece(app, here.address, bytes, 0, true)).toMatchObject({ size: bytes.length })
})

test('bytes that were never announced, of another size or over the rate do not count', async () => {
  await use('s3')
  const one = await openCloud()
  const part = await beginCloud(app, ann, one)
  app.clock.advance(16)
  const { covered, ...said } = doneOf(part, bytes, [0, cuts[1]!])
  expect(await app.ok(record['put-done'], said, ann)).toEqual({ size: 0, go: 'on' })
  const { data } = await sign(app, ann, part.id, 0, [cuts[1]! - 1])
  expect(await putItem(data.items[0]!, covered)).toBe(403)
  expect(await app.ok(record['put-done'], said, ann)).toEqual({ size: 0, go: 'on' })
  // three times the rate of a minute
  expect(
    (
      await sign(
        app,
        ann,
        part.id,
        0,
        Array.from({ length: 3 }, () => 1_000_000),
      )
    ).data,
  ).toEqual({ size: 0, go: 'over', items: [] })
  expect((await sign(app, ann, part.id, 0, [cuts[1]!])).data.items).toHaveLength(1)
  // addresses that were never reported count as well
  for (let at = 0; at < 4; at++) expect((await sign(app, ann, part.id, 0, [9 + at, 400_000])).data.items).toHaveLength(2)
  expect((await sign(app, ann, part.id, 0, [99, 400_000])).data.go).toBe('over')
  await app.db.deleteFrom('paperPiece').where('trackId', '=', part.id).execute()
  expect((await sign(app, ann, part.id, 0, [cuts[1]!])).data.items).toHaveLength(1)
  // an index that points outside of the piece
  expect(await app.ok(record['put-done'], { ...said, clusters: [[cuts[1]!, 0]] }, ann)).toMatchObject({ go: 'over' })
  expect(await app.ok(record['put-done'], said, ann)).toEqual({ size: cuts[1], go: 'on' })
  // a repeated message changes nothing; a page with an old position gets the present one
  expect(await app.ok(record['put-done'], said, ann)).toEqual({ size: cuts[1], go: 'on' })
  expect((await sign(app, ann, part.id, 0, [9])).data).toEqual({ size: cuts[1], go: 'on', items: [] })
})

test('a piece that is missing at the provider is a hole, and the rest is played', async () => {
  await use('s3')
  const { id, part } = await recorded(1)
  await handIn(app, ann, id)
  await app.runJobs('paper.record.close')
  expect(await stateOf(id)).toBe(RecordState.complete)
  app.clock.advance(60)
  await app.runJobs('paper.record.heads')
  expect(await stateOf(id)).toBe(RecordState.partial)
  const [track] = (await detail(id)).tracks
  expect(track!.parts.map(({ stretch, bytes: end, clusters }) => [stretch, end, clusters.map(([at]) => at)])).toEqual([
    [0, cuts[1], [keys[0]!.at]],
    [1, bytes.length, [keys[2]!.at, keys[3]!.at]],
  ])
  const [first, second] = track!.parts
  expect(track!.holes).toContainEqual({ fromMs: first!.toMs, toMs: second!.fromMs })
  expect([second!.fromMs - first!.toMs, second!.zeroMs]).toEqual([5_000, first!.zeroMs])
  expect((await read(second!.address, cuts[2]!, bytes.length)).equals(bytes.subarray(cuts[2]))).toBe(true)
  expect((await rowOf(part.id)).bytes).toBe(String(bytes.length))
})

test('what a browser dropped before it could send it is a hole', async () => {
  await use('s3')
  const one = await openCloud()
  const part = await beginCloud(app, ann, one)
  app.clock.advance(20)
  await sendCloud(app, ann, part, bytes, [0, cuts[1]!])
  const body = { trackId: part.id, from: cuts[2]!, sizes: [cuts[3]! - cuts[2]!] }
  expect(await app.ok(record['sign-pieces'], body, ann)).toEqual({ size: cuts[1], go: 'on', items: [] })
  expect(await app.ok(record['sign-pieces'], { ...body, lost: true }, ann)).toMatchObject({ size: cuts[2], go: 'on', items: [{}] })
  await sendCloud(app, ann, part, bytes, [cuts[2]!, cuts[3]!])
  const [track] = (await detail(one.id)).tracks
  expect(track!.parts.map(({ clusters }) => clusters.map(([at]) => at))).toEqual([[keys[0]!.at], [keys[2]!.at]])
})

test('a part of a deleted paper is removed when the provider answers again', async () => {
  await use('s3')
  const { id } = await recorded()
  await app.db.deleteFrom('paper').where('id', '=', id).execute()
  await app.runJobs('paper.record.heads')
  // an address that was given may still be used
  expect(objectsOf(id)).toHaveLength(4)
  app.clock.advance(1_000)
  cloud.trouble = 'break'
  await app.runJobs('paper.record.heads')
  expect(objectsOf(id)).toHaveLength(4)
  cloud.trouble = 'none'
  await app.runJobs('paper.record.heads')
  expect(objectsOf(id)).toEqual([])
  expect(await app.db.selectFrom('paperCloud').where('prefix', 'like', `%/${id}/%`).selectAll().execute()).toEqual([])
})

test('a small exam stays on this server by itself, and one that asks for the cloud does not', async () => {
  await use('s3')
  expect(await beginPart(app, ann, await openRecorded(app, ann))).toMatchObject({ place: 'here', key: '' })
  expect(await beginCloud(app, ann, await openCloud())).toMatchObject({
    place: 'cloud',
    key: expect.stringMatching(/^[\w+/]{43}=$/) as string,
  })
})
