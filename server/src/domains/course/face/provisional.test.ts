// Captures and counted time: what a person gains who is not seen, or who is not the learner.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faceOf, noisePicture } from '../../../../test/faces.ts'
import { startWith } from '../../../../test/people.ts'
import { faceWorkerOf, isLocalInstalled } from '../../../providers/face/face-local.ts'
import { nobody } from '../../../kernel/ctx.ts'
import { finishTool } from '../learn/package-finish.service.ts'
import { finishCompleted } from '../progress/finish.service.ts'
import { makeCourse } from '../course.factory.ts'

const { app, ann, bob } = await startWith('ann', 'bob')
const admin = (await app.as('admin')).token
const text = async (picture: Promise<Buffer>) => (await picture).toString('base64')
const [own, other, noise] = await Promise.all([text(faceOf('ann2')), text(faceOf('dee')), text(noisePicture())])

beforeAll(async () => {
  await app.ok(configProp.change, { type: 'face', provider: 'local', data: {} }, admin)
  await app.upload(sysFace.save, await faceOf('ann1'), 'a.jpg', { userId: ann.id, agreed: '1' }, admin)
})
afterAll(() => faceWorkerOf(app.app).close())

type Place = { courseId: string; fileId: string }
type Given = {
  duration?: number
  minSec?: number
  fileType?: CourseFileType
  faceInterval?: number
  faceChance?: number
  videoDrag?: boolean
}
/** A course of one file with a capture each minute. */
async function film({ duration = 66, minSec = 0, fileType = CourseFileType.video, ...given }: Given = {}): Promise<Place> {
  const row = { title: '课件', fileType, duration, fileUrl: '/files/course/a', viewUrl: '' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  return { courseId: await makeCourse(app.ctx(), { files: [{ fileId, minSec }], faceInterval: 1, faceChance: 5, ...given }), fileId }
}
const load = (place: Place, person = ann) => app.ok(learn['load-process'], place, person.token)
const capture = (place: Place, base64: string, person = ann) => app.ok(courseFace.save, { ...place, base64 }, person.token)
const fix = (place: Place, person = ann) => app.ok(learn['fix-process'], place, person.token)
/** Reports this many seconds at their end. */
function watch(place: Place, seconds: number, person = ann) {
  app.clock.advance(seconds)
  return app.ok(learn['save-process'], { ...place, learnSec: seconds }, person.token)
}
const courseOf = ({ courseId }: Place, person = ann) =>
  app.db
    .selectFrom('courseLearn')
    .where('courseId', '=', courseId)
    .where('userId', '=', person.id)
    .select(['finishTime', 'finishDue'])
    .executeTakeFirstOrThrow()
/** The seconds in the figures of the site. */
const figuresOf = async ({ courseId }: Place) => {
  const days = await app.db.selectFrom('courseLearnDay').where('courseId', '=', courseId).select('sec').execute()
  const file = await app.db.selectFrom('courseFileLearn').where('courseId', '=', courseId).select('learnSec').executeTakeFirstOrThrow()
  return { day: days.reduce((sum, { sec }) => sum + sec, 0), file: file.learnSec }
}

describe('the first capture', () => {
  test('comes before the first counted second, after every opening', async () => {
    const place = await film()
    expect(await load(place)).toMatchObject({ captureHeld: true, captureDue: false, learnSec: 0 })
    expect(await watch(place, 40)).toMatchObject({ captureHeld: true, learnSec: 0 })
    expect(await capture(place, own)).toMatchObject({ passed: true, failCount: 0 })
    expect(await watch(place, 20)).toMatchObject({ captureHeld: false, learnSec: 20 })
    expect(await load(place)).toMatchObject({ captureHeld: true, learnSec: 20 })
    expect(await watch(place, 20)).toMatchObject({ learnSec: 20 })
  })

  test('comes before a file without a required time is finished', async () => {
    const place = await film({ fileType: CourseFileType.other, duration: 0 })
    expect(await load(place)).toMatchObject({ finished: false, captureHeld: true })
    expect(await fix(place)).toMatchObject({ finished: false, captureHeld: true })
    await capture(place, own)
    expect(await fix(place)).toMatchObject({ finished: true, courseFinished: true, captureHeld: false })
  })
})

describe('seconds since the last passed capture', () => {
  test('of a stranger count for nothing, and nothing is finished or granted', async () => {
    const place = await film()
    await load(place)
    expect(await capture(place, other)).toMatchObject({ passed: false, failCount: 1 })
    expect(await watch(place, 60)).toMatchObject({ finished: false, courseFinished: false, learnSec: 0, captureHeld: true })
    expect(await fix(place)).toMatchObject({ finished: false })
    expect(await courseOf(place)).toEqual({ finishTime: null, finishDue: false })
  })

  test('are taken back by a failed capture, whatever failed it', async () => {
    for (const bad of [other, noise, '']) {
      const place = await film()
      await load(place)
      await capture(place, own)
      expect(await watch(place, 30)).toMatchObject({ learnSec: 30 })
      await capture(place, own)
      expect(await watch(place, 25)).toMatchObject({ learnSec: 55 })
      expect(await capture(place, bad)).toMatchObject({ passed: false })
      expect(await watch(place, 20)).toMatchObject({ learnSec: 30, captureHeld: true, finished: false })
      expect(await figuresOf(place)).toEqual({ day: 30, file: 30 })
      // what was taken back is missing again
      expect(await load(place)).toMatchObject({ covered: [{ from: 0, to: 30 }] })
    }
  })

  test('finish nothing until a capture passes, which the answer asks for; then they stand', async () => {
    const place = await film()
    await load(place)
    await capture(place, own)
    expect(await watch(place, 60)).toMatchObject({ learnSec: 60, finished: false, captureDue: true, captureHeld: false })
    expect(await figuresOf(place)).toEqual({ day: 0, file: 0 })
    await capture(place, own)
    expect(await figuresOf(place)).toEqual({ day: 60, file: 60 })
    expect(await watch(place, 1)).toMatchObject({ finished: true, courseFinished: true, captureDue: false })
    expect((await courseOf(place)).finishTime).not.toBeNull()
  })

  test('are taken back by a capture that does not arrive', async () => {
    const place = await film({ duration: 1_000 })
    await load(place)
    await capture(place, own)
    expect(await watch(place, 60)).toMatchObject({ learnSec: 60 })
    expect(await watch(place, 190)).toMatchObject({ learnSec: 0, captureHeld: true })
  })

  test('do not let the end of a film of unknown length finish it for a learner who was not seen just then', async () => {
    const place = await film({ duration: 0 })
    await load(place)
    await capture(place, own)
    await watch(place, 50)
    expect(await fix(place)).toMatchObject({ finished: false, captureDue: true })
    await capture(place, own)
    expect(await fix(place)).toMatchObject({ finished: true })
  })

  test('stand when the captures of the course are switched off', async () => {
    const place = await film()
    await load(place)
    await capture(place, own)
    await watch(place, 50)
    await app.db.updateTable('course').set({ faceInterval: 0 }).where('id', '=', place.courseId).execute()
    expect(await watch(place, 10)).toMatchObject({ learnSec: 60, finished: true })
    expect(await figuresOf(place)).toMatchObject({ file: 60 })
  })
})

describe('what finishes a file or course besides its page', () => {
  test('a tool that reports waits for a capture', async () => {
    const place = await film({ fileType: CourseFileType.tool, duration: 0 })
    await load(place)
    await capture(place, other)
    const report = () => app.db.transaction().execute((db) => finishTool({ ...app.ctx(), user: { ...nobody, id: ann.id }, db }, place))
    expect(await report()).toEqual({ finished: false, courseFinished: false })
    expect(await fix(place)).toMatchObject({ finished: false, captureHeld: true })
    await capture(place, own)
    expect(await fix(place)).toMatchObject({ finished: true, courseFinished: true })
  })

  test('a file that is removed from the course finishes it for nobody whose newest capture failed', async () => {
    const [place, rest] = [await film(), await film()]
    await app.db
      .insertInto('courseItem')
      .values({ courseId: place.courseId, fileId: rest.fileId, sort: 2, required: true, minSec: 0 })
      .execute()
    await load(place)
    await capture(place, own)
    await watch(place, 60)
    await capture(place, own)
    expect(await fix(place)).toMatchObject({ finished: true, courseFinished: false })
    await capture(place, other)
    await app.db.deleteFrom('courseItem').where('courseId', '=', place.courseId).where('fileId', '=', rest.fileId).execute()
    await finishCompleted(app.ctx(), [place.courseId])
    expect((await courseOf(place)).finishTime).toBeNull()
    expect(await load(place)).toMatchObject({ courseFinished: false })
    await capture(place, own)
    expect(await watch(place, 1)).toMatchObject({ courseFinished: true })
  })
})

describe('somebody without a stored face', () => {
  test('learns before the camera, and not beside it', async () => {
    const place = await film({ faceChance: 2 })
    await load(place, bob)
    expect(await capture(place, noise, bob)).toMatchObject({ passed: false, failCount: 1 })
    expect(await watch(place, 30, bob)).toMatchObject({ learnSec: 0 })
    expect(await capture(place, other, bob)).toMatchObject({ passed: true, failCount: 0 })
    expect(await watch(place, 60, bob)).toMatchObject({ learnSec: 60, captureDue: true })
    await capture(place, other, bob)
    expect(await watch(place, 1, bob)).toMatchObject({ finished: true })
  })
})

test('while the comparison gives no answer nobody is held up, unless their newest capture failed', async () => {
  const [honest, stranger] = [await film(), await film()]
  await load(stranger, bob)
  await capture(stranger, '', bob)
  isLocalInstalled.replace(app.app, false)
  await load(honest)
  expect(await capture(honest, other)).toMatchObject({ passed: true, failCount: 0 })
  await watch(honest, 60)
  await capture(honest, other)
  expect(await watch(honest, 1)).toMatchObject({ finished: true })
  expect(await capture(stranger, other, bob)).toMatchObject({ passed: false, failCount: 1 })
  isLocalInstalled.replace(app.app, true)
})
