// The reading check and the furthest place over HTTP: what a page that ignores them gains.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { readCheck } from '@shuyuan/contract/course/learn/read-check.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { refusal } from '../../../../test/refusal.ts'
import { makeCourse } from '../course.factory.ts'

const { app, ann, bob } = await startWith('ann', 'bob')

type Given = Partial<Parameters<typeof makeCourse>[1]>
/** A course of one video of 1000 s without dragging, with a check every 60 s. */
async function film(given: Given = {}) {
  const row = { title: '课件', fileType: CourseFileType.video, duration: 1_000, fileUrl: '/files/course/a' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  const rules = { videoDrag: false, checkOn: true, checkSec: 60, ...given }
  return { courseId: await makeCourse(app.ctx(), { files: [{ fileId }], ...rules }), fileId }
}
type Place = { courseId: string; fileId: string }
const load = (place: Place, person = ann) => app.ok(learn['load-process'], place, person.token)
const save = (place: Place, learnSec: number, position?: number) =>
  app.ok(learn['save-process'], { ...place, learnSec, ...(position === undefined ? {} : { position }) }, ann.token)
const learnFor = (place: Place, seconds: number) => {
  app.clock.advance(seconds)
  return save(place, seconds)
}
const gen = (place: Place, person: Person = ann) => app.ok(readCheck.gen, place, person.token)
/** The letters of the picture with this key, after it was drawn. */
async function lettersOf(key: string) {
  await app.http.inject({ url: `${captcha.gen.path}?key=${key}` })
  return (await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', key).select('value').executeTakeFirstOrThrow()).value
}
const pass = (place: Place, captchaKey: string, captchaValue: string, person = ann) =>
  app.call(readCheck.pass, { ...place, captchaKey, captchaValue }, person.token)

describe('the reading check', () => {
  test('comes after the seconds learnt, stops counting after the grace, and starts anew when it is passed', async () => {
    const place = await film()
    expect(await load(place)).toMatchObject({ checkIn: 60, checkDue: false })
    expect(await learnFor(place, 40)).toMatchObject({ learnSec: 40, checkIn: 20, checkDue: false })
    expect(await learnFor(place, 20)).toMatchObject({ learnSec: 60, checkIn: 0, checkDue: false })
    expect(await learnFor(place, 600)).toMatchObject({ learnSec: 90, checkIn: -30, checkDue: true })
    // neither another opening nor the end of the file helps
    expect(await load(place)).toMatchObject({ learnSec: 90, checkIn: -30, checkDue: true })
    const { captchaKey } = await gen(place)
    expect((await pass(place, captchaKey, await lettersOf(captchaKey))).code).toBe(0)
    expect(await learnFor(place, 20)).toMatchObject({ learnSec: expect.toSatisfy((sec: number) => sec >= 110), checkDue: false })
  })

  test('needs the file to be open, and says so', async () => {
    const place = await film()
    expect(await app.call(readCheck.gen, place, ann.token)).toEqual(refusal('courseUnopened'))
    await load(place)
    expect((await gen(place)).captchaKey).toMatch(/^[\da-f-]{36}$/)
  })

  test('is over the whole course: another file of it does not start the seconds anew', async () => {
    const one = await film()
    const other = await film()
    const { id } = await app.db.selectFrom('courseFile').where('id', '=', other.fileId).select('id').executeTakeFirstOrThrow()
    await app.db.insertInto('courseItem').values({ courseId: one.courseId, fileId: id, sort: 2, required: true, minSec: 0 }).execute()
    await load(one)
    await learnFor(one, 50)
    expect(await load({ courseId: one.courseId, fileId: id })).toMatchObject({ checkIn: 10 })
  })

  test('is not passed by wrong letters, by letters used before, nor with the key of somebody else', async () => {
    const place = await film()
    await load(place)
    await load(place, bob)
    const first = await gen(place)
    const letters = await lettersOf(first.captchaKey)
    expect((await pass(place, first.captchaKey, 'nope')).code).toBe(errors.captchaWrong[0])
    expect((await pass(place, first.captchaKey, letters)).code).toBe(errors.captchaWrong[0])
    const second = await gen(place)
    expect((await pass(place, second.captchaKey, await lettersOf(second.captchaKey), bob)).code).toBe(errors.captchaWrong[0])
    const own = 'own-key-of-the-page'
    expect((await pass(place, own, await lettersOf(own))).code).toBe(errors.captchaWrong[0])
  })

  test('does not finish a file through its end when it is overdue', async () => {
    const place = await film({ videoDrag: true })
    await load(place)
    await learnFor(place, 100)
    expect(await app.ok(learn['fix-process'], place, ann.token)).toMatchObject({ finished: false, checkDue: true })
  })

  test('is not asked where the course has none', async () => {
    const place = await film({ checkOn: false })
    expect(await load(place)).toMatchObject({ checkIn: null, checkDue: false })
    expect(await learnFor(place, 200)).toMatchObject({ learnSec: 200, checkDue: false })
  })
})

describe('the furthest place', () => {
  test('stays where it was when a learner goes back, and reaches as far as the fastest speed of the course', async () => {
    const place = await film({ checkOn: false, speeds: [1, 2] })
    await load(place)
    app.clock.advance(10)
    expect(await save(place, 10, 20)).toMatchObject({ position: 20, furthest: 20 })
    expect(await save(place, 0, 5)).toMatchObject({ position: 5, furthest: 20 })
    expect(await save(place, 0, 900)).toMatchObject({ position: 22, furthest: 22 })
    expect(await load(place)).toMatchObject({ position: 22, furthest: 22 })
  })
})

test('the speeds of a course are in order, with the plain one, and stay when an edit leaves them out', async () => {
  const { courseId } = await film({ speeds: [2, 1.5], watermark: true })
  const shown = () => app.ok(course.detail, { id: courseId }, ann.token)
  expect(await shown()).toMatchObject({ speeds: [1, 1.5, 2], watermark: true })
  const { courseId: plain } = await film()
  expect(await app.ok(course.detail, { id: plain }, ann.token)).toMatchObject({ speeds: [1, 1.25, 1.5, 2], watermark: false })
})
