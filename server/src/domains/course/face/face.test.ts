// Face checks before a course and captures while it is learnt, with the local comparison.
import { courseFace, FaceKind } from '@shuyuan/contract/course/face/face.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faceOf, noisePicture } from '../../../../test/faces.ts'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { faceWorkerOf, isLocalInstalled } from '../../../providers/face/face-local.ts'
import { makeCourse } from '../course.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { storePicture } from '../../site/provider/evidence.service.ts'
import { sweepPictures } from '../../face/gone.service.ts'
import { deleteOldFaces } from './face-list.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')
const admin = (await app.as('admin')).token
const text = async (picture: Promise<Buffer>) => (await picture).toString('base64')
const [own, other, noise] = await Promise.all([text(faceOf('ann2')), text(faceOf('dee')), text(noisePicture())])

async function film(given: { faceCheck?: boolean; faceInterval?: number; faceChance?: number }) {
  const row = { title: '课件', fileType: CourseFileType.video, duration: 100, fileUrl: '/files/course/a', viewUrl: '' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  return { courseId: await makeCourse(app.ctx(), { files: [{ fileId }], ...given }), fileId }
}
const load = (place: { courseId: string; fileId: string }) => app.call(learn['load-process'], place, ann.token)

beforeAll(async () => {
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
  await app.upload(sysFace.save, await faceOf('ann1'), 'a.jpg', { userId: ann.id, agreed: '1' }, admin)
})
afterAll(() => faceWorkerOf(app.app).close())

describe('a check before a course', () => {
  test('opens it for the day, for its own learner only', async () => {
    const place = await film({ faceCheck: true })
    expect((await load(place)).code).toBe(code('courseFace'))
    const check = (base64: string, person = ann) => app.ok(courseFace['validate-face'], { ...place, base64 }, person.token)
    expect(await check(other)).toMatchObject({ pass: false, failMsg: '人脸比对未通过，请正对摄像头重试', faceToken: '' })
    expect(await check(noise)).toMatchObject({ pass: false, failMsg: '未识别到人脸，请将人脸置于摄像头中央！' })
    expect((await check(own, bob)).failMsg).toBe('您还没有录入人脸，无法比对：请先在用户中心完成实名认证，或联系课程老师')
    expect((await load(place)).code).toBe(code('courseFace'))
    expect(await app.ok(courseFace.state, { courseId: place.courseId }, ann.token)).toMatchObject({ needCheck: true, enrolled: true })
    expect(await check(own)).toMatchObject({ pass: true, faceToken: expect.stringMatching(/^\d+$/) as string })
    expect((await load(place)).code).toBe(0)
    const { records } = await app.ok(courseFace['face-paging'], { current: 1, size: 10, params: { courseId: place.courseId } }, admin)
    expect(records.map((one) => one.result)).toEqual(['passed', 'uncomparable', 'failed', 'failed'])
    expect((await app.call(courseFace['face-paging'], { current: 1, size: 10, params: {} }, ann.token)).code).toBe(code('forbidden'))
  })
})

describe('captures', () => {
  const rules = { faceInterval: 1, faceChance: 2 }

  test('of another person end the learning; the own face resets the count', async () => {
    const place = await film(rules)
    expect((await load(place)).code).toBe(0)
    const send = (base64: string) => app.ok(courseFace.save, { ...place, base64 }, ann.token)
    expect(await send(other)).toEqual({ passed: false, isBreak: false, failCount: 1, faceChance: 2 })
    expect(await send(own)).toEqual({ passed: true, isBreak: false, failCount: 0, faceChance: 2 })
    expect(await send('')).toMatchObject({ failCount: 1 })
    expect(await send(noise)).toEqual({ passed: false, isBreak: true, failCount: 2, faceChance: 2 })
    expect((await load(place)).code).toBe(code('courseFaceBlocked'))
    app.clock.advance(61)
    expect((await load(place)).code).toBe(0)
  })

  test('that cannot be compared are noted and count against nobody', async () => {
    const place = await film(rules)
    await load(place)
    isLocalInstalled.replace(app.app, false)
    for (let at = 0; at < 3; at++)
      expect(await app.ok(courseFace.save, { ...place, base64: other }, ann.token)).toMatchObject({ isBreak: false, failCount: 0 })
    isLocalInstalled.replace(app.app, true)
    const { records } = await app.ok(courseFace['capture-paging'], { current: 1, size: 10, params: { courseId: place.courseId } }, admin)
    expect(records.map((one) => one.result)).toEqual(['uncomparable', 'uncomparable', 'uncomparable'])
  })

  test('that do not arrive count as failures', async () => {
    const place = await film(rules)
    const { data } = await load(place)
    const report = () => app.ok(learn['save-process'], { ...place, learnSec: 10, session: data.session }, ann.token)
    for (let at = 0; at < 2; at++) {
      app.clock.advance(190)
      await report()
    }
    expect((await load(place)).code).toBe(code('courseFaceBlocked'))
  })

  test('go with their course or account, picture and all', async () => {
    const gone = await app.enrol({ userName: 'gone' })
    const [mine, theirs] = [await film(rules), await film(rules)]
    const capture = async (userId: string, courseId: string) => {
      const url = await storePicture(app.app, await faceOf('ann1'))
      await app.db.insertInto('courseFace').values({ userId, courseId, kind: 2, passed: true, url, createTime: app.clock.now() }).execute()
      return () => app.app.storage.readPrivate(url.slice('private:'.length), 2_000_000)
    }
    const pictures = [await capture(gone.id, mine.courseId), await capture(ann.id, theirs.courseId), await capture(ann.id, mine.courseId)]
    await app.db.deleteFrom('sysUser').where('id', '=', gone.id).execute()
    await app.db.deleteFrom('course').where('id', '=', theirs.courseId).execute()
    expect(await sweepPictures(app.app)).toBe(2)
    expect((await Promise.all(pictures.map((read) => read()))).map((one) => one !== undefined)).toEqual([false, false, true])
  })

  test('are listed by course and department, within the data scope', async () => {
    const [near, far] = [await makeDepart(app.db, 'A01', '前厅部'), await makeDepart(app.db, 'A01', '客房部')]
    const below = await makeDepart(app.db, near, '礼宾组')
    const place = await film(rules)
    for (const [userName, deptCode] of [
      ['kim', below],
      ['moe', far],
    ] as const) {
      const { id: userId } = await app.enrol({ userName, realName: userName, deptCode })
      const row = { userId, courseId: place.courseId, kind: FaceKind.capture, passed: true, url: '', createTime: app.clock.now() }
      await app.db.insertInto('courseFace').values(row).execute()
    }
    const chief = await enrolWith(app, { userName: 'chief', deptCode: near }, ['course:face:list'], DataScope.branch)
    const listed = async (token: string, params: object) =>
      (await app.ok(courseFace['capture-paging'], { current: 1, size: 10, params }, token)).records.map((one) => one.realName)
    expect(await listed(admin, { courseId: place.courseId })).toEqual(['moe', 'kim'])
    expect(await listed(admin, { courseId: place.courseId, deptCode: near })).toEqual(['kim'])
    expect(await listed(admin, { courseId: place.courseId, deptCode: 'NOWHERE' })).toEqual([])
    expect((await app.ok(courseFace['face-paging'], { params: { deptCode: 'NOWHERE' } }, admin)).total).toBe(0)
    expect(await listed(chief.token, { courseId: place.courseId })).toEqual(['kim'])
    expect(await listed(chief.token, { courseId: place.courseId, deptCode: far })).toEqual([])
  })

  test('and checks are deleted with their pictures after the days of the settings', async () => {
    app.clock.advance(181 * 86_400)
    expect(await deleteOldFaces(app.app)).toBeGreaterThan(5)
    expect(await app.db.selectFrom('courseFace').select('id').execute()).toEqual([])
  })
})
