// Lessons in a room over HTTP: enrolment, waiting list, sign-in, attendance; who reads and sets what.
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { courseRoom as room } from '@shuyuan/contract/course/room/room.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { statToday } from '@shuyuan/contract/stat/total.ts'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeCourse } from '../course.factory.ts'
import { remindOfRooms } from './remind.service.ts'
import { makeRoom, sampleRoom } from './room.factory.ts'

const { app, ann, bob, learner, teacher, admin } = await startWith('ann', 'bob', 'learner', 'teacher')
// the sessions of the file outlive the hours that its clock passes
app.clock.stop()
const desk = await enrolWith(app, { userName: 'desk' }, ['course:room', 'course:file:add', 'course:file:update'], DataScope.own)
const HOUR = 3_600

type Given = NonNullable<Parameters<typeof makeRoom>[1]>
const by = (id: string) => ({ ...app.ctx(), user: { ...app.ctx().user, id } })
async function lesson(given: Given = {}, of: Partial<Parameters<typeof makeCourse>[1]> = {}) {
  const fileId = await makeRoom(by(desk.id), given)
  return { fileId, courseId: await makeCourse(by(teacher.id), { title: '消防安全', files: [{ fileId }], ...of }) }
}
type Place = Awaited<ReturnType<typeof lesson>>
const page = <P extends object>(params: P, size = 100) => ({ current: 1, size, params })
const inbox = async (who: Person) => (await app.ok(msg.paging, page({}), who)).records
const enrol = (place: Place, who: Person) => app.ok(room.enrol, place, who)
const seats = async ({ fileId }: Place, who: Person = desk) => (await app.ok(room.list, page({ fileId }), who)).records
const stateOf = async (place: Place, who: Person) => (await seats(place, admin)).find((one) => one.userId === who.id)?.state
const codeNow = async ({ fileId }: Place, way: 'in' | 'out' = 'in') => (await app.ok(room.code, { id: fileId, way }, desk)).code
const finished = async ({ courseId }: Place, who: Person) => (await app.ok(course.detail, { id: courseId }, who)).files[0]?.finished
const set = (place: Place, people: { userId: string; state: SeatState }[], who: Person = desk) =>
  app.call(room.set, { id: place.fileId, people }, who)

describe('enrolment', () => {
  test('seats, then the waiting list in order; a freed seat goes to the first in line, who is told', async () => {
    const place = await lesson({ seats: 1 })
    expect(await enrol(place, ann)).toMatchObject({ state: SeatState.enrolled, taken: 1, seats: 1, turn: 0, mayCancel: true })
    app.clock.advance(1)
    expect(await enrol(place, bob)).toMatchObject({ state: SeatState.waiting, taken: 1, turn: 1 })
    app.clock.advance(1)
    expect(await enrol(place, learner)).toMatchObject({ state: SeatState.waiting, turn: 2 })
    // a repeated call keeps the place in line
    app.clock.advance(1)
    expect(await enrol(place, bob)).toMatchObject({ state: SeatState.waiting, turn: 1 })
    expect(await app.ok(room.cancel, place, ann)).toMatchObject({ state: null, reason: null, taken: 1 })
    expect(await stateOf(place, bob)).toBe(SeatState.enrolled)
    expect((await inbox(bob))[0]).toMatchObject({
      title: '线下培训候补成功',
      refType: 'courseRoom',
      refId: `${place.courseId}/${place.fileId}`,
    })
    expect(await app.ok(room.detail, place, learner)).toMatchObject({ state: SeatState.waiting, turn: 1 })
    // who cancelled and comes back is the last in line
    expect(await enrol(place, ann)).toMatchObject({ state: SeatState.waiting, turn: 2 })
  })

  test('people who enrol at the same moment never overbook', async () => {
    const place = await lesson({ seats: 7 })
    const people = await Promise.all(Array.from({ length: 100 }, (_one, at) => app.enrol({ userName: `crowd${at}` })))
    // each of them twice, as after a double click
    const answers = await Promise.all(people.flatMap((who) => [app.call(room.enrol, place, who), app.call(room.enrol, place, who)]))
    expect(new Set(answers.map((one) => one.code))).toEqual(new Set([0]))
    const rows = await app.db.selectFrom('courseRoomSeat').where('fileId', '=', place.fileId).select(['state', 'userId']).execute()
    expect(rows).toHaveLength(100)
    expect(rows.filter((one) => one.state === SeatState.enrolled)).toHaveLength(7)
    // three cancel while three others cancel: their seats are given once each
    const seated = people.filter((who) => rows.some((row) => row.userId === who.id && row.state === SeatState.enrolled))
    await Promise.all(seated.slice(0, 3).map((who) => app.call(room.cancel, place, who)))
    const after = await app.db.selectFrom('courseRoomSeat').where('fileId', '=', place.fileId).select('state').execute()
    expect(after.filter((one) => one.state === SeatState.enrolled)).toHaveLength(7)
  }, 120_000)

  test('is refused after it has closed, after the begin, and where the teacher makes the list', async () => {
    const now = sampleRoom(app.clock.now(), 5)
    const closed = await lesson({ hours: 5, enrolUntil: sampleRoom(app.clock.now(), 1).startTime })
    const listed = await lesson({ selfEnrol: false })
    expect((await app.call(room.enrol, listed, ann)).code).toBe(code('roomByTeacher'))
    expect(now.startTime < now.endTime).toBe(true)
    await enrol(closed, bob)
    app.clock.advance(2 * HOUR)
    expect((await app.call(room.enrol, closed, ann)).code).toBe(code('roomEnrolClosed'))
    expect(await app.ok(room.detail, closed, ann)).toMatchObject({ state: null, reason: 'closed' })
    app.clock.advance(3 * HOUR)
    expect((await app.call(room.enrol, closed, ann)).code).toBe(code('roomBegun'))
    expect((await app.call(room.cancel, closed, bob)).code).toBe(code('roomBegun'))
  })

  test('of a course that is not open to the caller nothing is read or taken', async () => {
    const place = await lesson({}, { openType: OpenType.persons, userIds: [bob.id] })
    for (const call of [room.detail, room.enrol, room.calendar] as const)
      expect((await app.call(call, place, ann)).code, call.path).toBe(code('courseNotOpen'))
    await enrol(place, bob)
    await app.ok(course.state, { ids: [place.courseId], state: CourseState.disabled }, admin)
    // who has a place still reads where it is
    expect((await app.call(room.detail, place, bob)).code).toBe(0)
  })
})

describe('the code on the screen', () => {
  test('signs in once, finishes the lesson, and says who is late', async () => {
    const place = await lesson({ hours: 2 })
    await enrol(place, ann)
    await enrol(place, bob)
    const early = await codeNow(place)
    const { signFrom, signUntil, startTime, endTime } = await app.ok(room.code, { id: place.fileId, way: 'in' }, desk)
    const minutes = (from: string, to: string) =>
      (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 60_000
    expect([minutes(signFrom, startTime), minutes(endTime, signUntil)]).toEqual([60, 60])
    const refusal = `现在不在签到时间内，${signFrom.slice(0, 16)} 至 ${signUntil.slice(0, 16)} 可以签到`
    expect(await app.call(room.sign, { code: early }, ann)).toMatchObject({ code: code('roomNotOpen'), msg: refusal })
    expect(await app.ok(room.detail, place, ann)).toMatchObject({ signFrom, signUntil })
    app.clock.advance(2 * HOUR - 600)
    const now = await codeNow(place)
    expect((await app.call(room.sign, { code: early }, ann)).code).toBe(code('roomCodeOver'))
    expect(await app.ok(room.sign, { code: now }, ann)).toMatchObject({ title: '模拟线下培训', state: SeatState.present, finished: true })
    const first = (await seats(place)).find((one) => one.userId === ann.id)!.inTime
    app.clock.advance(15)
    // the window before counts, and a second scan changes nothing
    expect((await app.ok(room.sign, { code: now }, ann)).inTime).toBe(first)
    expect(await finished(place, ann)).toBe(true)
    expect(await finished(place, bob)).toBe(false)
    app.clock.advance(1_200)
    expect(await app.ok(room.sign, { code: await codeNow(place) }, bob)).toMatchObject({ state: SeatState.late, finished: true })
    expect(await app.ok(room.code, { id: place.fileId, way: 'in' }, desk)).toMatchObject({ present: 2, taken: 2, open: true })
    expect((await app.call(room.sign, { code: `${now}x` }, bob)).code).toBe(code('roomCodeWrong'))
  })

  test('takes people without a place only where the lesson allows it, while seats are free, in a course of theirs', async () => {
    const strict = await lesson({ hours: 0.5 })
    expect((await app.call(room.sign, { code: await codeNow(strict) }, ann)).code).toBe(code('roomNotEnrolled'))
    const open = await lesson({ hours: 0.5, walkIn: true, seats: 1 }, { openType: OpenType.persons, userIds: [ann.id, bob.id] })
    const now = await codeNow(open)
    expect((await app.call(room.sign, { code: now }, learner)).code).toBe(code('roomNotEnrolled'))
    const both = await Promise.all([app.call(room.sign, { code: now }, ann), app.call(room.sign, { code: now }, bob)])
    expect(new Set(both.map((one) => one.code))).toEqual(new Set([0, code('roomNoSeat')]))
    expect(await seats(open)).toMatchObject([{ state: SeatState.present, walkedIn: true }])
  })

  test('a person who signs in to the site after the scan has five minutes', async () => {
    const place = await lesson({ hours: 0.5 })
    const late = await app.enrol({ userName: 'late1' })
    await enrol(place, late)
    app.clock.advance(60)
    const scanned = await codeNow(place)
    app.clock.advance(60)
    expect((await app.call(room.sign, { code: scanned }, late)).code).toBe(code('roomCodeOver'))
    expect((await app.call(room.sign, { code: scanned }, await app.as('late1'))).code).toBe(0)
  })

  test('with signing out, only the second scan finishes the lesson', async () => {
    const place = await lesson({ hours: 0.5, signOut: true })
    await enrol(place, ann)
    expect((await app.call(room.sign, { code: await codeNow(place, 'out') }, ann)).code).toBe(code('roomNotIn'))
    expect(await app.ok(room.sign, { code: await codeNow(place) }, ann)).toMatchObject({ finished: false, signOut: true })
    expect(await finished(place, ann)).toBe(false)
    app.clock.advance(2 * HOUR)
    expect(await app.ok(room.sign, { code: await codeNow(place, 'out') }, ann)).toMatchObject({ way: 'out', finished: true })
    expect(await finished(place, ann)).toBe(true)
  })
})

describe('the teacher’s list', () => {
  test('adds learners of the course, records who came, and takes it back', async () => {
    const place = await lesson({ hours: 30, seats: 2, selfEnrol: false }, { openType: OpenType.persons, userIds: [ann.id, bob.id] })
    const people = await app.ok(room.people, { id: place.fileId, courseId: place.courseId, name: '' }, desk)
    expect(people.map((one) => one.id).toSorted()).toEqual([ann.id, bob.id].toSorted())
    const added = await set(
      place,
      [ann, bob].map(({ id: userId }) => ({ userId, state: SeatState.enrolled })),
    )
    expect(added.data.before.map((one) => one.state)).toEqual([SeatState.cancelled, SeatState.cancelled])
    expect((await inbox(ann))[0]).toMatchObject({ title: '您已加入线下培训' })
    expect((await set(place, [{ userId: learner.id, state: SeatState.enrolled }])).fields).toMatchObject([{ field: 'people' }])
    expect((await set(place, [{ userId: ann.id, state: SeatState.present }])).msg).toBe('培训还没有开始，不能登记出勤')
    app.clock.advance(30 * HOUR)
    const ticked = await set(place, [
      { userId: ann.id, state: SeatState.present },
      { userId: bob.id, state: SeatState.absent },
    ])
    expect(ticked.data.before.map((one) => one.state)).toEqual([SeatState.enrolled, SeatState.enrolled])
    expect(await finished(place, await app.as('ann'))).toBe(true)
    expect(await finished(place, await app.as('bob'))).toBe(false)
    // the states before undo it
    await set(place, ticked.data.before)
    expect(await stateOf(place, ann)).toBe(SeatState.enrolled)
  })

  test('a mistake in a course with more to learn is taken back; a finished course stays finished', async () => {
    const fileId = await makeRoom(by(desk.id), { hours: 0.5 })
    const other = await makeRoom(by(desk.id), { hours: 0.5 })
    const long = { fileId, courseId: await makeCourse(by(teacher.id), { files: [{ fileId }, { fileId: other }] }) }
    const who = await app.enrol({ userName: 'mistaken' })
    await enrol(long, who)
    await set(long, [{ userId: who.id, state: SeatState.present }])
    expect(await finished(long, who)).toBe(true)
    await set(long, [{ userId: who.id, state: SeatState.enrolled }])
    expect(await finished(long, who)).toBe(false)
    await set(long, [{ userId: who.id, state: SeatState.present }])
    await enrol({ ...long, fileId: other }, who)
    await set({ ...long, fileId: other }, [{ userId: who.id, state: SeatState.late }])
    await set(long, [{ userId: who.id, state: SeatState.absent }])
    expect(await app.ok(course.detail, { id: long.courseId }, who)).toMatchObject({ learned: 'finished', files: [{ finished: true }, {}] })
  })

  test('attendance counts in each course with the lesson that the person has begun, and is taken over by a later one', async () => {
    const place = await lesson({ hours: 0.5 })
    const [begun, later] = await Promise.all(
      ['礼仪', '安全'].map(async (title) => ({
        ...place,
        courseId: await makeCourse(by(teacher.id), { title, files: [{ fileId: place.fileId }] }),
      })),
    )
    const who = await app.enrol({ userName: 'twice' })
    expect((await app.ok(course['user-paging'], page({ title: '礼仪' }), who)).records).toMatchObject([{ inRoom: true }])
    await app.ok(courseFileLearn['load-process'], { courseId: begun!.courseId, fileId: place.fileId }, who)
    await enrol(place, who)
    await set(place, [{ userId: who.id, state: SeatState.present }])
    expect([await finished(place, who), await finished(begun!, who), await finished(later!, who)]).toEqual([true, true, false])
    expect(await enrol(later!, who)).toMatchObject({ state: SeatState.present, finished: true })
    expect(await finished(later!, who)).toBe(true)
  })

  test('seats are a limit for the teacher, too; fewer than are taken cannot be set, more go to the waiting list', async () => {
    const place = await lesson({ seats: 1 })
    const [one, two] = [await app.enrol({ userName: 'seat1' }), await app.enrol({ userName: 'seat2' })]
    await enrol(place, one)
    expect((await set(place, [{ userId: two.id, state: SeatState.enrolled }])).code).toBe(code('roomNoSeat'))
    await enrol(place, two)
    const form = { ...sampleRoom(app.clock.now()), id: place.fileId }
    await app.ok(room.save, { ...form, seats: 2 }, desk)
    expect(await stateOf(place, two)).toBe(SeatState.enrolled)
    expect((await app.call(room.save, { ...form, seats: 1 }, desk)).fields).toMatchObject([
      { field: 'seats', msg: '已有2人报名，座位数不能更少' },
    ])
    // the teacher takes one off
    await set(place, [{ userId: one.id, state: SeatState.cancelled }])
    expect((await inbox(one))[0]).toMatchObject({ title: '线下培训报名已取消' })
  })

  test('another place or time is told to those who have a place', async () => {
    const place = await lesson()
    const who = await app.enrol({ userName: 'moved' })
    await enrol(place, who)
    const { people: _people, ...form } = await app.ok(room.setting, { id: place.fileId }, desk)
    await app.ok(room.save, { ...form, title: '新名称' }, desk)
    expect(await inbox(who)).toHaveLength(0)
    await app.ok(room.save, { ...form, version: form.version + 1, place: '五楼会议室' }, desk)
    expect((await inbox(who))[0]).toMatchObject({ title: '线下培训时间或地点有变' })
    expect((await app.call(room.save, { ...form, place: '旧页面' }, desk)).code).toBe(code('conflict'))
  })
})

test('reminders a day and an hour before, once each, and again for another time', async () => {
  const place = await lesson({ hours: 40 })
  const who = await app.enrol({ userName: 'reminded' })
  await enrol(place, who)
  const titles = async () => (await inbox(await app.as('reminded'))).map((one) => one.title)
  await remindOfRooms(app.app)
  expect(await titles()).toEqual([])
  app.clock.advance(17 * HOUR)
  await remindOfRooms(app.app)
  await remindOfRooms(app.app)
  expect(await titles()).toEqual(['线下培训提醒：模拟线下培训'])
  app.clock.advance(22.5 * HOUR)
  await remindOfRooms(app.app)
  await remindOfRooms(app.app)
  expect(await titles()).toEqual(['线下培训提醒：模拟线下培训', '线下培训提醒：模拟线下培训'])
  expect((await app.ok(statToday.mine, {}, await app.as('reminded'))).rooms).toMatchObject([
    { fileId: place.fileId, place: '三楼培训室', waiting: false },
  ])
})

describe('rights', () => {
  test('who neither made nor teaches a lesson sees people within the data scope, and sets nothing', async () => {
    const own = await makeDepart(app.db, 'A01', '前厅部')
    const inside = await app.enrol({ userName: 'inside', deptCode: own })
    const outside = await app.enrol({ userName: 'outside' })
    const other = await enrolWith(app, { userName: 'other', deptCode: own }, ['course:room'], DataScope.branch)
    const place = await lesson({ hours: 0.5 })
    await enrol(place, outside)
    expect((await app.ok(room.paging, page({}), other)).records.map((one) => one.id)).not.toContain(place.fileId)
    await enrol(place, inside)
    expect((await app.ok(room.paging, page({}), other)).records.find((one) => one.id === place.fileId)).toMatchObject({ mayLead: false })
    expect((await seats(place, other)).map((one) => one.userId)).toEqual([inside.id])
    expect((await app.call(room.code, { id: place.fileId, way: 'in' }, other)).code).toBe(code('roomNotLead'))
    expect((await set(place, [{ userId: inside.id, state: SeatState.present }], other)).code).toBe(code('roomNotLead'))
    const taught = await lesson({ hours: 0.5, teacherIds: [other.id] })
    expect((await app.call(room.code, { id: taught.fileId, way: 'in' }, other)).code).toBe(0)
  })

  test('a lesson with people is not deleted; a teacher who does not exist is refused at the field', async () => {
    const place = await lesson()
    await enrol(place, await app.enrol({ userName: 'staying' }))
    await app.db.deleteFrom('courseItem').where('fileId', '=', place.fileId).execute()
    expect((await app.call(courseFile.delete, { ids: [place.fileId] }, admin)).code).toBe(code('courseFileLearnt'))
    const form: Body<typeof room.save> = { ...sampleRoom(app.clock.now()), teacherIds: [ann.id] }
    expect((await app.call(room.save, form, desk)).fields).toMatchObject([{ field: 'teacherIds' }])
    expect((await app.call(room.save, { ...form, teacherIds: [], endTime: form.startTime }, desk)).fields).toMatchObject([
      { field: 'endTime' },
    ])
  })
})

test('the calendar file and the list as a spreadsheet', async () => {
  const place = await lesson({ teacherIds: [desk.id] })
  const who = await app.enrol({ userName: 'planner' })
  await enrol(place, who)
  const file = (endpoint: { path: string }, payload: object, { token }: Person) =>
    app.http.inject({ method: 'POST', url: endpoint.path, headers: { token }, payload })
  const calendar = await file(room.calendar, place, who)
  expect(calendar.headers['content-type']).toContain('text/calendar')
  expect(calendar.body).toContain('SUMMARY:模拟线下培训\r\n')
  expect((await file(room.export, { fileId: place.fileId }, desk)).headers['content-type']).toContain('spreadsheet')
})
