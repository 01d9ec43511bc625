// Prerequisite courses of an exam over HTTP: entry checks, settings, and changes on the day of the exam.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { makeUp } from '@shuyuan/contract/paper/admission/make-up.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeCourse } from '../../course/course.factory.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')
const row = { title: '消防手册', fileType: CourseFileType.other, fileUrl: '/files/course/a' }
const fileId = (await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()).id

const makeExam = async (terms: Parameters<typeof setUpExam>[1] = {}) => (await setUpExam(app.ctx(), terms, { single: 1 })).examId
/** A course that is finished by opening its one file. */
const lesson = (title: string) => makeCourse(app.ctx(), { title, files: [{ fileId }] })
const finish = (courseId: string, person = ann) => app.ok(learn['load-process'], { courseId, fileId }, person.token)
const enter = (examId: string, person = ann) => app.call(paper['create-paper'], { examId }, person.token)
const check = (id: string, person = ann) => app.ok(checkInfo['check-info'], { id }, person.token)
const refused = (...titles: string[]) => ({
  code: errors.examCourse[0],
  msg: `请先学完前置课程：${titles.map((one) => `《${one}》`).join('、')}`,
})

describe('a prerequisite course', () => {
  test('is named on the start page and in the refusal, until it is finished', async () => {
    const [fire, food] = [await lesson('消防安全'), await lesson('食品安全')]
    const examId = await makeExam({ courses: [fire, food] })
    expect(await check(examId)).toMatchObject({
      canStart: false,
      reasons: [refused('消防安全', '食品安全').msg],
      courses: [
        { id: fire, title: '消防安全', process: 0 },
        { id: food, title: '食品安全', process: 0 },
      ],
    })
    expect(await enter(examId)).toMatchObject(refused('消防安全', '食品安全'))
    await finish(fire)
    await finish(food, bob)
    expect(await enter(examId)).toMatchObject(refused('食品安全'))
    expect(await enter(examId, bob)).toMatchObject(refused('消防安全'))
    expect(await app.db.selectFrom('paper').where('examId', '=', examId).select('id').execute()).toEqual([])
    await finish(food)
    expect(await check(examId)).toMatchObject({ canStart: true, reasons: [], courses: [] })
    expect((await enter(examId)).code).toBe(0)
  })

  test('is not replaced by an approved application, and may be combined with a prerequisite exam', async () => {
    const first = await makeExam({ title: '入门考试', passScore: 100 })
    const examId = await makeExam({ courses: [await lesson('礼仪')], prerequisites: [first], needApply: true })
    await app.ok(apply.save, { examId, applyMsg: '已学过' }, ann.token)
    const { records } = await app.ok(apply.paging, { params: { examId } }, admin.token)
    await app.ok(apply.audit, { ids: [records[0]!.id], auditState: AuditState.approved, auditMsg: '同意' }, admin.token)
    expect((await check(examId)).reasons).toEqual(['请先通过前置考试：《入门考试》', refused('礼仪').msg])
    await app.db.updateTable('exam').set({ prerequisites: [] }).where('id', '=', examId).execute()
    expect(await enter(examId)).toMatchObject(refused('礼仪'))
    expect(await app.db.selectFrom('examApply').where('examId', '=', examId).select('auditUsed').execute()).toEqual([{ auditUsed: false }])
  })

  test('finished in the last minute admits immediately, and an open paper stays open', async () => {
    const courseId = await lesson('应急预案')
    const now = app.clock.now().getTime()
    const examId = await makeExam({
      courses: [courseId],
      startTime: new Date(now + 60_000),
      endTime: new Date(now + 3_600_000),
      lateMinutes: 1,
    })
    app.clock.advance(119)
    // started, but not finished
    await app.db
      .insertInto('courseLearn')
      .values({ courseId, userId: ann.id, startTime: new Date(now), lastTime: new Date(now) })
      .execute()
    expect(await enter(examId)).toMatchObject(refused('应急预案'))
    // from another tab, while the start page is open
    await finish(courseId)
    const opened = await enter(examId)
    expect(opened.code).toBe(0)
    // another prerequisite course is added while the paper is open
    await app.db
      .updateTable('exam')
      .set({ courses: [courseId, await lesson('追加课程')] })
      .where('id', '=', examId)
      .execute()
    expect((await enter(examId)).data).toEqual(opened.data)
  })

  test('does not count while it is disabled, and counts again after that', async () => {
    const courseId = await lesson('旧版课程')
    const examId = await makeExam({ courses: [courseId] })
    expect(await enter(examId)).toMatchObject(refused('旧版课程'))
    const setState = (state: CourseState) => app.db.updateTable('course').set({ state }).where('id', '=', courseId).execute()
    await setState(CourseState.disabled)
    expect((await check(examId)).canStart).toBe(true)
    await setState(CourseState.enabled)
    expect(await enter(examId)).toMatchObject(refused('旧版课程'))
    await setState(CourseState.disabled)
    expect((await enter(examId)).code).toBe(0)
  })

  test('does not count while the site’s course module is off', async () => {
    const examId = await makeExam({ courses: [await lesson('暂停的课程')] })
    const site = await app.ok(config.detail, {}, admin.token)
    const turn = (moduleCourse: boolean) => app.ok(config.save, { ...site, props: { ...site.props, moduleCourse } }, admin.token)
    await turn(false)
    expect(await check(examId)).toMatchObject({ canStart: true, reasons: [], courses: [] })
    await turn(true)
    expect(await enter(examId)).toMatchObject(refused('暂停的课程'))
    await turn(false)
    expect((await enter(examId)).code).toBe(0)
    await turn(true)
  })

  test('cannot be deleted while an exam requires it', async () => {
    const courseId = await lesson('必修')
    await makeExam({ courses: [courseId] })
    await expect(app.db.deleteFrom('course').where('id', '=', courseId).execute()).rejects.toThrow('asked for by an exam')
  })
})

describe('settings of prerequisite courses', () => {
  test('are stored, and copied into a make-up exam', async () => {
    const courses = [await lesson('甲'), await lesson('乙')]
    const examId = await makeExam({ courses, openType: OpenType.persons, userIds: [ann.id], endTime: null })
    const stored = await app.ok(exam.detail, { id: examId }, admin.token)
    expect(stored.courses).toEqual(courses)
    const again = { ...stored, userIds: [ann.id], password: '', courses: courses.slice(1) }
    await app.ok(exam.save, again, admin.token)
    expect((await app.ok(exam.detail, { id: examId }, admin.token)).courses).toEqual(courses.slice(1))
    await app.db.updateTable('exam').set({ endTime: app.clock.now() }).where('id', '=', examId).execute()
    const made = await app.ok(
      makeUp['make-up'],
      { examId, of: ['absent'], title: '补考', startTime: '2027-01-01 09:00:00', endTime: '2027-01-02 09:00:00' },
      admin.token,
    )
    expect((await app.ok(exam.detail, { id: made.id }, admin.token)).courses).toEqual(courses.slice(1))
  })

  test('must name existing courses, at most twenty; a request without the field sets none', async () => {
    const examId = await makeExam()
    const { courses: _none, ...stored } = await app.ok(exam.detail, { id: examId }, admin.token)
    const form = { ...stored, userIds: [], password: '' }
    const problems = async (courses: string[]) => (await app.call(exam.save, { ...form, courses }, admin.token)).fields
    expect(await problems(['999999'])).toEqual([{ field: 'courses', msg: '有前置课程不存在，请重新选择' }])
    expect(await problems(Array.from({ length: 21 }, (_one, at) => String(at)))).toMatchObject([{ msg: '前置课程最多20门' }])
    expect(await problems(['x'])).toMatchObject([{ field: 'courses.0' }])
    await app.ok(exam.save, form, admin.token)
    expect((await app.ok(exam.detail, { id: examId }, admin.token)).courses).toEqual([])
  })
})
