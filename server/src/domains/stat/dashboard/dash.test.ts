import { totalExam, totalLearn, totalUser } from '@shuyuan/contract/stat/exam-total.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { courseDash, statToday, statWork, totalNum } from '@shuyuan/contract/stat/total.ts'
import { totalTitles } from '@shuyuan/contract/site/config/total-name.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { answersFor, handIn, startPaper, takePaper } from '../../../../test/papers.ts'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { countOverdue } from './overdue.service.ts'
import { countOlderDays, dayAgo, NIGHT_DAYS, RECENT_DAYS, rollUp } from '../figure/rollup.service.ts'

const DAY_S = 86_400
const { app, admin, learner } = await startWith('learner')
const top = await rootDepart(app.db)
const north = await makeDepart(app.db, top.deptCode, '北店')
const south = await makeDepart(app.db, top.deptCode, '南店')
const head = await enrolWith(app, { userName: 'head', deptCode: north }, ['dashboard'], DataScope.branch)
const alone = await enrolWith(app, { userName: 'alone', deptCode: north }, ['dashboard'], DataScope.own)
const people: Person[] = []
for (const at of [0, 1, 2, 3]) people.push(await app.enrol({ userName: `p${at}`, deptCode: at < 1 ? north : south }))
const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, { tries: 0, endTime: null })
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4 x'), 'a.pdf', { title: '讲义' })
const courseId = await makeCourse(app.ctx(), { title: '礼仪', required: true, files: [{ fileId: file, minSec: 60 }] })

async function props(more: object) {
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, props: { ...site.props, ...more } }, admin)
}
const someRepo = async () => (await app.db.selectFrom('repo').select('id').executeTakeFirstOrThrow()).id
/** Figures may be half a minute old. */
const later = () => app.clock.advance(31)

/** Attempts of all, two days before the rest of this file; the second candidate fails. Learning on the same day. */
beforeAll(async () => {
  for (const [at, who] of people.entries()) await takePaper(app, who, examId, answersFor(quIds, at === 1 ? [false, false] : [true, true]))
  const day = dayAgo(app.clock.now(), 0)
  for (const [at, who] of people.entries()) {
    await app.db
      .insertInto('courseLearnDay')
      .values({ day, userId: who.id, courseId, sec: 60 * (at + 1) })
      .execute()
    await app.db
      .insertInto('courseLearn')
      .values({
        courseId,
        userId: who.id,
        startTime: app.clock.now(),
        lastTime: app.clock.now(),
        finishTime: at === 0 ? app.clock.now() : null,
      })
      .execute()
  }
  app.clock.advance(2 * DAY_S)
  await rollUp(app.app, NIGHT_DAYS)
  admin.token = (await app.as('admin')).token
  head.token = (await app.as('head')).token
  alone.token = (await app.as('alone')).token
  await startPaper(app, people[0]!, examId)
})

describe('the week', () => {
  test('has attempts, candidates and those who passed by day; today is counted at the call', async () => {
    const week = await app.ok(totalExam.week, {}, admin.token)
    expect(week).toHaveLength(7)
    expect(week.at(-3)).toEqual({ dateStr: dayAgo(app.clock.now(), 2), examCount: 4, examUser: 4, passUser: 3 })
    expect(week.at(-1)).toMatchObject({ examCount: 1, examUser: 1, passUser: 0 })
    expect(await app.call(totalExam.week, { days: 0 }, admin.token)).toEqual(refusal('badInput'))
  })

  test('of users has new, active and all ones; the sum of new users equals the table', async () => {
    const week = await app.ok(totalUser.week, { days: 30 }, admin.token)
    const { rows } = await sql<{ all: number; fresh: number }>`select count(*)::int as all,
      (count(*) filter (where create_time >= ${new Date(app.clock.now().getTime() - 29 * DAY_S * 1_000)}))::int as fresh from sys_user`.execute(
      app.db,
    )
    expect(week.reduce((sum, one) => sum + one.newUser, 0)).toBe(rows[0]!.fresh)
    expect(week.at(-1)!.allUser).toBe(rows[0]!.all)
    expect(week.at(-2)!.allUser).toBe(rows[0]!.all - week.at(-1)!.newUser)
    // the three who signed in again, and the candidate who began a paper
    expect(week.at(-1)!.activeUser).toBe(4)
    expect(week.at(-3)!.activeUser).toBeGreaterThanOrEqual(8)
  })

  test('of learning has learners, finished ones and the mean minutes', async () => {
    const week = await app.ok(totalLearn.week, {}, admin.token)
    expect(week.at(-3)).toMatchObject({ learnUser: 4, finishUser: 1, avgTime: 2.5 })
  })

  test('is limited to the caller’s data scope', async () => {
    expect((await app.ok(totalExam.week, {}, head.token)).at(-3)).toMatchObject({ examCount: 1, examUser: 1, passUser: 1 })
    expect((await app.ok(totalLearn.week, {}, head.token)).at(-3)).toMatchObject({ learnUser: 1, avgTime: 1 })
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sys_user where dept_code = ${north}`.execute(app.db)
    expect((await app.ok(totalUser.week, {}, head.token)).at(-1)!.allUser).toBe(rows[0]!.n)
    expect((await app.ok(totalExam.week, {}, alone.token)).every((one) => one.examCount === 0)).toBe(true)
    expect((await app.ok(totalUser.week, {}, alone.token)).at(-1)).toMatchObject({ allUser: 1, activeUser: 1 })
    expect(await app.call(totalUser.week, {}, learner)).toEqual(refusal('forbidden'))
  })

  test('counts a day again when its papers are marked later', async () => {
    await app.db.updateTable('paper').set({ passed: true }).where('userId', '=', people[1]!.id).execute()
    await rollUp(app.app, RECENT_DAYS)
    later()
    expect((await app.ok(totalExam.week, {}, admin.token)).at(-3)).toMatchObject({ passUser: 4 })
  })
})

describe('the totals', () => {
  test('are those of the tables, with the difference to the day before', async () => {
    await app.db
      .insertInto('statTotal')
      .values({ name: 'userCount', day: dayAgo(app.clock.now(), 1), value: '3', time: app.clock.now() })
      .execute()
    await app.db
      .insertInto('battle')
      .values({ repoId: await someRepo(), mode: 'robot', seed: '1' })
      .execute()
    later()
    const found = await app.ok(totalNum.all, {}, admin.token)
    const { rows } = await sql<
      Record<string, number>
    >`select (select count(*)::int from exam) as exams, (select count(*)::int from sys_user) as users,
      (select count(*)::int from qu where not deleted) as qus, (select count(*)::int from course_file) as files`.execute(app.db)
    const [sums] = rows
    expect(found).toMatchObject({
      examCount: sums!.exams,
      userCount: sums!.users,
      quCount: sums!.qus,
      fileCount: sums!.files,
      courseCount: 1,
      repoCount: 1,
      courseOrderCount: 0,
      battleCount: 1,
      scale: 100,
      change: { userCount: sums!.users! - 3 },
    })
    // certificates are switched off
    expect(found.grantCount).toBeUndefined()
    await props({ moduleCert: true })
    expect((await app.ok(totalNum.all, {}, admin.token)).grantCount).toBe(0)
    await props({ moduleCert: false })
  })

  test('count only the branch of a scoped user, without a difference that was counted for everybody', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sys_user where dept_code = ${north}`.execute(app.db)
    const found = await app.ok(totalNum.all, {}, head.token)
    expect(found.userCount).toBe(rows[0]!.n)
    expect(found.change.userCount).toBeUndefined()
  })

  test('are the ten of the specification', () => {
    const named = 'examCount tmplCount battleCount courseCount fileCount repoCount quCount userCount grantCount courseOrderCount'
    expect(Object.keys(totalTitles)).toEqual(named.split(' '))
  })

  test('leave out a module that is switched off', async () => {
    await props({ moduleCourse: false })
    const found = await app.ok(totalNum.all, {}, admin.token)
    expect([found.courseCount, found.fileCount, found.courseOrderCount]).toEqual([undefined, undefined, undefined])
    expect(found.examCount).toBeGreaterThan(0)
    expect((await app.ok(statToday.mine, {}, learner)).courses).toEqual([])
    await props({ moduleCourse: true })
  })

  test('and charts are multiplied where an administrator asked for it', async () => {
    const before = await app.ok(totalNum.all, {}, admin.token)
    const [week] = [await app.ok(totalExam.week, {}, admin.token)]
    await props({ scaleCounts: true, displayScale: 300 })
    const after = await app.ok(totalNum.all, {}, admin.token)
    expect(after).toMatchObject({ scale: 300, userCount: before.userCount! * 3, examCount: before.examCount! * 3 })
    expect((await app.ok(totalExam.week, {}, admin.token)).at(-3)!.examCount).toBe(week.at(-3)!.examCount * 3)
    expect((await app.ok(totalLearn.week, {}, admin.token)).at(-3)).toMatchObject({ learnUser: 12, avgTime: 2.5 })
    const { records } = await app.ok(examStat['dash-exam-list'], { size: 5 }, admin.token)
    expect(records[0]).toMatchObject({ procCount: 3, handCount: 9 })
    await props({ scaleCounts: false })
  })
})

test('lists running exams and courses with the people in the data scope', async () => {
  later()
  const counts = async (who: Person) => (await app.ok(examStat['dash-exam-list'], { size: 5 }, who.token)).records[0]
  expect(await counts(admin)).toMatchObject({ id: examId, procCount: 1, handCount: 3 })
  // the one person of the branch has handed in and sits again
  expect(await counts(head)).toMatchObject({ procCount: 1, handCount: 0 })
  const courses = async (who: Person) => (await app.ok(courseDash['dash-course-list'], { size: 5 }, who.token)).records
  expect(await courses(admin)).toMatchObject([{ id: courseId, title: '礼仪', procCount: 3, finishCount: 1 }])
  expect(await courses(head)).toMatchObject([{ procCount: 0, finishCount: 1 }])
})

describe('the work of the day', () => {
  test('names what the caller may do', async () => {
    const { todos } = await app.ok(statWork.todo, {}, admin.token)
    expect(todos.map((one) => one.name)).toEqual(['exams', 'papers', 'applies', 'reals', 'invoices', 'overdue'])
    const marker = await enrolWith(app, { userName: 'marker', deptCode: south }, ['paper:review'], DataScope.branch)
    await app.db
      .updateTable('paper')
      .set({ state: PaperState.marking })
      .where('userId', 'in', [people[0]!.id, people[2]!.id])
      .where('state', '=', PaperState.done)
      .execute()
    expect(await app.ok(statWork.todo, {}, marker)).toEqual({ todos: [{ name: 'papers', count: 1 }], watched: [], steps: [] })
    expect(await app.ok(statWork.todo, {}, learner)).toEqual({ todos: [], watched: [], steps: [] })
  })

  test('counts exams and overdue courses of today', async () => {
    app.clock.avoidMidnight()
    const { now } = app.clock
    await app.db.updateTable('exam').set({ startTime: now() }).where('id', '=', examId).execute()
    await app.db
      .updateTable('course')
      .set({ endTime: new Date(now().getTime() - DAY_S * 1_000) })
      .where('id', '=', courseId)
      .execute()
    await countOverdue(app.app)
    later()
    const { todos } = await app.ok(statWork.todo, {}, admin.token)
    expect(todos.find((one) => one.name === 'exams')).toMatchObject({ count: 1 })
    // three have begun, one has never opened the course
    expect(todos.find((one) => one.name === 'overdue')).toMatchObject({ count: 4 })
  })
})

test('a learner’s day has exams with a try left, unfinished courses and open trainings', async () => {
  const made = await makeCourse(app.ctx(), { title: '消防', required: true, files: [{ fileId: file, minSec: 60 }] })
  const day = await app.ok(statToday.mine, {}, learner)
  expect(day.exams).toMatchObject([{ id: examId, going: false }])
  expect(day.courses).toMatchObject([{ id: made, required: true }])
  expect(day.trains).toEqual([])
  const { id } = await startPaper(app, learner, examId)
  // exams that end sooner do not push the running one off the page
  const hour = new Date(app.clock.now().getTime() + 3_600_000)
  for (let n = 0; n < 6; n++) await makeFixedExam(app.ctx(), { single: 1 }, { title: `近 ${n}`, endTime: hour, offline: n === 0 })
  const { exams } = await app.ok(statToday.mine, {}, learner)
  expect(exams).toHaveLength(5)
  expect(exams[0]).toMatchObject({ id: examId, going: true, offline: false })
  await app.db.deleteFrom('exam').where('title', 'like', '近 %').execute()
  await handIn(app, learner, id, answersFor(quIds, [true, true]))
  expect((await app.ok(statToday.mine, {}, learner)).exams).toEqual([])
})

test('days before the first count are counted in steps down to the first user; each goes on where the last one ended', async () => {
  const [first, DAYS] = [dayAgo(app.clock.now(), 70), 70]
  await app.db
    .updateTable('sysUser')
    .set({ createTime: new Date(app.clock.now().getTime() - DAYS * DAY_S * 1_000) })
    .where('id', '=', admin.id)
    .execute()
  await app.db.deleteFrom('statDay').execute()
  const figuresOf = (day: string) =>
    app.db
      .selectFrom('statDay')
      .where('deptCode', '=', '')
      .where('day', '=', sql<string>`${day}::date`)
      .select('newUser')
      .executeTakeFirst()
  expect([await countOlderDays(app.app), await figuresOf(first)]).toEqual([true, undefined])
  // the process ends here; the next one goes on
  expect(await countOlderDays(app.app)).toBe(true)
  expect(await countOlderDays(app.app)).toBe(false)
  expect(await figuresOf(first)).toEqual({ newUser: 1 })
  expect(await countOlderDays(app.app)).toBe(false)
  expect(
    await app.db
      .selectFrom('statBackfill')
      .select(sql<string>`to_char(from_day, 'YYYY-MM-DD')`.as('day'))
      .execute(),
  ).toEqual([{ day: first }])
})
