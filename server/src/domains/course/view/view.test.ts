// The page of a course: drafts, the preview, figures and what waits, and the history.
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import { courseHistory, courseView } from '@shuyuan/contract/course/view/view.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { wavOf } from '../../../seed/wav.ts'
import { makeFile, makeProgress } from '../course.factory.ts'

const { app, admin, teacher } = await startWith('teacher')
const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
const east = await makeDepart(app.db, root.deptCode, '东区')
const west = await makeDepart(app.db, root.deptCode, '西区')
const [ann, bob] = [await app.enrol({ userName: 'ann', deptCode: east }), await app.enrol({ userName: 'bob', deptCode: west })]
const fileId = await makeFile(app.ctx(), Buffer.from('%PDF-1.4'), 'a.pdf', { title: '讲义' })
const filmId = await makeFile(app.ctx(), wavOf(new Uint8Array(8_000).fill(128), 8_000), 'b.wav', { title: '录像', duration: 60 })

const form = {
  openType: OpenType.departs,
  deptCodes: [east, west],
  title: '消防安全',
  required: false,
  startTime: null,
  endTime: null,
  videoDrag: true,
  dragFinished: false,
  sequential: true,
  files: [
    { fileId, required: true, minSec: 60 },
    { fileId: filmId, required: true, minSec: 0 },
  ],
}
const add = async (more: object = {}) => (await app.ok(course.save, { ...form, ...more }, teacher)).id
const stored = (id: string) => app.ok(course['admin/detail'], { id }, teacher)

describe('a draft', () => {
  test('exists for no learner until it is published, and may be empty until then', async () => {
    const id = await add({ draft: true, files: [] })
    expect(await stored(id)).toMatchObject({ draft: true, state: CourseState.disabled, own: true, fileCount: 0 })
    expect((await app.call(course.detail, { id }, ann)).code).toBe(code('notFound'))
    expect((await app.call(course.publish, { id }, teacher)).code).toBe(code('courseEmpty'))
    expect((await app.call(course.state, { ids: [id], state: CourseState.enabled }, teacher)).code).toBe(code('courseEmpty'))
    // a save that does not call it a draft needs files, and does not publish it
    expect((await app.call(course.save, { ...form, id, files: [] }, teacher)).fields).toMatchObject([{ field: 'files' }])
    await app.ok(course.save, { ...form, id }, teacher)
    expect(await stored(id)).toMatchObject({ draft: true, fileCount: 2 })
    await app.ok(course.publish, { id }, teacher)
    expect(await stored(id)).toMatchObject({ draft: false, state: CourseState.enabled })
    expect((await app.ok(course.detail, { id }, ann)).title).toBe('消防安全')
  })

  test('is published by enabling it, too, and never comes back', async () => {
    const id = await add({ draft: true })
    await app.ok(course.state, { ids: [id], state: CourseState.enabled }, teacher)
    await app.ok(course.save, { ...form, id, draft: true }, teacher)
    expect(await stored(id)).toMatchObject({ draft: false, state: CourseState.enabled })
    expect((await app.call(course.save, { ...form, id, draft: true, files: [] }, teacher)).fields).toMatchObject([{ field: 'files' }])
  })

  test('a course that is saved without the mark is open at once', async () => {
    expect(await stored(await add())).toMatchObject({ draft: false, state: CourseState.enabled })
  })

  test('what another tab has changed is not published unseen', async () => {
    const id = await add({ draft: true })
    const { version } = await stored(id)
    await app.ok(course.save, { ...form, id, price: '99.00' }, teacher)
    expect((await app.call(course.publish, { id, version }, teacher)).code).toBe(code('conflict'))
    expect(await stored(id)).toMatchObject({ draft: true })
    expect(await app.ok(course.publish, { id, version: version + 1 }, teacher)).toEqual({ sent: 0 })
  })
})

describe('the preview', () => {
  test('shows a draft as to a learner who begins, with every file open, and stores nothing', async () => {
    const id = await add({ draft: true, price: '99.00', startTime: '2099-01-01 00:00:00' })
    await app.db.insertInto('courseStop').values({ courseId: id, fileId: filmId, atSec: 30, quId: '1', title: '灭火器怎么用？' }).execute()
    const seen = await app.ok(course.preview, { id }, teacher)
    expect(seen).toMatchObject({ title: '消防安全', canLearn: true, reasons: [], learned: 'none', process: 0, nextFileId: fileId })
    expect(seen.files.map((file) => [file.title, file.locked, file.finished, file.learnSec, file.fileUrl !== ''])).toEqual([
      ['讲义', false, false, 0, true],
      ['录像', false, false, 0, true],
    ])
    expect(seen.files[1]!.stops).toEqual([{ atSec: 30, title: '灭火器怎么用？' }])
    const rows = ['courseLearn', 'courseFileLearn', 'courseOpen', 'courseLearnDay'] as const
    for (const table of rows) expect(await app.db.selectFrom(table).where('courseId', '=', id).selectAll().execute(), table).toEqual([])
  })

  test('is not that of a learner who has begun', async () => {
    const id = await add()
    const me = await app.db.selectFrom('sysUser').where('realName', '=', '田老师').select('id').executeTakeFirstOrThrow()
    await makeProgress(app.ctx(), { courseId: id, userId: me.id, part: 1, at: app.clock.now() })
    expect(await app.ok(course.preview, { id }, teacher)).toMatchObject({ learned: 'none', process: 0, finishTime: null })
  })

  test('is for people who may list courses', async () => {
    const id = await add()
    expect((await app.call(course.preview, { id }, ann)).code).toBe(code('forbidden'))
    expect((await app.call(course.preview, { id: '999999' }, teacher)).code).toBe(code('notFound'))
  })
})

describe('a finished course', () => {
  test('tells its learner what it gave', async () => {
    const id = await add()
    await makeProgress(app.ctx(), { courseId: id, userId: bob.id, part: 0.5, at: app.clock.now() })
    const pointsOf = async () => (await app.ok(course.detail, { id }, bob)).earnedPoints
    expect(await pointsOf()).toBe(0)
    await app.db.updateTable('courseLearn').set({ finishTime: app.clock.now() }).where('courseId', '=', id).execute()
    await app.db
      .insertInto('pointsLog')
      .values({ userId: bob.id, points: 20, refRemark: '学完课程', refType: 'rule.course', refId: id })
      .execute()
    expect(await pointsOf()).toBe(20)
    expect((await app.ok(course.preview, { id }, teacher)).earnedPoints).toBe(0)
  })
})

describe('the overview', () => {
  let id: string
  beforeAll(async () => {
    id = await add()
    await makeProgress(app.ctx(), { courseId: id, userId: ann.id, part: 1, at: app.clock.now() })
    for (const one of [ann, bob]) await app.ok(courseQuestion.ask, { courseId: id, content: '为什么？' }, one)
    await app.db
      .insertInto('courseRate')
      .values({ courseId: id, userId: ann.id, stars: 2, content: '', createTime: app.clock.now(), updateTime: app.clock.now() })
      .execute()
    await app.db.updateTable('courseFile').set({ enabled: false }).where('id', '=', filmId).execute()
    return () => app.db.updateTable('courseFile').set({ enabled: true }).where('id', '=', filmId).execute()
  })

  test('counts people and what waits', async () => {
    const all = await app.ok(courseView.overview, { id }, admin)
    expect(all).toEqual({
      learners: { people: 2, going: 0, finished: 1, overdue: 0 },
      income: null,
      attention: [
        { kind: 'questions', n: 2 },
        { kind: 'disabled', n: 1 },
        { kind: 'rates', n: 1 },
      ],
    })
  })

  test('keeps to the data scope, and says only what the caller may list', async () => {
    const local = await enrolWith(
      app,
      { userName: 'local', deptCode: west },
      ['course:list', 'course:answer', 'course:stat'],
      DataScope.branch,
    )
    expect(await app.ok(courseView.overview, { id }, local)).toEqual({
      learners: { people: 1, going: 0, finished: 0, overdue: 0 },
      income: null,
      attention: [
        { kind: 'questions', n: 1 },
        { kind: 'disabled', n: 1 },
      ],
    })
    const lister = await enrolWith(app, { userName: 'lister', deptCode: west }, ['course:list'], DataScope.all)
    expect(await app.ok(courseView.overview, { id }, lister)).toMatchObject({ learners: null, income: null })
    expect((await app.call(courseView.overview, { id }, ann)).code).toBe(code('forbidden'))
  })

  test('has the income of a course with a price', async () => {
    const paid = await add({ price: '99.00', files: form.files.slice(0, 1) })
    const order = { goodsType: 'course', goodsTitle: '消防安全', price: 9_900, paidAmount: 9_900, payMethod: 'local' } as const
    for (const [at, one] of [ann, bob].entries())
      await app.db
        .insertInto('payOrder')
        .values({
          ...order,
          goodsId: at === 0 ? paid : id,
          orderNo: `A${at}`,
          userId: one.id,
          orderState: OrderState.paid,
          payTime: app.clock.now(),
        })
        .execute()
    expect((await app.ok(courseView.overview, { id: paid }, admin)).income).toEqual({
      orders: 1,
      amount: '99.00',
      points: 0,
      refunded: '0.00',
    })
  })
})

describe('the history', () => {
  const history = async (courseId: string) => (await app.ok(courseHistory.paging, { size: 50, params: { courseId } }, teacher)).records

  test('tells who did what, newest first, with the settings that changed', async () => {
    const other = await add()
    const id = await add({ draft: true })
    app.clock.advance(60)
    await app.ok(course.save, { ...form, id, title: '消防知识', required: true }, teacher)
    app.clock.advance(60)
    await app.ok(course.publish, { id }, teacher)
    app.clock.advance(60)
    await app.ok(course.state, { ids: [id, other], state: CourseState.disabled }, teacher)
    const rows = await history(id)
    expect(rows.map(({ title, realName, added }) => [title, realName, added])).toEqual([
      ['启用或停用课程', '田老师', false],
      ['发布课程', '田老师', false],
      ['保存课程', '田老师', false],
      ['保存课程', '田老师', true],
    ])
    expect(rows[2]!.before).toMatchObject({ title: '消防安全', required: false })
    expect(rows[2]!.after).toMatchObject({ title: '消防知识', required: true })
    expect((await history(other)).map((row) => row.title)).toEqual(['启用或停用课程', '保存课程'])
  })

  test('names the files and sections that the builder changed', async () => {
    const id = await add()
    const next = async () => {
      app.clock.advance(60)
      return { courseId: id, version: (await stored(id)).version }
    }
    await app.ok(courseBuild['section-save'], { ...(await next()), title: '第一章' }, teacher)
    await app.ok(courseBuild['item-save'], { ...(await next()), items: [{ fileId: filmId, required: false }] }, teacher)
    await app.ok(courseBuild['item-delete'], { ...(await next()), fileIds: [filmId] }, teacher)
    expect((await history(id)).map(({ title, about }) => [title, about])).toEqual([
      ['移出课件', ['录像']],
      ['保存课程里的课件', ['录像']],
      ['保存课程章节', ['第一章']],
      ['保存课程', []],
    ])
  })

  test('is for people who may change courses', async () => {
    const id = await add()
    expect((await app.call(courseHistory.paging, { params: { courseId: id } }, ann)).code).toBe(code('forbidden'))
    expect((await app.call(courseHistory.paging, { params: { courseId: '999999' } }, teacher)).code).toBe(code('notFound'))
  })
})
