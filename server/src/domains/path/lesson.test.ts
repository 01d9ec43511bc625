// Assignments and lessons in a room as things of learning paths, and a survey that follows a path.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseRoom as room } from '@shuyuan/contract/course/room/room.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { pathLearn } from '@shuyuan/contract/path/learn.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import type { Person } from '../../../test/start-app.ts'
import { makeCourse, makeFile } from '../course/course.factory.ts'
import { makeRoom } from '../course/room/room.factory.ts'
import { makeWork } from '../course/work/work.factory.ts'
import { onHappening } from '../site/log/happening.service.ts'
import { makeSurvey, sampleQuestions } from '../survey/survey.factory.ts'

const { app, teacher, ann, bob, admin } = await startWith('teacher', 'ann', 'bob')
const happened: { event: string; userId: string | null; data: object }[] = []
onHappening(app.app, 'test', async (_ctx, event, all) => void happened.push(...all.map((one) => ({ ...one, event }))))
const asTeacher = () => app.ctx({ user: { ...app.ctx().user, id: teacher.id } })
const asAdmin = () => app.ctx({ user: { ...app.ctx().user, id: admin.id } })
const item = (kind: PathItemKind, refId: string) => ({ kind, refId })
const stage = (...items: Body<typeof path.save>['stages'][number]['items']) => ({ title: '阶段', items })
const only = (...people: Person[]) => ({ openType: OpenType.persons, userIds: people.map((one) => one.id) })

/** A course with the file, and another one to learn. */
async function inCourse(fileId: string, audience: Person[] = [ann, bob]) {
  const other = await makeFile(app.ctx(), new Uint8Array([37, 80, 68, 70, 45]), 'a.pdf', { title: '讲义' })
  return makeCourse(asTeacher(), { files: [{ fileId }, { fileId: other }], ...only(...audience) })
}

async function open(stages: Body<typeof path.save>['stages'], people: Person[]) {
  const { id } = await app.ok(path.save, { title: '岗位培养', stages, ...only(...people) }, teacher)
  const reach = await app.ok(path.reach, { id }, teacher)
  await app.ok(path.publish, { id }, teacher)
  return { id, shut: reach.shut }
}
const mine = (id: string, who: Person) => app.ok(pathLearn.detail, { id }, who)
const attend = (fileId: string, who: Person, state: SeatState) =>
  app.ok(room.set, { id: fileId, people: [{ userId: who.id, state }] }, teacher)

test('an assignment that has passed and attendance count by themselves, and a mistake is taken back', async () => {
  const work = await makeWork(asTeacher(), { title: '排班表' })
  const lesson = await makeRoom(asTeacher(), { hours: 0.5, title: '现场演练' })
  const [workCourse, lessonCourse] = [await inCourse(work), await inCourse(lesson)]
  const { id, shut } = await open([stage(item('work', work)), stage(item('room', lesson))], [ann])
  expect(shut).toEqual([])
  expect(await mine(id, ann)).toMatchObject({
    percent: 0,
    next: { kind: 'work', refId: work, title: '排班表' },
    stages: [
      { items: [{ kind: 'work', courseId: workCourse, state: 'next', gone: false }] },
      { items: [{ kind: 'room', courseId: lessonCourse, title: '现场演练', state: 'locked' }] },
    ],
  })
  const place = { courseId: workCourse, fileId: work }
  await app.ok(courseWork.hand, { ...place, tryNo: 1, version: 0, content: '早中晚三班', files: [] }, ann)
  expect((await mine(id, ann)).percent).toBe(0)
  const hand = (await app.ok(courseWork.next, { fileId: work }, teacher))!
  await app.ok(courseWork.mark, { id: hand.id, version: hand.version, score: 80 }, teacher)
  expect(await mine(id, ann)).toMatchObject({ percent: 50, next: { kind: 'room', refId: lesson } })

  await app.ok(room.enrol, { courseId: lessonCourse, fileId: lesson }, ann)
  // the path of another one waits for something else, so that attendance does not finish it
  const longer = await open([stage(item('room', lesson), item('course', workCourse))], [ann])
  await attend(lesson, ann, SeatState.present)
  expect((await mine(longer.id, ann)).percent).toBe(50)
  await attend(lesson, ann, SeatState.enrolled)
  expect((await mine(longer.id, ann)).percent).toBe(0)
  // what has ended stays so
  expect(await mine(id, ann)).toMatchObject({ percent: 100, next: null, finishTime: expect.any(String) })
  expect((await app.ok(course.detail, { id: lessonCourse }, ann)).learned).not.toBe('finished')
})

test('what was handed in and attended before counts, and the night finds what an event has missed', async () => {
  const work = await makeWork(asTeacher())
  await inCourse(work)
  const early = await open([stage(item('work', work))], [bob])
  await app.db
    .insertInto('courseFileLearn')
    .values({
      courseId: (await mine(early.id, bob)).stages[0]!.items[0]!.courseId,
      fileId: work,
      userId: bob.id,
      finishTime: app.clock.now(),
      createTime: app.clock.now(),
      updateTime: app.clock.now(),
    })
    .execute()
  expect((await mine(early.id, bob)).percent).toBe(0)
  await app.runJobs('path.repair')
  expect((await mine(early.id, bob)).percent).toBe(100)
  const late = await open([stage(item('work', work))], [bob])
  expect((await mine(late.id, bob)).percent).toBe(100)
})

test('publishing names people who cannot open the file, and those see it closed', async () => {
  const work = await makeWork(asTeacher(), { title: '只给安娜' })
  const courseId = await inCourse(work, [ann])
  const { id, shut } = await open([stage(item('work', work))], [ann, bob])
  expect(shut).toEqual([{ kind: 'work', title: '只给安娜', people: 1 }])
  expect((await mine(id, ann)).stages[0]!.items).toMatchObject([{ courseId, gone: false, state: 'next' }])
  expect(await mine(id, bob)).toMatchObject({ next: null, stages: [{ items: [{ courseId: '', gone: true, state: 'open' }] }] })
  // a video is no assignment
  const file = await makeFile(app.ctx(), new Uint8Array([37, 80, 68, 70, 45]), 'b.pdf', { title: '讲义' })
  const refused = await app.call(path.save, { title: '岗位培养', stages: [stage(item('work', file))], ...only(ann) }, teacher)
  expect(refused).toMatchObject({ code: code('badInput'), fields: [{ field: 'stages' }] })
})

test('a survey that follows a path is offered to those who have finished it, and other systems are told of both', async () => {
  happened.length = 0
  const named = await makeSurvey(asAdmin(), { anonymous: false })
  const { id } = await open([stage(item('survey', named.id))], [ann, bob])
  const form = { title: '培养感受', refType: 'path' as const, refId: id, questions: sampleQuestions }
  const after = await app.ok(survey.save, form, teacher)
  await app.ok(survey.publish, { id: after.id }, teacher)
  const params = { refType: 'path' as const, refId: id }
  expect((await app.ok(surveyAnswer.mine, { params }, ann)).records).toEqual([])
  const answers = { q1: 'o1', q4: 5, q5: 9 }
  await app.ok(surveyAnswer.save, { id: named.id, answers }, ann)
  expect((await mine(id, ann)).percent).toBe(100)
  expect(happened).toMatchObject([
    { event: 'survey.answered', userId: ann.id, data: { surveyId: named.id } },
    { event: 'path.finished', userId: ann.id, data: { pathId: id } },
  ])
  expect((await app.ok(surveyAnswer.mine, { params }, ann)).records).toMatchObject([{ id: after.id, answered: false }])
  expect((await app.ok(surveyAnswer.mine, { params }, bob)).records).toEqual([])
  expect((await app.call(surveyAnswer.save, { id: after.id, answers }, bob)).code).toBe(code('surveyNotForYou'))
})
