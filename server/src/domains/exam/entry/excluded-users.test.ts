// The count of excluded users in the form of an exam.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeCourse } from '../../course/course.factory.ts'
import { makeGroup } from '../../people/user/group.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'

const ids = new Map<string, string>()
const { app, teacher } = await startWith('teacher')
const top = (await rootDepart(app.db)).deptCode
const east = await makeDepart(app.db, top, '东区')
const team = await makeDepart(app.db, east, '东区一队')
const west = await makeDepart(app.db, top, '西区')
for (const [userName, deptCode] of [
  ['ann', team],
  ['bob', east],
  ['cid', west],
  ['dan', west],
] as const) {
  ids.set(userName, (await app.enrol({ userName, deptCode })).id)
}
const fileId = (
  await app.db
    .insertInto('courseFile')
    .values({ title: '课件', fileType: CourseFileType.other, fileUrl: '/files/course/a' })
    .returning('id')
    .executeTakeFirstOrThrow()
).id

const people = (...names: string[]) => names.map((name) => ids.get(name)!)
const course = (more: Partial<Parameters<typeof makeCourse>[1]> = {}) => makeCourse(app.ctx(), { files: [{ fileId }], ...more })
type Audience = { openType: number; deptCodes?: string[]; groupIds?: string[]; userIds?: string[] }
const excluded = async (courses: string[], audience: Audience) => app.ok(exam['shut-out'], { courses, ...audience }, teacher)
const finish = (courseId: string, userId: string) =>
  app.db
    .insertInto('courseLearn')
    .values({ courseId, userId, startTime: app.clock.now(), lastTime: app.clock.now(), finishTime: app.clock.now() })
    .execute()

test('a course for one department excludes users of others, by department, except those who have finished it', async () => {
  const id = await course({ title: '东区课程', openType: OpenType.departs, deptCodes: [east] })
  expect(await excluded([id], { openType: OpenType.persons, userIds: people('ann', 'bob', 'cid', 'dan') })).toEqual([
    { id, title: '东区课程', closed: false, people: 2, departs: [{ deptName: '西区', people: 2 }] },
  ])
  const groupIds = [await makeGroup(app.db, '混合组', people('ann', 'cid'))]
  expect(await excluded([id], { openType: OpenType.persons, groupIds })).toMatchObject([{ people: 1 }])
  expect(await excluded([id], { openType: OpenType.departs, deptCodes: [east] })).toEqual([])
  expect(await excluded([id], { openType: OpenType.departs, deptCodes: [west] })).toMatchObject([{ people: 2 }])
  const all = (await excluded([id], { openType: OpenType.all }))[0]!.people
  expect(all).toBeGreaterThanOrEqual(2)
  await finish(id, people('cid')[0]!)
  expect((await excluded([id], { openType: ExamOpenType.password }))[0]!.people).toBe(all - 1)
})

test('courses for named users or ended ones exclude users; public, open-ended and disabled ones do not', async () => {
  const named = await course({ openType: OpenType.persons, userIds: people('ann') })
  const ended = await course({ endTime: app.clock.now() })
  const everybody = await course({ endTime: new Date(app.clock.now().getTime() + 60_000) })
  const off = await course({ openType: OpenType.persons, userIds: people('ann') })
  await app.db.updateTable('course').set({ state: CourseState.disabled }).where('id', '=', off).execute()
  const found = await excluded([named, ended, everybody, off], { openType: ExamOpenType.persons, userIds: people('ann', 'bob') })
  expect(found.map(({ id, closed, people: count }) => [id, closed, count])).toEqual([
    [named, false, 1],
    [ended, true, 2],
  ])
})

test('needs the permission to edit exams', async () => {
  const { code } = await app.call(exam['shut-out'], { openType: ExamOpenType.all, courses: [] }, (await app.as('ann')).token)
  expect(code).toBe(errors.forbidden[0])
})
