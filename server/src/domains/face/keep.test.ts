// Stored pictures and their places: another provider enrols again, copies and files go with their owner.
import { file } from '@shuyuan/contract/common/file.ts'
import { FaceState, sysFace } from '@shuyuan/contract/face/face.ts'
import { sysCam } from '@shuyuan/contract/face/cam.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faceOf } from '../../../test/faces.ts'
import { startWithEnv } from '../../../test/people.ts'
import { startProviderStub, STUB_ENV } from '../../../test/provider-stub.ts'
import { faceWorkerOf } from '../../providers/face/face-local.ts'
import { sweepPictures } from './gone.service.ts'
import { enrolWaiting, sweepFaces } from './library.service.ts'

const { app, ann, admin } = await startWithEnv(STUB_ENV, 'ann')
const picture = await faceOf('ann1')
/** calls of the service by path */
const asked: string[] = []
const vendor = await startProviderStub(({ url, body }) => {
  if (url.pathname === '/oauth/2.0/token') return { body: { access_token: 't', expires_in: 2_592_000 } }
  asked.push(`${url.pathname.split('/').at(-1)} ${(JSON.parse(body) as { user_id?: string }).user_id ?? ''}`.trim())
  return { body: { error_code: 0, result: { face_list: [{ location: { width: 200 } }] } } }
})
const baidu = { appId: '1', appKey: 'key', secretKey: 'secret', faceGroup: 'g', liveCheck: false, baseUrl: vendor.url }
const turnTo = (provider: 'local' | 'baidu') =>
  app.ok(configProp.change, { type: 'face', provider, data: provider === 'local' ? {} : baidu }, admin)
const put = (userId: string) => app.upload(sysFace.save, picture, 'a.jpg', { userId, agreed: '1' }, admin)
const row = (id: string) =>
  app.db.selectFrom('sysFace').where('id', '=', id).select(['state', 'provider', 'vendorId', 'vector', 'url']).executeTakeFirst()
const files = async () => {
  const all = await readdir(app.app.storage.privateRoot, { recursive: true, withFileTypes: true })
  return all.filter((one) => one.isFile()).map((one) => one.name)
}

beforeAll(async () => {
  await turnTo('local')
  // loads the models, which takes long on a busy machine
  await put(ann.id)
})
afterAll(async () => {
  await faceWorkerOf(app.app).close()
  await vendor.close()
})

test('another provider enrols the stored pictures, and the former one forgets them', async () => {
  expect(await row(ann.id)).toMatchObject({ state: FaceState.used, provider: 'local' })
  const covered = async () => (await app.ok(sysFace.coverage, {}, admin)).reduce((sum, one) => sum + one.enrolled, 0)
  expect(await covered()).toBe(1)
  await turnTo('baidu')
  expect(await covered()).toBe(0)
  expect(await app.ok(sysFace.mine, {}, ann.token)).toMatchObject({ enrolled: false, state: FaceState.waiting, problem: '' })
  await enrolWaiting(app.app)
  expect(await row(ann.id)).toMatchObject({ state: FaceState.used, provider: 'baidu', vendorId: `u${ann.id}`, vector: '' })
  expect(await covered()).toBe(1)
  asked.length = 0
  await turnTo('local')
  await enrolWaiting(app.app)
  expect(await row(ann.id)).toMatchObject({ state: FaceState.used, provider: 'local', vendorId: '' })
  expect(asked).toEqual([`delete u${ann.id}`])
})

test('a picture of another model waits for its enrolment', async () => {
  await app.db.updateTable('sysFace').set({ model: 'face-api-1.0' }).where('id', '=', ann.id).execute()
  expect((await app.ok(sysFace.mine, {}, ann.token)).enrolled).toBe(false)
  expect((await app.ok(sysFace.renew, {}, admin)).waiting).toBe(1)
  await expect.poll(async () => (await app.ok(sysFace.mine, {}, ann.token)).enrolled).toBe(true)
})

test('with an account go its face, also at a service that is not in use any more, its photos and pictures by phone', async () => {
  const gone = await app.enrol({ userName: 'gone', realName: '离开' })
  await turnTo('baidu')
  await put(gone.id)
  await turnTo('local')
  const before = await files()
  const { url } = (await app.upload(file.upload, picture, 'face.jpg', { scene: 'identity' }, gone.token)).data
  const face = url.split('?')[0]!
  await app.db.updateTable('sysUser').set({ face }).where('id', '=', gone.id).execute()
  const { key } = await app.ok(sysCam.open, { purpose: 'course' }, gone.token)
  await app.ok(sysCam.send, { key, base64: picture.toString('base64') })
  expect((await files()).length).toBe(before.length + 2)
  asked.length = 0
  await app.ok(user.delete, { ids: [gone.id] }, admin)
  await sweepFaces(app.app)
  expect(await sweepPictures(app.app)).toBeGreaterThanOrEqual(2)
  expect(asked).toEqual([`delete u${gone.id}`])
  expect(await row(gone.id)).toBeUndefined()
  // the picture in the library went too
  expect((await files()).length).toBe(before.length - 1)
  expect(await app.db.selectFrom('commonFile').where('url', '=', face).select('id').execute()).toEqual([])
  expect(await app.db.selectFrom('sysPictureGone').select('picture').execute()).toEqual([])
})

test('a photo that its owner also shows as avatar stays when a request is deleted', async () => {
  const { url } = (await app.upload(file.upload, picture, 'face.jpg', { scene: 'identity' }, ann.token)).data
  const face = url.split('?')[0]!
  await app.db.updateTable('sysUser').set({ avatar: face }).where('id', '=', ann.id).execute()
  await app.db.insertInto('sysPictureGone').values({ picture: face }).execute()
  const before = await files()
  expect(await sweepPictures(app.app)).toBe(0)
  expect(await files()).toEqual(before)
})
