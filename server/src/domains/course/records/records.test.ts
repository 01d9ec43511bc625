// Learning statistics over HTTP: who is listed, filters, data scope, export, matrix, reminders and deadlines.
import { course as courses, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { type learntFilter, learntLimits, statCourse as stat } from '@shuyuan/contract/course/records/stat-course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeCourse, makeProgress } from '../course.factory.ts'
import { remindOfDeadlines } from './deadline.service.ts'
import { makeLearnerExports } from './export-run.service.ts'

const { app, admin, teacher } = await startWith('teacher')
const branch = await makeDepart(app.db, 'A01', '前厅部')
const below = await makeDepart(app.db, branch, '礼宾组')
const other = await makeDepart(app.db, 'A01', '客房部')
const kim = await app.enrol({ userName: 'kim', realName: '金铃', deptCode: branch })
const lou = await app.enrol({ userName: 'lou', realName: '娄宁', deptCode: below })
const moe = await app.enrol({ userName: 'moe', realName: '莫言', deptCode: other })
const chief = await enrolWith(
  app,
  { userName: 'chief', realName: '主管', deptCode: branch },
  ['course:stat', 'course:remind'],
  DataScope.branch,
)

async function film(title: string) {
  const row = { title, fileType: CourseFileType.video, duration: 100, fileUrl: '/files/course/a', viewUrl: '' }
  return (await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()).id
}
/** A course of two videos of 100 s for the three learners. */
async function lecture(given: Partial<Parameters<typeof makeCourse>[1]> = {}) {
  const [first, second] = [await film('第一讲'), await film('第二讲')]
  const people = { openType: OpenType.persons, userIds: [kim.id, lou.id, moe.id] }
  const courseId = await makeCourse(app.ctx(), { title: '前厅礼仪', files: [{ fileId: first }, { fileId: second }], ...people, ...given })
  return { courseId, first, second }
}
const learn = (courseId: string, userId: string, part: number) => makeProgress(app.ctx(), { courseId, userId, part, at: app.clock.now() })
const page = <P extends object>(params: P) => ({ current: 1, size: 10, params })
type Params = { deptCode?: string; realName?: string; learned?: keyof typeof learntFilter }
const rows = async (params: { courseId: string } & Params, token = teacher.token) =>
  (await app.ok(stat['user-paging'], page(params), token)).records
const names = async (courseId: string, params: Params = {}, token = teacher.token) =>
  (await rows({ courseId, ...params }, token)).map((row) => row.userName)
/** The rows of the workbook that a download answers with. */
async function sheetOf(endpoint: Endpoint, payload: object, { token }: Person) {
  const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers: { token }, payload })
  return (await readXlsx(reply.rawPayload)).sheets[0]!.rows
}
/** Titles of a person's messages, newest first; from the table, because sessions end while the clock goes on. */
const inbox = async ({ id }: Person) =>
  (await app.db.selectFrom('sysMsg').where('userId', '=', id).orderBy('id', 'desc').select('title').execute()).map((one) => one.title)

describe('the list', () => {
  test('shows how far each person is, in each file', async () => {
    const { courseId, first, second } = await lecture()
    await learn(courseId, kim.id, 1)
    await learn(courseId, lou.id, 0.75)
    expect(await rows({ courseId })).toMatchObject([
      { userName: 'kim', deptName: '前厅部', learned: 'finished', process: 100, learnSec: 180, overdue: false, dueTime: null },
      {
        userName: 'lou',
        learned: 'going',
        process: 75,
        learnSec: 135,
        finishTime: null,
        files: { [first]: { process: 100, learnSec: 90, finished: true }, [second]: { process: 50, learnSec: 45, finished: false } },
      },
      { userName: 'moe', learned: 'none', process: 0, learnSec: 0, startTime: null, files: {} },
    ])
    const overview = await app.ok(stat.overview, { courseId }, teacher.token)
    expect(overview).toMatchObject({ people: 3, begun: 2, none: 1, going: 1, finished: 1, overdue: 0 })
    expect(overview.files.map((file) => file.title)).toEqual(['第一讲', '第二讲'])
    expect(await app.ok(stat.overview, { courseId, deptCode: branch }, teacher.token)).toMatchObject({ people: 2, none: 0 })
  })

  test('is filtered by state, department and name, and ordered', async () => {
    const { courseId } = await lecture({ deadlineDays: 3 })
    await learn(courseId, kim.id, 1)
    await learn(courseId, lou.id, 0.5)
    await app.db
      .updateTable('courseLearn')
      .set({ startTime: new Date(app.clock.now().getTime() - 4 * 86_400_000) })
      .where('courseId', '=', courseId)
      .execute()
    expect(await names(courseId, { learned: 'finished' })).toEqual(['kim'])
    expect(await names(courseId, { learned: 'going' })).toEqual(['lou'])
    expect(await names(courseId, { learned: 'overdue' })).toEqual(['lou'])
    expect(await names(courseId, { learned: 'none' })).toEqual(['moe'])
    expect(await names(courseId, { deptCode: branch })).toEqual(['kim', 'lou'])
    expect(await names(courseId, { realName: '莫' })).toEqual(['moe'])
    expect(await app.ok(stat.overview, { courseId }, teacher.token)).toMatchObject({ overdue: 1 })
    const ordered = { ...page({ courseId }), orders: [{ column: 'userName', asc: false }] }
    expect((await app.ok(stat['user-paging'], ordered, teacher.token)).records.map((row) => row.userName)).toEqual(['moe', 'lou', 'kim'])
  })

  test('a deadline for all also concerns those who never opened the course', async () => {
    const { courseId } = await lecture({ deadlineTime: new Date(app.clock.now().getTime() - 60_000) })
    await learn(courseId, kim.id, 1)
    expect(await names(courseId, { learned: 'overdue' })).toEqual(['lou', 'moe'])
    expect(await app.ok(courses.detail, { id: courseId }, moe.token)).toMatchObject({ overdue: true, canLearn: true })
    expect(await app.ok(courses.detail, { id: courseId }, kim.token)).toMatchObject({ overdue: false })
  })

  test('contains departments with their branches, groups, everybody; and those who left the audience under a filter of their own', async () => {
    const departs = await lecture({ openType: OpenType.departs, deptCodes: [branch], userIds: [] })
    await learn(departs.courseId, moe.id, 0.5)
    expect(await names(departs.courseId)).toEqual(['kim', 'lou'])
    expect(await names(departs.courseId, { learned: 'outside' })).toEqual(['moe'])
    const all = await lecture({ openType: OpenType.all, userIds: [] })
    expect(await names(all.courseId)).toEqual(expect.arrayContaining(['kim', 'lou', 'moe']))
    expect(await names(all.courseId)).not.toContain('tina')
  })

  test('stays within the data scope, and is closed without the permission', async () => {
    const { courseId } = await lecture()
    expect(await names(courseId, {}, chief.token)).toEqual(['kim', 'lou'])
    expect(await names(courseId, { deptCode: other }, chief.token)).toEqual([])
    expect(await app.ok(stat.overview, { courseId }, chief.token)).toMatchObject({ people: 2 })
    for (const call of [stat.overview, stat['export-list']])
      expect((await app.call(call, { courseId }, kim.token)).code).toBe(errors.forbidden[0])
  })
})

describe('the export', () => {
  test('has a row for each person and a column for each file', async () => {
    const { courseId } = await lecture({ deadlineTime: new Date(app.clock.now().getTime() - 60_000) })
    await learn(courseId, kim.id, 0.75)
    const [head, ...people] = await sheetOf(stat.export, { courseId, deptCode: branch }, teacher)
    expect(head).toEqual(expect.arrayContaining(['账号', '学习进度', '截止时间', '第一讲', '第二讲']))
    expect(people.map((row) => [row[0], row[2], row[3], Number(row[4]), row[10], Number(row[11]), Number(row[12])])).toEqual([
      ['kim', '前厅部', '学习中', 0.75, '逾期', 1, 0.5],
      ['lou', '礼宾组', '未学习', 0, '逾期', 0, 0],
    ])
  })

  test('of more people is refused at once and made in the background, for its caller only', async () => {
    await sql`insert into sys_user (user_name, real_name, password_hash, dept_code, role_type)
      select 'many' || n, '人' || n, 'x', ${other}, ${sql.lit(RoleType.learner)} from generate_series(1, ${learntLimits.now}::int) n`.execute(
      app.db,
    )
    const { courseId } = await lecture({ openType: OpenType.all, userIds: [] })
    expect((await app.call(stat.export, { courseId }, teacher.token)).code).toBe(errors.exportTooMany[0])
    const { id, total } = await app.ok(stat['export-save'], { courseId }, teacher.token)
    expect(total).toBe(learntLimits.now + 3)
    expect((await app.call(stat['export-download'], { id }, teacher.token)).code).toBe(errors.exportNotReady[0])
    expect(await makeLearnerExports(app.app)).toBe(1)
    expect(await app.ok(stat['export-list'], {}, teacher.token)).toMatchObject([{ id, state: ExportState.done, done: total }])
    expect(await sheetOf(stat['export-download'], { id }, teacher)).toHaveLength(total + 1)
    expect((await app.call(stat['export-download'], { id }, admin.token)).code).toBe(errors.notFound[0])
    app.clock.advance(25 * 3_600)
    await makeLearnerExports(app.app)
    expect(await app.ok(stat['export-list'], {}, teacher.token)).toEqual([])
  })

  test('that a stopped process left is taken over', async () => {
    const { courseId } = await lecture()
    const { id } = await app.ok(stat['export-save'], { courseId }, teacher.token)
    await app.db
      .updateTable('courseExport')
      .set({ state: ExportState.running, tries: 1, leaseUntil: new Date(app.clock.now().getTime() + 60_000) })
      .where('id', '=', id)
      .execute()
    expect(await makeLearnerExports(app.app)).toBe(0)
    app.clock.advance(120)
    expect(await makeLearnerExports(app.app)).toBe(1)
    expect(await app.ok(stat['export-list'], {}, teacher.token)).toMatchObject([{ id, state: ExportState.done }])
  })
})

test('the matrix shows a department against courses', async () => {
  const mine = await lecture({ title: '甲', required: true })
  const departs = await lecture({ title: '乙', openType: OpenType.departs, deptCodes: [other], userIds: [] })
  await learn(mine.courseId, kim.id, 0.75)
  const asked = { deptCode: branch, courseIds: [departs.courseId, mine.courseId] }
  const { courses: head, records } = await app.ok(stat.matrix, page(asked), teacher.token)
  expect(head.map((one) => one.title)).toEqual(['乙', '甲'])
  expect(records.map((row) => [row.userName, row.courses])).toEqual([
    ['kim', { [mine.courseId]: { learned: 'going', process: 75, overdue: false, finishTime: null } }],
    ['lou', { [mine.courseId]: { learned: 'none', process: 0, overdue: false, finishTime: null } }],
  ])
  const usual = await app.ok(stat.matrix, page({}), chief.token)
  expect(usual.courses[0]).toMatchObject({ title: '甲' })
  expect(usual.records.map((row) => row.userName)).toEqual(['kim', 'lou'])
})

describe('reminders', () => {
  test('by hand reach those who have not finished, once a day, within the data scope', async () => {
    const { courseId } = await lecture({ title: '消防' })
    await learn(courseId, kim.id, 1)
    expect(await app.ok(stat.remind, { courseId }, chief.token)).toEqual({ sent: 1, skipped: 0 })
    expect(await app.ok(stat.remind, { courseId }, teacher.token)).toEqual({ sent: 1, skipped: 1 })
    expect(await app.ok(stat.remind, { courseId }, teacher.token)).toEqual({ sent: 0, skipped: 2 })
    for (const person of [lou, moe]) expect((await inbox(person)).filter((title) => title.includes('消防'))).toHaveLength(1)
    expect((await inbox(kim)).filter((title) => title.includes('消防'))).toEqual([])
    app.clock.advance(25 * 3_600)
    expect(await app.ok(stat.remind, { courseId, userIds: [moe.id] }, teacher.token)).toEqual({ sent: 1, skipped: 0 })
    await learn(courseId, lou.id, 1)
    await learn(courseId, moe.id, 1)
    expect((await app.call(stat.remind, { courseId }, teacher.token)).code).toBe(errors.badInput[0])
    await app.ok(courses.state, { ids: [courseId], state: CourseState.disabled }, admin.token)
    expect((await app.call(stat.remind, { courseId }, teacher.token)).code).toBe(errors.courseDisabled[0])
  })

  test('by deadline come three days before, on the day and after it, once each, and again for a new deadline', async () => {
    await app.db.updateTable('course').set({ deadlineTime: null, deadlineDays: null }).execute()
    const zone = app.app.config.timeZone
    const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(app.clock.now()))
    // 09:00 of the next day
    app.clock.advance((33 - hour) * 3_600)
    const day = 86_400
    const due = new Date(app.clock.now().getTime() + 4 * day * 1_000 + 3_600_000)
    const { courseId } = await lecture({ title: '食品安全', deadlineTime: due })
    await learn(courseId, kim.id, 1)
    const sent = async (person: Person) => (await inbox(person)).filter((title) => title.includes('食品安全'))
    const remind = () => remindOfDeadlines(app.app)
    expect(await remind()).toBe(0)
    app.clock.advance(day)
    expect(await remind()).toBe(2)
    expect(await remind()).toBe(0)
    expect(await sent(lou)).toEqual(['课程即将截止：食品安全'])
    app.clock.advance(3 * day)
    await remind()
    expect(await sent(moe)).toEqual(['课程今天截止：食品安全', '课程即将截止：食品安全'])
    app.clock.advance(2 * 3_600)
    await remind()
    await remind()
    expect((await sent(lou))[0]).toBe('课程已逾期：食品安全')
    expect(await sent(lou)).toHaveLength(3)
    expect(await sent(kim)).toEqual([])
    await app.db
      .updateTable('course')
      .set({ deadlineTime: new Date(due.getTime() + 2 * day * 1_000) })
      .where('id', '=', courseId)
      .execute()
    await remind()
    expect(await sent(lou)).toHaveLength(4)
    // no message at night
    app.clock.advance(13 * 3_600)
    expect(await remind()).toBe(0)
  })

  test('a deadline in days concerns those who have begun', async () => {
    const { courseId } = await lecture({ title: '新员工', deadlineDays: 2 })
    await learn(courseId, lou.id, 0.5)
    await app.db.updateTable('courseLearn').set({ startTime: app.clock.now() }).where('courseId', '=', courseId).execute()
    app.clock.advance(11 * 3_600)
    await remindOfDeadlines(app.app)
    const sent = async (person: Person) => (await inbox(person)).filter((title) => title.includes('新员工'))
    expect(await sent(lou)).toHaveLength(1)
    expect(await sent(moe)).toEqual([])
  })
})
