// Learning over HTTP: counted time, refusals, and attempts to cheat.
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { courseLearn } from '@shuyuan/contract/course/learn/learn.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { type Person, startApp } from '../../../../test/start-app.ts'
import { makeOrder } from '../../pay/order.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { makeCourse } from '../course.factory.ts'
import { finishCompleted } from '../progress/finish.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')

/** A row of the library without real bytes. */
async function file(fileType: CourseFileType, duration = 0, title = '课件') {
  const row = { title, fileType, duration, fileUrl: '/files/course/a', viewUrl: '/files/course/v' }
  return (await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()).id
}
type Given = Partial<Omit<Input<typeof course.save>, 'files'>>
const courseOf = (files: { fileId: string; required?: boolean; minSec?: number; openTime?: Date; dueTime?: Date }[], given: Given = {}) =>
  makeCourse(app.ctx(), { files, ...given })
/** A course of one video of 100 s. */
async function film(given: Given = {}) {
  const fileId = await file(CourseFileType.video, 100)
  return { courseId: await courseOf([{ fileId }], given), fileId }
}

type Place = { courseId: string; fileId: string }
const load = (place: Place, person = ann) => app.ok(learn['load-process'], place, person.token)
const save = (place: Place, learnSec: number, more: Partial<Input<(typeof learn)['save-process']>> = {}, person = ann) =>
  app.ok(learn['save-process'], { ...place, learnSec, ...more }, person.token)
const fix = (place: Place & { session?: string }, person = ann) => app.ok(learn['fix-process'], place, person.token)
const detail = (id: string, person = ann) => app.ok(course.detail, { id }, person.token)
/** Matches counted seconds, allowing for the slack and for slow calls on a loaded machine. */
const worth = (learnSec: number) =>
  expect.objectContaining({ learnSec: expect.toSatisfy((stored: number) => stored >= learnSec && stored <= learnSec + 5) })

describe('time', () => {
  test('counts as it passes, and finishes file and course once', async () => {
    const place = await film({ videoDrag: false })
    const { session, play: _keys, ...opened } = await load(place)
    const unasked = { captureHeld: false, captureDue: false, covered: [], furthest: 0, checkIn: null, checkDue: false, stopAt: null }
    expect(opened).toEqual({ position: 0, process: 0, learnSec: 0, needSec: 90, finished: false, courseFinished: false, ...unasked })
    for (let past = 10; past < 90; past += 10) {
      app.clock.advance(10)
      expect(await save(place, 10, { session, position: past })).toMatchObject({ learnSec: past, position: past, finished: false })
    }
    expect((await detail(place.courseId)).files).toMatchObject([{ process: 88, learnSec: 80, needSec: 90, finished: false }])
    app.clock.advance(10)
    expect(await save(place, 10, { session })).toMatchObject({ process: 100, finished: true, courseFinished: true })
    const done = await detail(place.courseId)
    expect(done).toMatchObject({ learned: 'finished', process: 100 })
    app.clock.advance(600)
    expect(await save(place, 5, { session })).toMatchObject({ learnSec: 95, finished: true, courseFinished: true })
    expect((await detail(place.courseId)).finishTime).toBe(done.finishTime)
  })

  test('is the server’s: a report of a day counts the elapsed time', async () => {
    const place = await film({ videoDrag: false })
    await load(place)
    app.clock.advance(10)
    expect(await save(place, 86_400)).toEqual(worth(12))
    for (let at = 0; at < 5; at++) expect(await save(place, 86_400)).toEqual(worth(12))
    app.clock.advance(10)
    expect(await save(place, 86_400)).toEqual(worth(22))
    // reopening does not grant the two seconds again
    for (let at = 0; at < 5; at++) {
      await load(place)
      expect(await save(place, 86_400)).toEqual(worth(22))
    }
    for (const learnSec of [-1, 86_401, Number.NaN])
      expect((await app.call(learn['save-process'], { ...place, learnSec }, ann.token)).code).toBe(errors.badInput[0])
  })

  test('of a film is that of its seconds, each once, at the fastest speed of the course at most', async () => {
    const place = await film({ videoDrag: true, speeds: [1, 2] })
    await load(place, bob)
    const watch = async (clock: number, from: number, to: number) => {
      app.clock.advance(clock)
      const { learnSec, covered } = await save(place, clock, { played: [{ from, to }] }, bob)
      return [learnSec, covered]
    }
    expect(await watch(10, 0, 20)).toEqual([20, [{ from: 0, to: 20 }]])
    // the same again is not new
    expect(await watch(10, 0, 20)).toEqual([20, [{ from: 0, to: 20 }]])
    // what was skipped does not count
    expect(await watch(5, 60, 70)).toEqual([
      30,
      [
        { from: 0, to: 20 },
        { from: 60, to: 70 },
      ],
    ])
    // no clock passed, but the slack
    const { learnSec } = await save(place, 0, { played: [{ from: 20, to: 60 }] }, bob)
    expect(learnSec).toBeLessThan(45)
    app.clock.advance(20)
    expect(await save(place, 20, { played: [{ from: 20, to: 60 }] }, bob)).toMatchObject({ learnSec: 70, finished: false })
    app.clock.advance(15)
    expect(await save(place, 15, { played: [{ from: 70, to: 90 }] }, bob)).toMatchObject({ learnSec: 90, finished: true })
  })

  test('is summed up by day of the site’s time zone', async () => {
    const [place, other] = [await film({ videoDrag: false }), await film({ videoDrag: false })]
    const days = () =>
      app.db
        .selectFrom('courseLearnDay')
        .where('courseId', 'in', [place.courseId, other.courseId])
        .orderBy('day')
        .orderBy('courseId')
        .select(['day', 'userId', 'courseId', 'sec'])
        .execute()
    const dayOf = () => new Intl.DateTimeFormat('sv', { timeZone: app.app.config.timeZone }).format(app.app.clock())
    const { session } = await load(place)
    expect(await days()).toEqual([])
    app.clock.advance(10)
    const first = dayOf()
    for (const part of [10, 10]) {
      await save(place, part, { session })
      app.clock.advance(10)
    }
    await load(other)
    app.clock.advance(10)
    await save(other, 10)
    const row = { day: first, userId: ann.id }
    expect(await days()).toEqual([
      { ...row, courseId: place.courseId, sec: 20 },
      { ...row, courseId: other.courseId, sec: 10 },
    ])
    app.clock.advance(86_400)
    await load(place)
    app.clock.advance(7)
    await save(place, 7)
    expect(await days()).toHaveLength(3)
    expect((await days()).at(-1)).toEqual({ day: dayOf(), userId: ann.id, courseId: place.courseId, sec: 7 })
  })

  test('is shared by all files of a learner that are open at the same time', async () => {
    const [one, other] = [await film({ videoDrag: false }), await film({ videoDrag: false })]
    const first = await load(one)
    const second = await load(other)
    app.clock.advance(60)
    expect((await save(one, 60, { session: first.session })).learnSec).toBe(0)
    expect((await save(one, 60)).learnSec).toBe(0)
    expect((await save(other, 60, { session: second.session })).learnSec).toBe(60)
    const back = await load(one)
    expect(await save(one, 60, { session: back.session })).toEqual(worth(0))
  })

  test('of a page that was replaced no longer counts and changes nothing', async () => {
    const place = await film({ videoDrag: false })
    const first = await load(place)
    app.clock.advance(20)
    await save(place, 20, { session: first.session, position: 20 })
    const second = await load(place)
    expect(second).toMatchObject({ position: 20, learnSec: 20 })
    app.clock.advance(30)
    expect(await save(place, 30, { session: first.session, position: 50 })).toMatchObject({ learnSec: 20, position: 20 })
    expect(await fix({ ...place, session: first.session })).toMatchObject({ finished: false })
    expect(await save(place, 30, { session: second.session, position: 50 })).toMatchObject({ learnSec: 50, position: 50 })
  })

  test('counts once for a double click and for many tabs', async () => {
    const place = await film({ videoDrag: false })
    const opened = await Promise.all(Array.from({ length: 6 }, () => load(place)))
    expect(new Set(opened.map((one) => one.session)).size).toBe(6)
    expect(await app.db.selectFrom('courseFileLearn').where('courseId', '=', place.courseId).select('learnSec').execute()).toHaveLength(1)
    app.clock.advance(30)
    await Promise.all([...opened.map(({ session }) => save(place, 30, { session })), save(place, 30), save(place, 30)])
    expect(await load(place)).toEqual(worth(30))
  })

  test('continues after the server was killed: the open page is in the database', async () => {
    const place = await film({ videoDrag: false })
    const { session } = await load(place)
    const node = await startApp({ databaseUrl: app.databaseUrl })
    try {
      node.clock.set(new Date(app.clock.now().getTime() + 40_000))
      const saved = await node.ok(learn['save-process'], { ...place, learnSec: 40, session }, ann.token)
      expect(saved.learnSec).toBe(40)
    } finally {
      await node.close()
    }
    app.clock.advance(41)
    expect(await save(place, 40, { session })).toEqual(worth(40))
  })

  test('a position does not exceed the learnt seconds where seeking is forbidden', async () => {
    const place = await film({ videoDrag: false, speeds: [1] })
    await load(place)
    app.clock.advance(10)
    expect((await save(place, 10, { position: 99 })).position).toBe(12)
    const free = await film()
    await load(free)
    expect((await save(free, 0, { position: 1_000_000 })).position).toBe(100)
    expect((await app.call(learn['save-process'], { ...free, learnSec: 0, position: -1 }, ann.token)).code).toBe(errors.badInput[0])
  })
})

describe('the end of a file', () => {
  test('finishes no video of which seconds are missing, whether or not seeking is allowed; one of unknown length it does', async () => {
    const fileId = await file(CourseFileType.video)
    const endless = { courseId: await courseOf([{ fileId }]), fileId }
    await load(endless)
    expect(await fix(endless)).toMatchObject({ finished: true, process: 100, courseFinished: true })
    const free = await film()
    await load(free, bob)
    app.clock.advance(3)
    expect(
      await save(
        free,
        3,
        {
          played: [
            { from: 0, to: 1 },
            { from: 98, to: 100 },
          ],
        },
        bob,
      ),
    ).toMatchObject({ learnSec: 3 })
    expect(await fix(free, bob)).toMatchObject({ finished: false, process: 3 })
    const bound = await film({ videoDrag: false })
    await load(bound)
    expect(await fix(bound)).toMatchObject({ finished: false, process: 0 })
  })

  test('has no effect on a file that was not opened', async () => {
    const place = await film()
    expect(await fix(place)).toMatchObject({ finished: false, learnSec: 0 })
    expect(await save(place, 60)).toMatchObject({ finished: false, learnSec: 0 })
    expect(await app.db.selectFrom('courseFileLearn').where('courseId', '=', place.courseId).select('id').execute()).toEqual([])
    expect((await detail(place.courseId)).learned).toBe('none')
  })

  test('a download is finished when it is opened, a PDF when it is read, both not before their minimum time', async () => {
    const [fetched, page, timed] = [await file(CourseFileType.other), await file(CourseFileType.pdf), await file(CourseFileType.pdf)]
    const courseId = await courseOf([{ fileId: fetched }, { fileId: page }, { fileId: timed, minSec: 30 }])
    expect(await load({ courseId, fileId: fetched })).toMatchObject({ finished: true, courseFinished: false })
    expect(await load({ courseId, fileId: page })).toMatchObject({ finished: false, needSec: 0 })
    expect(await fix({ courseId, fileId: page })).toMatchObject({ finished: true })
    await load({ courseId, fileId: timed })
    expect(await fix({ courseId, fileId: timed })).toMatchObject({ finished: false })
    app.clock.advance(30)
    expect(await save({ courseId, fileId: timed }, 30)).toMatchObject({ finished: true, courseFinished: true })
  })
})

describe('a course', () => {
  test('in sequential order opens no file before the required ones in front of it', async () => {
    const [first, extra, last] = [await file(CourseFileType.video), await file(CourseFileType.pdf), await file(CourseFileType.other)]
    const courseId = await courseOf([{ fileId: first }, { fileId: extra, required: false }, { fileId: last }], { sequential: true })
    const before = await detail(courseId)
    expect(before.files.map((one) => one.locked)).toEqual([false, true, true])
    expect(before.files.map((one) => plainAddress(one.fileUrl))).toEqual(['/files/course/a', '', ''])
    expect(before.nextFileId).toBe(first)
    for (const call of [learn['load-process'], learn['fix-process'], learn['save-process']])
      expect(await app.call(call, { courseId, fileId: last, learnSec: 5 } as never, ann.token)).toEqual(refusal('courseFileLocked'))
    const open = { courseId, fileId: first }
    const { session } = await load(open)
    // a refused load leaves the open file open
    await app.call(learn['load-process'], { courseId, fileId: last }, ann.token)
    expect(await fix({ ...open, session })).toMatchObject({ finished: true, courseFinished: false })
    expect((await detail(courseId)).files.map((one) => one.locked)).toEqual([false, false, false])
    expect(await load({ courseId, fileId: last })).toMatchObject({ finished: true, courseFinished: true })
  })

  test('opens no file before its time, tells when it is due, and keeps open what was finished', async () => {
    const later = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000)
    const openTime = later(600)
    const [now, soon] = [await file(CourseFileType.other), await file(CourseFileType.other)]
    const courseId = await courseOf([
      { fileId: now, dueTime: later(300) },
      { fileId: soon, openTime, dueTime: later(900) },
    ])
    expect((await detail(courseId)).files).toMatchObject([
      { locked: false, openTime: null, overdue: false },
      { locked: true, openTime: expect.any(String), overdue: false, fileUrl: '', viewUrl: '' },
    ])
    for (const call of [learn['load-process'], learn['fix-process'], learn['save-process']])
      expect(await app.call(call, { courseId, fileId: soon, learnSec: 5 } as never, ann.token)).toEqual(refusal('courseFileEarly'))
    app.clock.advance(301)
    expect((await detail(courseId)).files).toMatchObject([{ overdue: true }, { overdue: false }])
    expect(await load({ courseId, fileId: now })).toMatchObject({ finished: true, courseFinished: false })
    app.clock.advance(300)
    expect((await detail(courseId)).files).toMatchObject([{ overdue: false }, { locked: false, openTime: null }])
    expect(await load({ courseId, fileId: soon })).toMatchObject({ finished: true, courseFinished: true })
    await app.db
      .updateTable('courseItem')
      .set({ openTime: later(600) })
      .where('courseId', '=', courseId)
      .execute()
    expect((await detail(courseId)).files).toMatchObject([{ locked: false }, { locked: false, openTime: null }])
    expect(await load({ courseId, fileId: soon })).toMatchObject({ finished: true })
  })

  test('refuses other users with the reason', async () => {
    const hour = 3_600_000
    const now = app.clock.now().getTime()
    const cases: [ErrorName, Given, CourseState?][] = [
      ['courseNotOpen', { openType: OpenType.persons, userIds: [bob.id] }],
      ['courseDisabled', {}, CourseState.disabled],
      ['courseNotBegun', { startTime: new Date(now + hour) }],
      ['courseClosed', { startTime: new Date(now - 2 * hour), endTime: new Date(now - hour) }],
      ['courseNotBought', { price: 990 }],
    ]
    for (const [name, given, state = CourseState.enabled] of cases) {
      const place = await film(given)
      await app.db.updateTable('course').set({ state }).where('id', '=', place.courseId).execute()
      for (const call of [learn['load-process'], learn['save-process'], learn['fix-process'], courseLearn['load-process']])
        expect(await app.call(call, { ...place, learnSec: 5 } as never, ann.token)).toEqual(refusal(name))
    }
    const place = await film()
    const nowhere = { courseId: '999999', fileId: place.fileId }
    expect(await app.call(learn['load-process'], nowhere, ann.token)).toEqual(refusal('notFound'))
    const foreign = { courseId: place.courseId, fileId: (await film()).fileId }
    expect(await app.call(learn['load-process'], foreign, ann.token)).toEqual(refusal('courseFileNone'))
    await app.db.updateTable('courseFile').set({ enabled: false }).where('id', '=', place.fileId).execute()
    expect(await app.call(learn['load-process'], place, ann.token)).toEqual(refusal('courseFileNone'))
    expect(await app.db.selectFrom('courseLearn').where('courseId', '=', place.courseId).select('userId').execute()).toEqual([])
  })

  test('that closes or is refunded while a file is open counts no more', async () => {
    const place = await film({ price: 990, endTime: new Date(app.clock.now().getTime() + 60_000) })
    expect(await detail(place.courseId)).toMatchObject({ canLearn: false, reasons: ['buy'], nextFileId: '' })
    const order = await makeOrder(app.db, { userId: ann.id, goodsType: 'course', goodsId: place.courseId })
    expect((await detail(place.courseId)).canLearn).toBe(true)
    await load(place)
    app.clock.advance(10)
    expect((await save(place, 10)).learnSec).toBe(10)
    await app.db.updateTable('payOrder').set({ orderState: OrderState.refunded }).where('id', '=', order).execute()
    expect(await app.call(learn['save-process'], { ...place, learnSec: 5 }, ann.token)).toEqual(refusal('courseNotBought'))
    await app.db.updateTable('payOrder').set({ orderState: OrderState.paid }).where('id', '=', order).execute()
    app.clock.advance(60)
    expect(await app.call(learn['save-process'], { ...place, learnSec: 5 }, ann.token)).toEqual(refusal('courseClosed'))
    const over = await detail(place.courseId)
    expect(over).toMatchObject({ canLearn: false, reasons: ['closed'], phase: 'closed' })
    expect(over.files).toMatchObject([{ learnSec: 10, fileUrl: '', viewUrl: '' }])
  })

  test('stays finished when files are added, and needs no disabled files', async () => {
    const [done, left, later] = [
      await file(CourseFileType.other),
      await file(CourseFileType.video, 100),
      await file(CourseFileType.video, 100),
    ]
    const courseId = await courseOf([{ fileId: done }, { fileId: left }])
    expect(await load({ courseId, fileId: done })).toMatchObject({ finished: true, courseFinished: false })
    await app.db.updateTable('courseFile').set({ enabled: false }).where('id', '=', left).execute()
    expect((await detail(courseId)).files.map((one) => one.fileId)).toEqual([done])
    expect(await load({ courseId, fileId: done })).toMatchObject({ courseFinished: true })
    await app.db.insertInto('courseItem').values({ courseId, fileId: later, sort: 9 }).execute()
    expect(await load({ courseId, fileId: later })).toMatchObject({ finished: false, courseFinished: true })
    expect(await detail(courseId)).toMatchObject({ learned: 'finished', process: 100, fileCount: 2 })
  })
})

test('removing a file finishes the course only for learners who lacked nothing else', async () => {
  const [first, second, left] = [await file(CourseFileType.other), await file(CourseFileType.other), await file(CourseFileType.video, 100)]
  const courseId = await courseOf([{ fileId: first }, { fileId: second }, { fileId: left }])
  for (const fileId of [first, second]) await load({ courseId, fileId })
  await load({ courseId, fileId: first }, bob)
  const through = async () => {
    await finishCompleted(app.ctx(), [courseId])
    const found = app.db.selectFrom('courseLearn').where('courseId', '=', courseId).where('finishTime', 'is not', null)
    return (await found.select('userId').execute()).map((one) => one.userId)
  }
  expect(await through()).toEqual([])
  await app.db.updateTable('courseFile').set({ enabled: false }).where('id', '=', left).execute()
  expect(await through()).toEqual([ann.id])
  expect(await detail(courseId)).toMatchObject({ learned: 'finished' })
  await app.db.updateTable('courseFile').set({ enabled: false }).where('id', 'in', [first, second]).execute()
  // without a required file no learner finishes
  expect(await through()).toEqual([ann.id])
})

test('learning continues during a change of the course: no call waits forever, and all learners finish', async () => {
  const [kept, out] = [await file(CourseFileType.video), await file(CourseFileType.other)]
  const courseId = await courseOf([{ fileId: kept }, { fileId: out }])
  const names = Array.from({ length: 8 }, (_one, at) => `eve${at}`)
  for (const userName of names) await makeUser(app.db, { userName })
  const people = await Promise.all(names.map((one) => app.as(one)))
  const admin = await app.as('admin')
  const { users: _users, ...stored } = await app.ok(course['admin/detail'], { id: courseId }, admin.token)
  const files = stored.files.map(({ fileId, chapter, required, minSec }) => ({ fileId, chapter, required, minSec }))
  const change = async () => {
    for (const some of [files, files.slice(0, 1), files, files.slice(0, 1)])
      await app.ok(course.save, { ...stored, version: undefined, files: some, userIds: [] }, admin.token)
  }
  const study = async (person: Person) => {
    const place = { courseId, fileId: kept }
    for (let at = 0; at < 4; at++) {
      await load(place, person)
      await save(place, 1, {}, person)
    }
    // its length is unknown
    await fix(place, person)
  }
  await Promise.all([change(), ...people.map(study)])
  for (const person of people) expect(await load({ courseId, fileId: kept }, person)).toMatchObject({ courseFinished: true })
})

describe('the list', () => {
  test('shows the courses open to the learner: in progress first, then required, then new', async () => {
    const { deptCode } = await app.db.selectFrom('sysUser').where('id', '=', ann.id).select('deptCode').executeTakeFirstOrThrow()
    const branch = await makeDepart(app.db, deptCode, '客房部')
    await makeUser(app.db, { userName: 'cleo', deptCode: branch })
    const cleo = await app.as('cleo')
    await app.db.updateTable('course').set({ state: CourseState.disabled }).execute()
    const soon = new Date(app.clock.now().getTime() + 3_600_000)
    const titled = async (title: string, given: Given = {}) => (await film({ title, ...given })).courseId
    const old = await titled('旧')
    await app.db.updateTable('course').set({ catId: '1001' }).where('id', '=', old).execute()
    await titled('必修', { required: true })
    await titled('新', { openType: OpenType.departs, deptCodes: [deptCode] })
    await titled('别人的', { openType: OpenType.persons, userIds: [bob.id] })
    await titled('本部门的', { openType: OpenType.departs, deptCodes: [branch] })
    await titled('未开始', { startTime: soon })
    const going = await film({ title: '在学' })
    const done = await film({ title: '学完' })
    await load(done, cleo)
    app.clock.advance(90)
    await save(done, 90, {}, cleo)
    await load(going, cleo)
    await app.db.updateTable('course').set({ state: CourseState.disabled }).where('title', '=', '别人的').execute()
    const titles = async (params: Input<(typeof course)['user-paging']>['params'], person = cleo) =>
      (await app.ok(course['user-paging'], { params, size: 50 }, person.token)).records.map((one) => one.title)
    expect(await titles({})).toEqual(['在学', '必修', '未开始', '本部门的', '新', '旧', '学完'])
    expect(await titles({}, ann)).not.toContain('本部门的')
    expect(await titles({ learned: 'going' })).toEqual(['在学'])
    expect(await titles({ learned: 'finished' })).toEqual(['学完'])
    expect(await titles({ learned: 'none' })).not.toContain('在学')
    expect(await titles({ title: '本' })).toEqual(['本部门的'])
    expect(await titles({ catId: '10' })).toEqual(['旧'])
    const { records } = await app.ok(course['user-paging'], { params: { title: '未开始' } }, cleo.token)
    expect(records).toMatchObject([{ phase: 'waiting', learned: 'none', fileCount: 1, duration: 100, price: '0.00', lastTime: null }])
    const byTime = await app.ok(course['user-paging'], { size: 2, orders: [{ column: 'lastTime', asc: false }], params: {} }, cleo.token)
    expect(byTime.records.map((one) => one.title)).toEqual(['在学', '学完'])
    expect((await app.call(course['user-paging'], { orders: [{ column: 'content', asc: true }], params: {} }, cleo.token)).code).not.toBe(0)
    expect(await app.call(course.detail, { id: going.courseId }, bob.token)).toMatchObject({ code: 0 })
  })

  test('a course outside the audience does not exist for a learner', async () => {
    const { courseId } = await film({ openType: OpenType.persons, userIds: [bob.id], content: '<p>内部资料</p>' })
    for (const call of [course.detail, course['simple-detail']]) {
      expect(await app.call(call, { id: courseId }, ann.token)).toEqual(refusal('notFound'))
      expect(await app.ok(call, { id: courseId }, bob.token)).toMatchObject({ content: '<p>内部资料</p>', learned: 'none', process: 0 })
    }
    expect(await app.ok(course['simple-detail'], { id: courseId }, bob.token)).not.toHaveProperty('files')
  })

  test('of learnt files contains the caller’s own files, latest first', async () => {
    await makeUser(app.db, { userName: 'dora' })
    const dora = await app.as('dora')
    const [first, second] = [await film({ title: '甲' }), await film({ title: '乙' })]
    for (const place of [first, second]) {
      await load(place, dora)
      app.clock.advance(20)
      await save(place, 20, {}, dora)
    }
    const list = async (params: Input<typeof learn.paging>['params'], person = dora) =>
      (await app.ok(courseLearn.paging, { params }, person.token)).records
    expect(await list({})).toMatchObject([
      { courseName: '乙', fileName: '课件', learnSec: 20, process: 22, finished: false, fileType: CourseFileType.video },
      { courseName: '甲' },
    ])
    expect(await list({ courseId: first.courseId })).toHaveLength(1)
    // the courses to choose from: those of these rows, although there are more
    await film({ title: '丙' })
    const titles = async (person = dora) => (await app.ok(courseLearn.courses, {}, person.token)).map((one) => one.title)
    expect([await titles(), await titles(bob).then((all) => all.includes('甲'))]).toEqual([['乙', '甲'], false])
    expect(await list({ fileName: '没有' })).toEqual([])
    expect(await list({ courseId: first.courseId }, bob)).toEqual([])
    await app.db.updateTable('courseFile').set({ enabled: false }).where('id', '=', first.fileId).execute()
    expect(await list({})).toHaveLength(1)
  })
})
