// The automatic audit with the local comparison: the photo, the enrolled face, and the rules without a service for identities.
import { FaceState, sysFace } from '@shuyuan/contract/face/face.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { file } from '@shuyuan/contract/common/file.ts'
import { photoSize, real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faceOf, noisePicture, severalFaces } from '../../../../test/faces.ts'
import { sharedApp } from '../../../../test/people.ts'
import { realPeople } from '../../../../test/real-people.ts'
import { faceWorkerOf, isLocalInstalled } from '../../../providers/face/face-local.ts'

const app = await sharedApp()
const people = await realPeople(app)
const rules = await app.ok(sysFace['rules-detail'], {}, people.admin)
const saveRules = (realAuto: 'manual' | 'photo') => app.ok(sysFace['rules-save'], { ...rules, realAuto }, people.admin)

beforeAll(async () => {
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, people.admin)
  await people.setSwitches({ realPerson: true, faceAudit: 'auto' })
  // loads the models, which takes long on a busy machine
  await faceWorkerOf(app.app).look(await faceOf('ann1'))
})
beforeEach(() => saveRules('photo'))
afterAll(() => faceWorkerOf(app.app).close())

/** Cut to the size of the photo. */
const oneInch = (picture: Buffer) => sharp(picture).resize(photoSize).jpeg().toBuffer()

type Person = Awaited<ReturnType<typeof people.newPerson>>
async function submit({ token, request }: Person, photo: Buffer, more: Parameters<Person['request']>[0] = {}) {
  const { url } = (await app.upload(file.upload, photo, 'face.jpg', { scene: 'identity' }, token)).data
  await app.ok(real.submit, await request({ face: url, ...more }), token)
}
/** The verdict comes after the answer to the request. */
async function decided(person: Person, state: RealState) {
  await expect.poll(async () => (await person.latest()).state).toBe(state)
}
const opinion = async (person: Person) => {
  const row = () =>
    app.db.selectFrom('sysReal').where('userId', '=', person.id).orderBy('id', 'desc').select('autoResult').executeTakeFirst()
  await expect.poll(async () => (await row())?.autoResult).not.toBe('')
  return (await row())?.autoResult
}

test('a good photo passes, and is enrolled once its user has agreed', async () => {
  const ann = await people.newPerson('check-ann')
  await app.ok(sysFace.consent, { give: true }, ann.token)
  await submit(ann, await faceOf('ann1'))
  await decided(ann, RealState.passed)
  expect((await ann.latest()).auditMsg).toBe('照片合格，未核对姓名和身份证号')
  await expect.poll(async () => (await app.ok(sysFace.mine, {}, ann.token)).state).toBe(FaceState.used)
})

test('name and number are left to an auditor where the rules say so', async () => {
  await saveRules('manual')
  const person = await people.newPerson('check-manual')
  await submit(person, await faceOf('ann1'))
  expect(await opinion(person)).toBe('未配置支持实名核验的人脸服务，已转人工审核')
  expect((await person.latest()).state).toBe(RealState.waiting)
})

test.each<[string, () => Promise<Buffer>, string]>([
  ['no face', () => noisePicture(), '照片不合格：未识别到人脸，请将人脸置于摄像头中央！'],
  ['several people', severalFaces, '照片不合格：画面中有多张人脸，请确保只有本人在摄像头前'],
])('a photo with %s is rejected in words', async (what, make, words) => {
  const person = await people.newPerson(`check-${what}`)
  await submit(person, await make())
  await decided(person, RealState.rejected)
  expect((await person.latest()).auditMsg).toBe(words)
})

test("a new photo must show the person who is enrolled; another person's is rejected", async () => {
  const person = await people.newPerson('check-again')
  await app.ok(sysFace.consent, { give: true }, person.token)
  const idCard = people.newIdCard()
  await submit(person, await faceOf('ann1'), { idCard })
  await expect.poll(async () => (await app.ok(sysFace.mine, {}, person.token)).enrolled).toBe(true)
  await submit(person, await faceOf('dee'), { idCard })
  await decided(person, RealState.rejected)
  expect((await person.latest()).auditMsg).toBe('照片与已录入的人脸不是同一个人')
  await submit(person, await faceOf('ann2'), { idCard })
  await decided(person, RealState.passed)
})

test('while the service is down, photos may be sent, and requests wait for an auditor', async () => {
  const person = await people.newPerson('check-down')
  isLocalInstalled.replace(app.app, false)
  try {
    expect((await app.upload(real.checkFace, await oneInch(await noisePicture()), 'a.jpg', {}, person.token)).data).toEqual({
      verify: 'success',
    })
    await submit(person, await faceOf('ann1'))
    expect(await opinion(person)).toBe('人脸服务暂时不可用，已转人工审核')
    expect((await person.latest()).state).toBe(RealState.waiting)
  } finally {
    isLocalInstalled.replace(app.app, true)
  }
  expect((await app.upload(real.checkFace, await oneInch(await noisePicture()), 'a.jpg', {}, person.token)).msg).toBe(
    '未识别到人脸，请将人脸置于摄像头中央！',
  )
})
