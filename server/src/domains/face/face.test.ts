// The local comparison and the library: with the faces that the packages ship, noise, blank, cut, turned and blurred pictures.
import { FaceState, faceTest, sysFace } from '@shuyuan/contract/face/face.ts'
import { sysCam } from '@shuyuan/contract/face/cam.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faceOf, noisePicture, severalFaces } from '../../../test/faces.ts'
import { startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import { sheetRows } from '../../../test/sheet-rows.ts'
import { FaceWorker, faceWorkerOf, isLocalInstalled } from '../../providers/face/face-local.ts'
import { writeArchive } from '../../kernel/archive.ts'
import { matchFace } from './match.service.ts'
import { sweepFaces } from './library.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')
const admin = (await app.as('admin')).token
const [ann1, ann2, dee] = await Promise.all([faceOf('ann1'), faceOf('ann2'), faceOf('dee')])
const text = (picture: Buffer) => picture.toString('base64')
const put = (userId: string, picture: Buffer, agreed = '1') => app.upload(sysFace.save, picture, 'face.jpg', { userId, agreed }, admin)

beforeAll(() => app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin))
afterAll(() => faceWorkerOf(app.app).close())

describe('a face is enrolled', () => {
  test('only with the consent of its user, and told so', async () => {
    expect(await put(ann.id, ann1, '0')).toMatchObject({ code: code('faceConsent') })
    expect((await app.ok(sysFace.mine, {}, ann.token)).enrolled).toBe(false)
    expect((await put(ann.id, ann1)).code).toBe(0)
    const mine = await app.ok(sysFace.mine, {}, ann.token)
    expect(mine).toMatchObject({ compares: true, enrolled: true, state: FaceState.used, problem: '' })
    expect(mine.consentTime).not.toBeNull()
    expect((await app.http.inject({ url: mine.image })).headers['content-type']).toBe('image/jpeg')
  })

  test.each<[string, () => Promise<Buffer>, string]>([
    ['noise', () => noisePicture(), '未识别到人脸，请将人脸置于摄像头中央！'],
    ['several people', severalFaces, '画面中有多张人脸，请确保只有本人在摄像头前'],
    ['a small face', () => sharp(ann1).resize(150).jpeg().toBuffer(), '人脸太小，请靠近摄像头或换一张更清晰的照片'],
    ['a blurred face', () => sharp(ann1).blur(8).jpeg().toBuffer(), '照片模糊，请保持稳定并保证光线充足'],
    ['a face lying on its side', () => sharp(ann1).rotate(90).jpeg().toBuffer(), '未识别到人脸，请将人脸置于摄像头中央！'],
    [
      'half a face',
      () => sharp(ann1).extract({ left: 0, top: 0, width: 230, height: 500 }).jpeg().toBuffer(),
      '未识别到人脸，请将人脸置于摄像头中央！',
    ],
  ])('not from %s', async (_what, make, msg) => {
    expect(await put(bob.id, await make())).toMatchObject({ code: code('faceUnfit'), msg })
    expect((await app.ok(sysFace.mine, {}, bob.token)).enrolled).toBe(false)
  })

  test('from a zip archive by account, and waits for those who have not agreed', async () => {
    const zip = writeArchive({ 'bob.jpg': dee, 'nobody.jpg': dee, 'readme.txt': Buffer.from('x') })
    const { data } = await app.upload(sysFace.import, zip, 'faces.zip', { agreed: '0' }, admin)
    expect(data).toMatchObject({ done: 1, failed: [{ name: 'readme.txt' }, { name: 'nobody.jpg' }], wrong: { name: 'faces_有误.xlsx' } })
    expect(await sheetRows(Buffer.from(data.wrong?.sheet ?? '', 'base64'))).toEqual([
      ['文件', '原因'],
      ...data.failed.map(({ name, reason }) => [name, reason]),
    ])
    expect((await app.ok(sysFace.mine, {}, bob.token)).state).toBe(FaceState.waiting)
    await app.ok(sysFace.consent, { give: true }, bob.token)
    await expect.poll(async () => (await app.ok(sysFace.mine, {}, bob.token)).state).toBe(FaceState.used)
  })
})

describe('a comparison', () => {
  const match = (picture: Buffer) => matchFace(app.app, ann.id, picture)

  test('passes the same person in another picture, and the same one darkened, turned and compressed', async () => {
    const same = await Promise.all([
      match(ann2),
      match(await sharp(ann1).modulate({ brightness: 0.5 }).jpeg().toBuffer()),
      match(await sharp(ann1).rotate(10).jpeg().toBuffer()),
      match(await sharp(ann1).jpeg({ quality: 25 }).toBuffer()),
    ])
    for (const one of same) expect(one).toMatchObject({ passed: true, grey: false, problem: '' })
  })

  test('never passes another person, noise, a blank or empty picture, or several people', async () => {
    const others = await Promise.all([faceOf('bea'), faceOf('cho'), faceOf('dee')])
    for (const other of others) expect(await match(other)).toMatchObject({ passed: false, problem: 'face' })
    for (const sigma of [10, 30, 60, 90]) expect((await match(await noisePicture(sigma))).problem).toMatch(/none|blank/)
    const blank = sharp({ create: { width: 640, height: 480, channels: 3, background: '#777' } }).jpeg()
    expect((await match(await blank.toBuffer())).problem).toBe('blank')
    expect((await match(Buffer.alloc(0))).problem).toBe('camera')
    expect((await match(ann1.subarray(0, ann1.length / 2))).problem).toBe('broken')
    expect((await match(await severalFaces())).problem).toBe('many')
  })

  test('of two pictures shows the score and the thresholds', async () => {
    const tested = await app.ok(faceTest['face-test'], { one: text(ann1), other: text(ann2) }, admin)
    expect(tested).toMatchObject({ provider: 'local', passed: true, problem: '', pass: 0.52, greyTo: 0.58, lower: true })
    expect(tested.score).toBeLessThan(0.52)
    const other = await app.ok(faceTest['face-test'], { one: text(ann1), other: text(dee) }, admin)
    expect(other).toMatchObject({ passed: false, problem: '人脸比对未通过，请正对摄像头重试' })
  })

  test('is down, not failed, while the packages are missing', async () => {
    isLocalInstalled.replace(app.app, false)
    expect(await match(ann2)).toMatchObject({ passed: false, problem: 'down' })
    isLocalInstalled.replace(app.app, true)
    expect((await match(ann2)).passed).toBe(true)
  })

  test('is down for more pictures than may wait, and for those that wait when the worker ends', async () => {
    const worker = new FaceWorker(app.app, 20)
    const waiting = Array.from({ length: 50 }, () => worker.look(ann1))
    expect(await worker.look(ann1)).toEqual({ problem: 'down' })
    await worker.close()
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 50 }, () => ({ problem: 'down' })))
  })

  test('ends its worker after a while without pictures', async () => {
    const worker = new FaceWorker(app.app, 20)
    expect(await worker.look(ann1)).toMatchObject({ faces: [{}] })
    await expect.poll(() => worker.isRunning).toBe(false)
    expect(await worker.look(ann1)).toMatchObject({ faces: [{}] })
    await worker.close()
  })
})

describe('a phone as the camera', () => {
  test('sends one picture to the user who opened the key', async () => {
    const { key } = await app.ok(sysCam.open, { purpose: 'exam' }, ann.token)
    expect(await app.ok(sysCam.take, { key }, ann.token)).toEqual({ base64: '' })
    expect(await app.ok(sysCam.info, { key })).toMatchObject({ purpose: 'exam', sent: false })
    await app.ok(sysCam.send, { key, base64: text(ann1) })
    expect((await app.call(sysCam.send, { key, base64: text(dee) })).code).toBe(code('camExpired'))
    expect((await app.call(sysCam.take, { key }, bob.token)).code).toBe(code('camExpired'))
    expect((await app.ok(sysCam.take, { key }, ann.token)).base64).toBe(`data:image/jpeg;base64,${text(ann1)}`)
    expect((await app.call(sysCam.take, { key }, ann.token)).code).toBe(code('camExpired'))
  })
})

describe('a stored face', () => {
  test('is listed with its consent, and its numbers are sealed and in no log', async () => {
    const { records } = await app.ok(sysFace.paging, { current: 1, size: 10, params: {} }, admin)
    expect(records.find((one) => one.id === ann.id)).toMatchObject({ userName: 'ann', state: FaceState.used, source: 'admin' })
    const [coverage] = await app.ok(sysFace.coverage, {}, admin)
    expect(coverage?.people).toBeGreaterThan(0)
    const row = await app.db.selectFrom('sysFace').where('id', '=', ann.id).select('vector').executeTakeFirstOrThrow()
    expect(row.vector).toMatch(/^seal1\./)
    const logs = JSON.stringify(await app.db.selectFrom('sysLog').select(['input', 'before', 'after']).execute())
    expect(logs).not.toContain(row.vector.slice(-40))
    expect(logs).not.toContain(text(ann1).slice(0, 80))
  })

  test('is deleted when its user withdraws, and with the account', async () => {
    await app.ok(sysFace.consent, { give: false }, bob.token)
    expect(await app.ok(sysFace.mine, {}, bob.token)).toMatchObject({ enrolled: false, consentTime: null })
    await app.db
      .insertInto('sysFace')
      .values({ id: '999999', url: '', source: 'admin', createTime: app.clock.now(), updateTime: app.clock.now() })
      .execute()
    await sweepFaces(app.app)
    expect(await app.db.selectFrom('sysFace').where('id', '=', '999999').select('id').execute()).toEqual([])
  })

  test('is never made from an avatar', async () => {
    const { url } = await app.db.selectFrom('sysFace').where('id', '=', ann.id).select('url').executeTakeFirstOrThrow()
    await app.db.updateTable('sysUser').set({ avatar: url }).where('id', '=', bob.id).execute()
    await app.ok(sysFace.consent, { give: true }, bob.token)
    await sweepFaces(app.app)
    expect(await app.ok(sysFace.mine, {}, bob.token)).toMatchObject({ enrolled: false })
  })
})
