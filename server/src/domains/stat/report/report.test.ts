import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { report } from '@shuyuan/contract/stat/report.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { endedPeriods, makeReports } from './report-plan.service.ts'
import { dayAgo, NIGHT_DAYS, rollUp } from '../figure/rollup.service.ts'

const { app, admin, learner } = await startWith('learner')
const top = await rootDepart(app.db)
const north = await makeDepart(app.db, top.deptCode, '北店')
const south = await makeDepart(app.db, top.deptCode, '南店')
const head = await enrolWith(app, { userName: 'head', realName: '店长', deptCode: north }, ['stat:report'], DataScope.branch)
const ann = await app.enrol({ userName: 'ann', realName: '安安', deptCode: north })
const bob = await app.enrol({ userName: 'bob', deptCode: south })
const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, { tries: 0, endTime: null })
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4 x'), 'a.pdf', { title: '讲义' })
const courseId = await makeCourse(app.ctx(), { title: '礼仪', files: [{ fileId: file, minSec: 60 }] })
const today = () => dayAgo(app.clock.now(), 0)
const period = () => ({ from: dayAgo(app.clock.now(), 6), to: today() })
const fileOf = (path: string, payload: object, who: Person) =>
  app.http.inject({ method: 'POST', url: path, headers: { token: who.token }, payload })

beforeAll(async () => {
  await takePaper(app, ann, examId, answersFor(quIds, [true, true]))
  await takePaper(app, ann, examId, answersFor(quIds, [true, false]))
  await takePaper(app, bob, examId, answersFor(quIds, [false, false]))
  await app.db.insertInto('courseLearnDay').values({ day: today(), userId: ann.id, courseId, sec: 5_400 }).execute()
  const at = { startTime: app.clock.now(), lastTime: app.clock.now(), finishTime: app.clock.now() }
  await app.db
    .insertInto('courseLearn')
    .values({ courseId, userId: ann.id, ...at })
    .execute()
  await rollUp(app.app, NIGHT_DAYS)
})

describe('a report', () => {
  test('has figures by department, course and exam, which equal the tables', async () => {
    const found = await app.ok(report.read, period(), admin)
    expect(found.departs.find((one) => one.deptCode === north)).toMatchObject({
      name: '北店',
      examUser: 1,
      learnUser: 1,
      learnHours: 1.5,
      finishUser: 1,
    })
    expect(found.departs.find((one) => one.deptCode === south)).toMatchObject({ examUser: 1, passUser: 0, learnUser: 0 })
    expect(found.courses).toEqual([{ id: courseId, name: '礼仪', learnUser: 1, learnHours: 1.5, finishUser: 1 }])
    const { rows } = await sql<{ attempts: number; mean: number }>`select count(*)::int as attempts,
      round(avg(score * 100.0 / total_score), 1)::float8 as mean from paper where exam_id = ${examId} and state = ${PaperState.done}`.execute(
      app.db,
    )
    expect(found.exams).toMatchObject([{ id: examId, examCount: rows[0]!.attempts, examUser: 2, passUser: 1, meanShare: rows[0]!.mean }])
    expect(found.days).toHaveLength(7)
    expect(found.days.at(-1)).toMatchObject({ day: today(), examUser: 2, passUser: 1 })
  })

  test('is limited to the data scope and to a department', async () => {
    const found = await app.ok(report.read, period(), head)
    expect(found.departs.map((one) => one.deptCode)).toEqual([north])
    expect(found.exams).toMatchObject([{ examCount: 2, examUser: 1 }])
    expect((await app.ok(report.read, { ...period(), deptCode: south }, head)).exams).toEqual([])
    expect((await app.ok(report.read, { ...period(), deptCode: south }, admin)).exams).toMatchObject([{ examCount: 1 }])
    expect(await app.call(report.read, period(), learner)).toEqual(refusal('forbidden'))
  })

  test('refuses a period that ends before it begins, or is longer than a year', async () => {
    expect(await app.call(report.read, { from: '2026-02-02', to: '2026-02-01' }, admin)).toEqual(refusal('badInput'))
    expect(await app.call(report.read, { from: '2024-02-02', to: '2026-02-01' }, admin)).toEqual(refusal('badInput'))
  })

  test('is a workbook of three sheets', async () => {
    const { rawPayload } = await fileOf(report.export.path, period(), head)
    const { sheets } = await readXlsx(rawPayload)
    expect(sheets.map((one) => one.name)).toEqual(['按部门', '按课程', '按考试'])
    expect(sheets[2]!.rows[1]!.slice(1, 4)).toEqual([2, 1, 1])
  })
})

test('the record of a learner is a PDF, within the data scope only', async () => {
  const { rawPayload, headers } = await fileOf(report.record.path, { userId: ann.id }, head)
  expect(headers['content-type']).toBe('application/pdf')
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await app.call(report.record, { userId: bob.id }, head)).toEqual(refusal('notFound'))
})

describe('regular reports', () => {
  test('have periods that ended yesterday', () => {
    expect(endedPeriods(new Date('2026-11-23T04:00:00Z'))).toEqual([{ kind: 'weekly', from: '2026-11-16', to: '2026-11-22' }])
    expect(endedPeriods(new Date('2026-12-01T04:00:00Z'))).toEqual([{ kind: 'monthly', from: '2026-11-01', to: '2026-11-30' }])
    expect(endedPeriods(new Date('2026-11-24T04:00:00Z'))).toEqual([])
  })

  test('are made once for each reader, in the reader’s scope, and told by a message', async () => {
    await app.ok(report['plan-save'], { weekly: true, monthly: false, userIds: [head.id, learner.id] }, admin)
    expect(await app.ok(report.plan, {}, admin)).toMatchObject({ weekly: true, monthly: false })
    // to the next Monday
    do app.clock.advance(86_400)
    while (new Date(`${today()}T00:00:00Z`).getUTCDay() !== 1)
    await makeReports(app.app)
    await makeReports(app.app)
    const reader = await app.as('head')
    const mine = await app.ok(report.mine, {}, reader)
    expect(mine).toHaveLength(1)
    expect(mine[0]!.title).toMatch(/^统计周报 \d{4}-\d\d-\d\d 至 \d{4}-\d\d-\d\d$/)
    const inbox = await app.ok(msg.paging, {}, reader)
    expect(inbox.records.filter((one) => one.title === mine[0]!.title)).toHaveLength(1)
    const { rawPayload } = await fileOf(report.download.path, { id: mine[0]!.id }, reader)
    const { sheets } = await readXlsx(rawPayload)
    expect(sheets[0]!.rows.slice(1).map((row) => row[0])).toEqual(['北店'])
    // users without the right got none, and no user reads another's
    expect(await app.db.selectFrom('statReport').where('userId', '=', learner.id).selectAll().execute()).toEqual([])
    expect(await app.call(report.download, { id: mine[0]!.id }, await app.as('admin'))).toEqual(refusal('notFound'))
  })
})
