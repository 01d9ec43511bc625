// The notice of a live lesson: how many people it reaches, once for its time, and users who can send it.
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { beforeEach, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeRoom } from '../live.factory.ts'

const { app, admin, teacher } = await startWith('teacher')
const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
const east = await makeDepart(app.db, root.deptCode, '东区')
const [ann, bob] = [await app.enrol({ userName: 'ann', deptCode: east }), await app.enrol({ userName: 'bob' })]
const tags = ['live:list', 'live:add', 'live:update', 'notify:own']
const local = await enrolWith(app, { userName: 'local', deptCode: east }, tags, DataScope.branch)
/** In whole seconds, as the calls write them. */
const at = (hours: number) => new Date((Math.floor(app.clock.now().getTime() / 1_000) + hours * 3_600) * 1_000)
const [startTime, endTime] = [at(24), at(25)]

/** A lesson in a course for ann and bob, by the teacher. */
async function room(form: Parameters<typeof makeRoom>[2] = {}) {
  const made = await makeRoom(app.ctx(), teacher.id, { startTime, endTime, ...form })
  const { courseId } = made
  await app.db
    .insertInto('courseUser')
    .values([ann, bob].map(({ id: userId }) => ({ courseId, userId })))
    .execute()
  await app.db
    .updateTable('course')
    .set({ openType: OpenType.persons, price: 9_900, createBy: teacher.id })
    .where('id', '=', courseId)
    .execute()
  return made
}
const question = (courseId: string, more: object = {}) => ({ courseId, teacherId: teacher.id, startTime: toWallClock(startTime), ...more })
const inboxOf = async (person: { token: string }) =>
  (await app.ok(msg.paging, { params: {} }, person.token)).records.map(({ title, refType, refId }) => ({ title, refType, refId }))

beforeEach(async () => void (await app.db.deleteFrom('sysMsg').execute()))

test('says whom a lesson reaches, what its course costs, and whether they see it', async () => {
  const { courseId } = await room()
  const reach = (who: typeof teacher) => app.ok(liveRoom.reach, question(courseId), who)
  expect(await reach(teacher)).toMatchObject({
    people: 2,
    told: 2,
    noticeState: 'open',
    courseTitle: '模拟课程',
    teacherName: '田老师',
    price: '99.00',
    courseOpen: true,
    notice: { title: '直播通知：{{liveTitle}}' },
  })
  expect(await reach(local), 'within the data scope').toMatchObject({ people: 2, told: 1, teacherName: '' })
  await app.ok(course.state, { ids: [courseId], state: CourseState.disabled }, teacher)
  expect(await reach(teacher)).toMatchObject({ told: 0, courseOpen: false })
  expect((await app.call(liveRoom.reach, question('999'), teacher)).data).toMatchObject({ fields: [{ field: 'courseId' }] })
})

test('the notice goes out once, opens the course, and goes out again for another time', async () => {
  const { id, courseId } = await room()
  const both = await Promise.all([1, 2].map(() => app.ok(liveRoom.notify, { id }, teacher)))
  expect(both.map((one) => one.sent).toSorted((a, b) => a - b)).toEqual([0, 2])
  const stored = await app.ok(liveRoom.detail, { id }, teacher)
  await app.ok(liveRoom.save, { ...stored, title: '改名' }, teacher)
  expect(await app.ok(liveRoom.notify, { id }, teacher)).toEqual({ sent: 0 })
  expect(await inboxOf(ann)).toEqual([{ title: '直播通知：直播课', refType: 'course', refId: courseId }])
  expect((await app.ok(liveRoom.reach, question(courseId, { id }), teacher)).noticeState).toBe('sent')

  const moved = toWallClock(at(23))
  expect((await app.ok(liveRoom.reach, question(courseId, { id, startTime: moved }), teacher)).noticeState).toBe('open')
  await app.ok(liveRoom.save, { ...(await app.ok(liveRoom.detail, { id }, teacher)), startTime: moved }, teacher)
  expect(await app.ok(liveRoom.notify, { id }, teacher)).toEqual({ sent: 2 })
  const { content } = (await app.ok(msg.paging, { params: {} }, bob)).records[0]!
  expect(content).toContain(`主讲人 田老师。\n直播时间：${moved.slice(0, 16)} 至 ${toWallClock(endTime).slice(0, 16)}。`)
})

test('nobody is notified of a lesson whose course they do not see, that is over, or while courses are switched off', async () => {
  const { id, courseId } = await room()
  await app.ok(course.state, { ids: [courseId], state: CourseState.disabled }, teacher)
  expect(await app.ok(liveRoom.notify, { id }, teacher)).toEqual({ sent: 0 })
  await app.ok(course.state, { ids: [courseId], state: CourseState.enabled }, teacher)
  const site = await app.ok(config.detail, {}, admin)
  const turn = (moduleCourse: boolean) => app.ok(config.save, { ...site, props: { ...site.props, moduleCourse } }, admin)
  await turn(false)
  expect((await app.call(liveRoom.notify, { id }, teacher)).code).toBe(code('moduleOff'))
  await turn(true)
  await app.ok(liveRoom.start, { id }, teacher)
  await app.ok(liveRoom.stop, { id }, teacher)
  expect((await app.call(liveRoom.notify, { id }, teacher)).code).toBe(code('liveOver'))
  expect(await inboxOf(ann)).toEqual([])
})

test('its maker and its lecturer notify, other teachers do not', async () => {
  const { id, courseId } = await room()
  const other = await enrolWith(app, { userName: 'other' }, tags, DataScope.all)
  expect((await app.call(liveRoom.notify, { id }, other)).code).toBe(code('forbidden'))
  expect((await app.ok(liveRoom.reach, question(courseId, { id }), other)).noticeState).toBe('foreign')
  expect((await app.call(liveRoom.notify, { id }, local)).code, 'a lecturer beyond the data scope').toBe(code('notFound'))
  expect((await app.call(liveRoom.notify, { id }, ann)).code).toBe(code('forbidden'))
  expect((await app.call(liveRoom.reach, question(courseId), ann)).code).toBe(code('forbidden'))
  await app.db.updateTable('liveRoom').set({ teacherId: other.id }).where('id', '=', id).execute()
  expect(await app.ok(liveRoom.notify, { id }, other)).toEqual({ sent: 2 })
})
