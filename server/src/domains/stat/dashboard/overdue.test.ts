// Overdue learning by department: who never opened a course counts, the data scope, reminders.
import { statOverdue } from '@shuyuan/contract/stat/overdue.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { beforeAll, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { countOverdue } from './overdue.service.ts'

const DAY_MS = 86_400_000
const { app, admin } = await startWith()
const top = await rootDepart(app.db)
const north = await makeDepart(app.db, top.deptCode, '北店')
const south = await makeDepart(app.db, top.deptCode, '南店')
const head = await enrolWith(app, { userName: 'head', deptCode: north }, ['course:stat', 'course:remind'], DataScope.branch)
const alone = await enrolWith(app, { userName: 'alone', deptCode: north }, ['course:stat'], DataScope.own)
const people: Person[] = []
for (const at of [0, 1, 2, 3, 4]) people.push(await app.enrol({ userName: `p${at}`, deptCode: at < 2 ? north : south }))
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4 x'), 'a.pdf', { title: '讲义' })
const since = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS)
const files = [{ fileId: file, minSec: 60 }]
let late = ''

beforeAll(async () => {
  const departs = { openType: OpenType.departs, deptCodes: [north, south] }
  late = await makeCourse(app.ctx(), { title: '消防', files, deadlineTime: since(1), ...departs })
  const own = await makeCourse(app.ctx(), { title: '礼仪', files, deadlineDays: 3, ...departs })
  await makeCourse(app.ctx(), { title: '以后', files, deadlineTime: since(60), ...departs })
  const ended = await makeCourse(app.ctx(), { title: '已结束', files, endTime: since(1), ...departs })
  const learn = (courseId: string, who: Person, finishTime: Date | null) =>
    app.db
      .insertInto('courseLearn')
      .values({ courseId, userId: who.id, startTime: since(0), lastTime: since(0), finishTime })
      .execute()
  // p0 has finished, p2 has begun; the others never opened the course
  await learn(late, people[0]!, since(0))
  await learn(late, people[2]!, null)
  await learn(own, people[3]!, null)
  for (const who of people.slice(0, 4)) await learn(ended, who, since(0))
  app.clock.advance((5 * DAY_MS) / 1_000)
  await countOverdue(app.app)
})

const rows = async (who: Person, params: object = {}) =>
  (await app.ok(statOverdue.paging, { params, orders: [{ column: 'deptCode_dictText', asc: true }] }, who)).records.map((one) => [
    one.deptCode_dictText,
    one.title,
    one.overdue,
    one.unopened,
    one.people,
  ])

test('lists departments with their overdue people, also those who never opened the course', async () => {
  const all = [
    ['北店', '消防', 1, 1, 2],
    ['南店', '消防', 3, 2, 3],
    ['南店', '礼仪', 1, 0, 3],
    ['南店', '已结束', 1, 1, 3],
  ]
  const found = await rows(admin)
  expect(found).toHaveLength(all.length)
  expect(found).toEqual(expect.arrayContaining(all))
  expect(await rows(admin, { deptCode: north })).toEqual([['北店', '消防', 1, 1, 2]])
  expect(await rows(admin, { title: '礼' })).toEqual([['南店', '礼仪', 1, 0, 3]])
  await countOverdue(app.app)
  expect(await rows(admin)).toHaveLength(4)
})

test('obeys the data scope', async () => {
  expect(await rows(head)).toEqual([['北店', '消防', 1, 1, 2]])
  expect(await rows(alone)).toEqual([])
  expect((await app.call(statOverdue.paging, {}, people[0])).code).toBe(code('forbidden'))
})

test('reminds those who are overdue, once a day, within the data scope', async () => {
  const row = (deptCode: string) => `${late}:${deptCode}`
  expect(await app.ok(statOverdue.remind, { ids: [row(south)] }, head)).toEqual({ sent: 0, skipped: 0 })
  expect(await app.ok(statOverdue.remind, { ids: [row(south), row(north)] }, admin)).toEqual({ sent: 4, skipped: 0 })
  expect(await app.ok(statOverdue.remind, { ids: [row(north)] }, head)).toEqual({ sent: 0, skipped: 1 })
  const told = await app.db.selectFrom('courseRemind').where('courseId', '=', late).where('kind', '=', 'manual').select('userId').execute()
  expect(told.map((one) => one.userId).toSorted()).toEqual([1, 2, 3, 4].map((at) => people[at]!.id).toSorted())
  const { records } = await app.ok(statOverdue.paging, { params: { title: '已结束' } }, admin)
  expect(records[0]).toMatchObject({ isOpen: false })
  expect((await app.call(statOverdue.remind, { ids: [records[0]!.id] }, admin)).code).toBe(code('courseClosed'))
  expect((await app.call(statOverdue.remind, { ids: [row(north)] }, alone)).code).toBe(code('forbidden'))
})

test('a course that is disabled, or whose people have finished, is no longer listed', async () => {
  await app.db
    .updateTable('courseLearn')
    .set({ finishTime: since(0) })
    .where('courseId', '=', late)
    .execute()
  await app.db.deleteFrom('courseDepart').where('courseId', '=', late).where('deptCode', '=', north).execute()
  await countOverdue(app.app)
  expect((await rows(admin, { title: '消防' })).map((one) => one[0])).toEqual(['南店'])
})
