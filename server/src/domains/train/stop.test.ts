// Questions in course files: what a learner sees before and after the answer, and what holds the file back.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { makeCourse } from '../course/course.factory.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'

const { app, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
const bank = await makeBank(app.ctx(), { single: 3 })
const [first = '', second = ''] = bank.single

type Stop = { atSec: number; quId: string; title: string }
const asked = (atSec: number, quId: string): Stop => ({ atSec, quId, title: '题干' })

type Film = { fileType?: CourseFileType; duration?: number }

/** A course of one video of 100 s with these questions, saved by an administrator. */
async function film(stops: Stop[], { fileType = CourseFileType.video, duration = 100 }: Film = {}) {
  const row = { title: '课件', fileType, duration, fileUrl: '/files/course/a' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId }] })
  const { users: _users, groups: _groups, ...stored } = await app.ok(course['admin/detail'], { id: courseId }, teacher)
  const files = [{ fileId, chapter: '', required: true, minSec: 0, stops }]
  const saved = await app.call(course.save, { ...stored, files, userIds: [], groupIds: [] }, teacher)
  return { courseId, fileId, saved }
}
const next = (place: { courseId: string; fileId: string }, person = ann) => app.ok(courseStop.next, place, person)
const rightOf = async (quId: string) => {
  const { body } = await app.db.selectFrom('qu').where('id', '=', quId).select('body').executeTakeFirstOrThrow()
  return (body as unknown as { options: { tag: string; isRight: boolean }[] }).options.filter((one) => one.isRight).map((one) => one.tag)
}

describe('a question in a file', () => {
  test('is posed without its key, judged by the server, and its first answer counts', async () => {
    const { saved, ...place } = await film([asked(20, first), asked(40, second)])
    expect(saved.code).toBe(0)
    await app.ok(learn['load-process'], place, ann)
    const posed = await next(place)
    expect(posed).toMatchObject({ stopAt: 20, question: { quId: first } })
    expect(JSON.stringify(posed)).not.toMatch(/isRight|analysis|modelAnswer/)
    const right = await rightOf(first)
    const answer = { ...place, stopId: posed.stopId, answer: { tags: right } }
    const judged = await app.ok(courseStop.answer, answer, ann)
    expect(judged).toMatchObject({ isRight: true, key: { right }, stopAt: 40 })
    // no answer is improved after the key was shown
    expect(await app.ok(courseStop.answer, { ...answer, answer: { tags: ['Z'] } }, ann)).toMatchObject({
      isRight: true,
      given: { tags: right },
    })
    expect(await next(place)).toMatchObject({ stopAt: 40 })
    expect(await next(place, bob)).toMatchObject({ stopAt: 20 })
  })

  test('holds the position back, and the file is not finished before all are answered', async () => {
    const { saved: _saved, ...place } = await film([asked(20, first)])
    await app.ok(learn['load-process'], place, ann)
    app.clock.advance(95)
    const held = await app.ok(learn['save-process'], { ...place, learnSec: 95, position: 95 }, ann)
    expect(held).toMatchObject({ position: 20, furthest: 20, stopAt: 20, finished: false, process: 99 })
    expect(await app.ok(learn['fix-process'], place, ann)).toMatchObject({ finished: false })
    const { stopId } = await next(place)
    await app.ok(courseStop.answer, { ...place, stopId, answer: { tags: await rightOf(first) } }, ann)
    expect(await app.ok(learn['fix-process'], place, ann)).toMatchObject({ finished: true, stopAt: null })
  })

  test('is passed over when it was removed from the bank', async () => {
    const { saved: _saved, ...place } = await film([asked(20, '999999'), asked(30, second)])
    await app.ok(learn['load-process'], place, ann)
    expect(await next(place)).toMatchObject({ stopAt: 30, question: { quId: second } })
  })

  test('refuses an empty answer, one that does not fit, and a question of another file', async () => {
    const { saved: _saved, ...place } = await film([asked(20, first)])
    const { saved: _other, ...other } = await film([asked(20, first)])
    const { stopId } = await next(place)
    const answered = async (answer: { tags: string[] } | null, at = place) =>
      (await app.call(courseStop.answer, { ...at, stopId, answer }, ann)).code
    expect(await answered(null)).toBe(errors.answerForeign[0])
    expect(await answered({ tags: ['Z'] })).toBe(errors.answerForeign[0])
    expect(await answered({ tags: ['A'] }, other)).toBe(errors.notFound[0])
  })
})

test('a question is asked once its place can have been reached, where dragging is locked', async () => {
  const { saved: _saved, ...place } = await film([asked(20, first)])
  await app.db.updateTable('course').set({ videoDrag: false }).where('id', '=', place.courseId).execute()
  expect(await next(place)).toEqual({ stopId: '', stopAt: 20, question: null })
  await app.ok(learn['load-process'], place, ann)
  expect(await next(place)).toEqual({ stopId: '', stopAt: 20, question: null })
  const { id: stopId } = await app.db.selectFrom('courseStop').where('courseId', '=', place.courseId).select('id').executeTakeFirstOrThrow()
  expect((await app.call(courseStop.answer, { ...place, stopId, answer: { tags: ['A'] } }, ann)).code).toBe(errors.questionHidden[0])
  app.clock.advance(20)
  expect(await next(place)).toMatchObject({ stopId, question: { quId: first } })
})

test('while an open exam closes its bank, a question is passed over: the film goes on and can be finished', async () => {
  const { examId, quIds } = await closingExam()
  const { saved, ...place } = await film([asked(20, quIds[0]!), asked(60, first)])
  expect(saved.code).toBe(0)
  await app.ok(learn['load-process'], place, ann)
  expect(await next(place)).toMatchObject({ stopAt: 60, question: { quId: first } })
  app.clock.advance(50)
  // nothing holds the film back at the closed question
  expect(await app.ok(learn['save-process'], { ...place, learnSec: 50, position: 50 }, ann)).toMatchObject({ position: 50, stopAt: 60 })
  app.clock.advance(50)
  const { stopId } = await next(place)
  await app.ok(courseStop.answer, { ...place, stopId, answer: { tags: ['A'] } }, ann)
  await app.ok(learn['save-process'], { ...place, learnSec: 50, position: 99 }, ann)
  expect(await app.ok(learn['fix-process'], place, ann)).toMatchObject({ finished: true, stopAt: null })
  await app.db.updateTable('exam').set({ closeTraining: false }).where('id', '=', examId).execute()
})

/** An open exam that closes the bank of its questions to training. */
async function closingExam() {
  const { examId } = await setUpExam(app.ctx(), { title: '封闭考试', closeTraining: true }, { single: 1 })
  const { id } = await app.db.selectFrom('qu').orderBy('id', 'desc').select('id').limit(1).executeTakeFirstOrThrow()
  return { examId, quIds: [id] }
}

describe('saving', () => {
  test('keeps the answers to unchanged questions, and keeps all when an edit leaves them out', async () => {
    const { saved: _saved, ...place } = await film([asked(20, first), asked(40, second)])
    const { stopId } = await next(place)
    await app.ok(courseStop.answer, { ...place, stopId, answer: { tags: ['A'] } }, ann)
    const { users: _users, groups: _groups, ...stored } = await app.ok(course['admin/detail'], { id: place.courseId }, teacher)
    expect(stored.files).toMatchObject([{ stops: [asked(20, first), asked(40, second)] }])
    const file = { fileId: place.fileId, chapter: '', required: true, minSec: 0 }
    const save = (files: object[]) =>
      app.ok(course.save, { ...stored, version: undefined, files: files as never, userIds: [], groupIds: [] }, teacher)
    await save([file])
    expect(await next(place)).toMatchObject({ stopAt: 40 })
    await save([{ ...file, stops: [asked(20, first), asked(60, second)] }])
    expect(await next(place)).toMatchObject({ stopAt: 60 })
    await save([{ ...file, stops: [] }])
    expect(await next(place)).toEqual({ stopId: '', stopAt: null, question: null })
  })

  test('refuses two at one second, one beyond the end, and one in a document', async () => {
    expect((await film([asked(20, first), asked(20, second)])).saved.code).toBe(errors.badInput[0])
    expect((await film([asked(100, first)])).saved.msg).toBe('课件“课件”的插题时间超出了它的时长')
    expect((await film([asked(20, first)], { fileType: CourseFileType.pdf })).saved.msg).toBe('课件“课件”不是视频或音频，不能插入试题')
  })
})

test('editors are told which questions learners are not asked while an exam with them is open, and until when', async () => {
  const { examId } = await setUpExam(app.ctx(), { title: '月考', closeTraining: false }, { single: 1 })
  const { id: used } = await app.db.selectFrom('qu').orderBy('id', 'desc').select('id').limit(1).executeTakeFirstOrThrow()
  const quIds = [first, used]
  const listed = () => app.ok(courseStop.skipped, { quIds }, teacher)
  expect(await listed()).toEqual([])
  const endTime = new Date(app.clock.now().getTime() + 3_600_000)
  await app.db.updateTable('exam').set({ closeTraining: true, endTime }).where('id', '=', examId).execute()
  expect(await listed()).toEqual([{ quId: used, examTitle: '月考', until: toWallClock(endTime) }])
  expect((await app.call(courseStop.skipped, { quIds }, ann)).code).toBe(errors.forbidden[0])
  await app.db.updateTable('exam').set({ closeTraining: false }).where('id', '=', examId).execute()
  expect(await listed()).toEqual([])
})
