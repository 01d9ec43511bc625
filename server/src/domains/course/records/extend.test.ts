// More time for people of a course, over HTTP.
import { course as courses } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { type learntFilter, statCourse as stat } from '@shuyuan/contract/course/records/stat-course.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeCourse } from '../course.factory.ts'

const { app, admin, teacher } = await startWith('teacher')
const branch = await makeDepart(app.db, 'A01', '前厅部')
const kim = await app.enrol({ userName: 'kim', realName: '金铃', deptCode: branch })
const lou = await app.enrol({ userName: 'lou', realName: '娄宁', deptCode: branch })
const moe = await app.enrol({ userName: 'moe', realName: '莫言', deptCode: await makeDepart(app.db, 'A01', '客房部') })
const chief = await enrolWith(app, { userName: 'chief', deptCode: branch }, ['course:stat'], DataScope.branch)

/** A course of one video for the three learners. */
async function lecture(given: Partial<Parameters<typeof makeCourse>[1]>) {
  const row = { title: '第一讲', fileType: CourseFileType.video, duration: 100, fileUrl: '/files/course/a', viewUrl: '' }
  const { id: first } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  const people = { openType: OpenType.persons, userIds: [kim.id, lou.id, moe.id] }
  return { first, courseId: await makeCourse(app.ctx(), { title: '前厅礼仪', files: [{ fileId: first }], ...people, ...given }) }
}
const page = <P extends object>(params: P) => ({ current: 1, size: 10, params })
const rows = async (params: { courseId: string; realName?: string; learned?: keyof typeof learntFilter }) =>
  (await app.ok(stat['user-paging'], page(params), teacher.token)).records
const DAY = 86_400_000
const moment = (days: number) => new Date(app.clock.now().getTime() + days * DAY)
const after = (days: number) => toWallClock(moment(days))
const extend = (courseId: string, who: Person[], dueTime: string | null, by: Person = admin) =>
  app.call(stat.extend, { courseId, userIds: who.map((one) => one.id), dueTime }, by)
const overdue = async (courseId: string) => ({
  count: (await app.ok(stat.overview, { courseId }, teacher.token)).overdue,
  listed: (await rows({ courseId, learned: 'overdue' })).map((one) => one.realName).toSorted(),
  marked: (await rows({ courseId }))
    .filter((one) => one.overdue)
    .map((one) => one.realName)
    .toSorted(),
})

test('a person with more time is not overdue until then, in every figure, and is told', async () => {
  const { courseId } = await lecture({ deadlineTime: moment(-1), deadlineDays: null })
  expect(await overdue(courseId)).toEqual({ count: 3, listed: ['娄宁', '莫言', '金铃'], marked: ['娄宁', '莫言', '金铃'] })
  const until = after(2)
  expect(await app.ok(stat.extend, { courseId, userIds: [kim.id], dueTime: until }, admin)).toEqual({ people: 1 })
  expect(await overdue(courseId)).toEqual({ count: 2, listed: ['娄宁', '莫言'], marked: ['娄宁', '莫言'] })
  expect((await rows({ courseId, realName: '金铃' }))[0]).toMatchObject({ dueTime: until, extraTime: until, overdue: false })
  const matrix = await app.ok(stat.matrix, { current: 1, size: 10, params: { courseIds: [courseId], realName: '金铃' } }, admin)
  expect(matrix.records[0]?.courses[courseId]).toMatchObject({ overdue: false })
  const inbox = async () => (await app.ok(msg.paging, page({ title: '延期' }), kim)).records.map((one) => one.title)
  expect(await inbox()).toEqual(['课程延期：前厅礼仪'])
  // a second click tells no person twice
  await extend(courseId, [kim], until)
  expect(await inbox()).toHaveLength(1)
  await app.db
    .updateTable('courseExtra')
    .set({ dueTime: new Date(app.clock.now().getTime() - 1) })
    .where('courseId', '=', courseId)
    .execute()
  expect((await overdue(courseId)).count).toBe(3)
})

test('a course that has ended goes on for the person, and for nobody else', async () => {
  const { courseId, first } = await lecture({ endTime: moment(-1) })
  const open = (who: Person) => app.call(courseFileLearn['load-process'], { courseId, fileId: first }, who)
  expect((await open(lou)).code).toBe(errors.courseClosed[0])
  await app.ok(stat.extend, { courseId, userIds: [lou.id], dueTime: after(2) }, admin)
  expect((await open(lou)).code).toBe(0)
  expect((await app.ok(courses.detail, { id: courseId }, lou)).reasons).toEqual([])
  expect((await open(moe)).code).toBe(errors.courseClosed[0])
  // taken back
  expect(await app.ok(stat.extend, { courseId, userIds: [lou.id], dueTime: null }, admin)).toEqual({ people: 1 })
  expect((await open(lou)).code).toBe(errors.courseClosed[0])
})

test('what gives no more time is refused at its field; people beyond the data scope are left out', async () => {
  const { courseId } = await lecture({ deadlineTime: moment(5), deadlineDays: null })
  const { courseId: free } = await lecture({ deadlineTime: null, deadlineDays: null, endTime: null })
  const at = async (course: string, dueTime: string) => (await extend(course, [kim], dueTime)).fields.map((one) => one.field)
  expect(await at(courseId, after(-1))).toEqual(['dueTime'])
  expect(await at(courseId, after(4))).toEqual(['dueTime'])
  expect(await at(free, after(4))).toEqual(['dueTime'])
  const head = await enrolWith(app, { userName: 'head', deptCode: branch }, ['course:update'], DataScope.branch)
  expect(await app.ok(stat.extend, { courseId, userIds: [kim.id, moe.id], dueTime: after(9) }, head)).toEqual({ people: 1 })
  expect((await extend(courseId, [moe], after(9), head)).fields.map((one) => one.field)).toEqual(['userIds'])
  expect((await extend(courseId, [kim], after(9), chief)).code).toBe(errors.forbidden[0])
})
