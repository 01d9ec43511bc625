// The door of an exam and its captures while the comparison gives no answer, and for people without a stored face.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { face } from '@shuyuan/contract/exam/face.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { faceOf, noisePicture, severalFaces } from '../../../../test/faces.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { faceWorkerOf, isLocalInstalled, localThresholds } from '../../../providers/face/face-local.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
const admin = (await app.as('admin')).token
const text = async (picture: Promise<Buffer>) => (await picture).toString('base64')
const [own, other] = await Promise.all([text(faceOf('ann2')), text(faceOf('dee'))])

const examWith = async (terms: Parameters<typeof setUpExam>[1]) => (await setUpExam(app.ctx(), terms, { single: 1 })).examId
const check = (examId: string, base64: string, person = ann) => app.ok(face['validate-face'], { examId, base64 }, person.token)
const enter = (examId: string, faceToken?: string) =>
  app.call(paper['create-paper'], { examId, ...(faceToken === undefined ? {} : { faceToken }) }, ann.token)
/** The comparison gives no answer for the rest of the test. */
function goDown() {
  isLocalInstalled.replace(app.app, false)
  onTestFinished(() => isLocalInstalled.replace(app.app, true))
}
const rowOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const capturesOf = async (paperId: string) =>
  (await app.ok(timeline.list, { paperId }, admin)).events.filter((event) => event.kind === 'face')

beforeAll(async () => {
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
  await app.upload(sysFace.save, await faceOf('ann1'), 'a.jpg', { userId: ann.id, agreed: '1' }, admin)
})
afterAll(() => faceWorkerOf(app.app).close())

test('a service that gives no answer keeps nobody out: the invigilator exempts the candidate, who then starts', async () => {
  const examId = await examWith({ needFace: true, captureMinutes: 1 })
  goDown()
  expect(await check(examId, own)).toMatchObject({
    pass: false,
    faceToken: '',
    failMsg: '人脸服务暂时无法比对，请稍后再试，或联系监考员为您免除人脸核验',
  })
  expect(await enter(examId)).toEqual(refusal('examFaceNeeded'))
  expect(await app.ok(checkInfo['check-info'], { id: examId }, ann.token)).toMatchObject({ needFace: true, canStart: true })
  const news = async () => (await app.ok(msg.paging, { params: { title: '已免除人脸核验' } }, ann.token)).total
  expect(await news()).toBe(0)
  await app.ok(override.save, { examId, userId: ann.id, noFace: true, reason: '人脸服务故障' }, teacher.token)
  // the start page refetches with a new message
  expect(await news()).toBe(1)
  expect(await app.ok(checkInfo['check-info'], { id: examId }, ann.token)).toMatchObject({ needFace: false })
  expect((await enter(examId)).code).toBe(0)
})

test('when the service answers again, the own face opens the door and another person does not', async () => {
  const examId = await examWith({ needFace: true })
  goDown()
  expect((await check(examId, own)).pass).toBe(false)
  isLocalInstalled.replace(app.app, true)
  expect(await check(examId, other)).toMatchObject({ pass: false, failMsg: '人脸比对未通过，请正对摄像头重试' })
  const { pass, faceToken } = await check(examId, own)
  expect(pass).toBe(true)
  expect((await enter(examId, faceToken)).code).toBe(0)
})

test('a likeness near the threshold opens the door, stays with the token, and is marked for staff at the door and in captures', async () => {
  const examId = await examWith({ needFace: true, captureMinutes: 1, faceChance: 1 })
  const { pass: usual } = localThresholds
  onTestFinished(() => void Object.assign(localThresholds, { pass: usual }))
  localThresholds.pass = 0.01
  const { pass, faceToken } = await check(examId, own)
  expect(pass).toBe(true)
  expect(await app.db.selectFrom('examFaceToken').where('examId', '=', examId).select('grey').execute()).toEqual([{ grey: true }])
  const { id } = (await enter(examId, faceToken)).data
  expect(await app.ok(capture.save, { paperId: id, base64: own, eventId: 'a' }, ann.token)).toMatchObject({ isBreak: false, failCount: 0 })
  const { events } = await app.ok(timeline.list, { paperId: id }, admin)
  expect(events.find((event) => event.kind === 'identity')).toMatchObject({
    message: '考前人脸核验通过（相似度偏低，请留意）',
    data: { reason: 'grey' },
  })
  expect(events.find((event) => event.kind === 'face')).toMatchObject({ passed: true, data: { reason: 'grey' } })
})

test('captures that cannot be compared are noted, close no paper, and neither count nor clear earlier failures', async () => {
  const examId = await examWith({ captureMinutes: 1, faceChance: 2 })
  const { id } = (await enter(examId)).data
  const send = (base64: string, eventId: string) => app.ok(capture.save, { paperId: id, base64, eventId }, ann.token)
  expect(await send(other, 'a')).toMatchObject({ failCount: 1, isBreak: false })
  isLocalInstalled.replace(app.app, false)
  onTestFinished(() => isLocalInstalled.replace(app.app, true))
  for (const eventId of ['b', 'c', 'd']) expect(await send(other, eventId)).toMatchObject({ failCount: 1, isBreak: false })
  expect(await rowOf(id)).toMatchObject({ state: PaperState.open, exState: ExState.normal, faceFails: 1 })
  expect((await capturesOf(id)).map((event) => event.data['reason'])).toEqual(['face', 'down', 'down', 'down'])
  isLocalInstalled.replace(app.app, true)
  expect(await send(own, 'e')).toMatchObject({ failCount: 0 })
})

test('people without a stored face are told before the door and at it, and their captures count against nobody', async () => {
  expect(await app.ok(sysFace.mine, {}, bob.token)).toMatchObject({ compares: true, enrolled: false })
  expect(await app.ok(sysFace.mine, {}, ann.token)).toMatchObject({ compares: true, enrolled: true })
  const examId = await examWith({ needFace: true })
  expect(await check(examId, own, bob)).toMatchObject({
    pass: false,
    failMsg: '您还没有录入人脸，无法比对：请先在用户中心完成实名认证，或联系监考员放行',
  })
  const watched = await examWith({ captureMinutes: 1, faceChance: 1 })
  const { id } = (await app.call(paper['create-paper'], { examId: watched }, bob.token)).data
  for (const eventId of ['a', 'b'])
    expect(await app.ok(capture.save, { paperId: id, base64: other, eventId }, bob.token)).toMatchObject({ isBreak: false, failCount: 0 })
  expect((await rowOf(id)).state).toBe(PaperState.open)
  expect((await capturesOf(id)).map((event) => event.data['reason'])).toEqual(['unenrolled', 'unenrolled'])
})

test('an empty chair and several faces are failures for everybody, with a stored face or without', async () => {
  const [nobody, several] = [await text(noisePicture()), await text(severalFaces())]
  for (const person of [ann, bob]) {
    const examId = await examWith({ captureMinutes: 1, faceChance: 3 })
    const { id } = (await app.call(paper['create-paper'], { examId }, person.token)).data
    const send = (base64: string, eventId: string) => app.ok(capture.save, { paperId: id, base64, eventId }, person.token)
    expect(await send(nobody, 'a')).toMatchObject({ failCount: 1, isBreak: false })
    expect(await send(several, 'b')).toMatchObject({ failCount: 2, isBreak: false })
    expect(await send(person === ann ? own : other, 'c')).toMatchObject({ failCount: 0, isBreak: false })
    for (const eventId of ['d', 'e']) await send(nobody, eventId)
    expect(await send('', 'f')).toMatchObject({ failCount: 3, isBreak: true })
    expect(await rowOf(id)).toMatchObject({ exState: ExState.face })
  }
})
