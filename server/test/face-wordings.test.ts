// The wordings of the specification about faces and cameras that the server says, each from the call that has to say it. What pages say is in
// web/src/app/face-wordings.test.tsx.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { face } from '@shuyuan/contract/exam/face.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { real } from '@shuyuan/contract/account/realname/real.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepPapers } from '../src/domains/paper/sweep.service.ts'
import { faceWorkerOf } from '../src/providers/face/face-local.ts'
import { faceOf, noisePicture } from './faces.ts'
import { openNewPaper } from './papers.ts'
import { startWith } from './people.ts'

const { app, ann } = await startWith('ann')
const admin = (await app.as('admin')).token
const noise = (await noisePicture()).toString('base64')

beforeAll(async () => {
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
  await app.upload(sysFace.save, await faceOf('ann1'), 'a.jpg', { userId: ann.id, agreed: '1' }, admin)
})
afterAll(() => faceWorkerOf(app.app).close())

test('人脸照片必须上传！', async () => {
  const answer = await app.call(real.submit, { realName: '张三', face: '', idCard: '11010519491231002X' } as never, ann.token)
  expect(answer.code).toBe(errors.badInput[0])
  expect(answer.fields).toContainEqual({ field: 'face', msg: '人脸照片必须上传！' })
})

test('服务商必须选择！', async () => {
  expect((await app.call(configProp.save, { type: 'face', provider: '', data: {} } as never, admin)).msg).toBe('服务商必须选择！')
})

test('未识别到人脸，请将人脸置于摄像头中央！ and 摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！', async () => {
  const { examId } = await openNewPaper(app, ann, { needFace: false, startTime: null, endTime: null }, { single: 1 })
  const check = async (base64: string) => (await app.ok(face['validate-face'], { examId, base64 }, ann.token)).failMsg
  expect(await check(noise)).toBe('未识别到人脸，请将人脸置于摄像头中央！')
  expect(await check('')).toBe('摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！')
})

test('人脸识别已失败N次，连续失败M次将自动交卷！ to a page that sends no captures', async () => {
  const { id, session } = await openNewPaper(app, ann, { minutes: 120, captureMinutes: 1, faceChance: 3 }, { single: 1 })
  for (let seconds = 0; seconds < 210; seconds += 15) {
    app.clock.advance(15)
    await app.ok(paper['left-time'], { id, session }, ann.token)
    await sweepPapers(app.app)
  }
  const { msgs } = await app.ok(paper['left-time'], { id, acked: 0 }, ann.token)
  expect(msgs.map((msg) => msg.message)).toContain('人脸识别已失败1次，连续失败3次将自动交卷！')
})
