// A phone that is not signed in sends its track straight to a storage provider, by the key of the open paper.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterAll, expect, test } from 'vitest'
import { beginCloud, cloudSettings, doneOf, putItem } from '../../../../../test/cloud-recording.ts'
import { handIn } from '../../../../../test/papers.ts'
import { startWithEnv } from '../../../../../test/people.ts'
import { STUB_ENV } from '../../../../../test/provider-stub.ts'
import { openRecorded, sendPiece } from '../../../../../test/recording.ts'
import { code } from '../../../../../test/refusal.ts'
import { openStorageStub } from '../../../../../test/storage-stub.ts'
import { makeWebm } from '../webm.factory.ts'

const { app, admin, ann, bob } = await startWithEnv(STUB_ENV, 'ann', 'bob')
// signatures are checked by the clock of the stub
app.clock.stop()
const cloud = await openStorageStub()
afterAll(() => cloud.close())
await app.ok(configProp.change, { type: 'upload', provider: 's3', data: cloudSettings('s3', cloud) }, admin)

const { bytes, keys } = makeWebm([0, 5_000, 10_000].map((time) => ({ time, key: true })))
const cut = keys[1]!.at
const settings = { recordCamera: false, recordPhone: true, recordWhere: 'cloud' as const }
const keyOf = async (paperId: string, person = ann) => (await app.ok(record['phone-open'], { paperId }, person)).key

async function joined() {
  const one = await openRecorded(app, ann, settings)
  const key = await keyOf(one.id)
  const part = await app.ok(paperPhone.join, { key, session: 'one' })
  app.clock.advance(20)
  return { ...one, key, part: { ...part, mime: 'video/webm;codecs=vp8' } }
}
const sign = (key: string, trackId: string, from: number, to: number) =>
  app.call(paperPhone['sign-pieces'], { key, trackId, from, sizes: [to - from] })
async function send({ key, part }: Awaited<ReturnType<typeof joined>>, span: [number, number], end = false) {
  const { data } = await sign(key, part.id, ...span)
  const { covered, ...said } = doneOf(part, bytes, span, end)
  expect(await putItem(data.items[0]!, covered)).toBe(200)
  return app.ok(paperPhone['put-done'], { ...said, key })
}

test('it encrypts for the provider, sends the rest after the hand-in, and is replayed', async () => {
  const one = await joined()
  expect(one.part).toMatchObject({ place: 'cloud', key: expect.stringMatching(/^[\w+/]{43}=$/) as string })
  expect(await send(one, [0, cut])).toEqual({ size: cut, go: 'on' })
  const stored = [...cloud.objects].filter(([name]) => name.includes(`/${one.id}/phone.1/`))
  expect(stored).toHaveLength(1)
  expect(stored[0]![1].bytes.includes(bytes.subarray(200, 260))).toBe(false)
  expect(await sendPiece(app, one.part.address, bytes)).toBe(404)
  await handIn(app, ann, one.id)
  expect((await app.call(paperPhone.join, { key: one.key })).code).toBe(code('camExpired'))
  expect(await send(one, [cut, bytes.length], true)).toEqual({ size: bytes.length, go: 'on' })
  app.clock.advance(60)
  await app.runJobs('paper.record.heads')
  await app.runJobs('paper.record.close')
  expect((await app.ok(record.mine, { paperId: one.id }, ann))?.state).toBe(RecordState.complete)
  const [track] = (await app.ok(evidence.detail, { paperId: one.id }, admin)).tracks
  const range = { range: `bytes=${cut}-${bytes.length - 1}` }
  expect((await app.http.inject({ url: track!.parts[0]!.address, headers: range })).rawPayload.equals(bytes.subarray(cut))).toBe(true)
})

test('a key serves the phone of its own paper only, and a phone that the provider blocks goes on at the server', async () => {
  const one = await joined()
  const other = await openRecorded(app, bob, { ...settings, recordCamera: true })
  const camera = await beginCloud(app, bob, other)
  const otherKey = await keyOf(other.id, bob)
  for (const [key, trackId] of [
    [otherKey, one.part.id],
    [otherKey, camera.id],
    ['x'.repeat(32), one.part.id],
  ] as const)
    expect((await sign(key, trackId, 0, cut)).code).toBe(code('notFound'))
  // the page on the computer has no say in it either
  expect((await app.call(record['sign-pieces'], { trackId: one.part.id, from: 0, sizes: [cut] }, ann)).code).toBe(code('notFound'))
  const { covered: _covered, ...said } = doneOf(one.part, bytes, [0, cut])
  expect((await app.call(paperPhone['put-done'], { ...said, key: otherKey })).code).toBe(code('notFound'))
  const here = await app.ok(paperPhone.join, { key: one.key, session: 'one', place: 'here' })
  expect(here).toMatchObject({ place: 'here', key: '', part: 2 })
  expect(await sendPiece(app, here.address, bytes)).toEqual({ size: bytes.length, go: 'on' })
})
