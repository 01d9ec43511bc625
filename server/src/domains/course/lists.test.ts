// Lists of face checks, ratings, hand-ins and people of a lesson, compared with their rows: filters, orders and pages for each width of data scope.
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../test/people.ts'
import type { Person } from '../../../test/start-app.ts'
import { makeDepart } from '../people/org/depart.factory.ts'
import { makeCourse } from './course.factory.ts'
import { makeRoom } from './room/room.factory.ts'
import { makeWork } from './work/work.factory.ts'

const { app, admin } = await startWith()
const tags = ['course:list', 'course:update', 'course:work', 'course:room', 'course:face:list']
const [east, west] = [await makeDepart(app.db, 'A01', '东区'), await makeDepart(app.db, 'A01', '西区')]
const below = await makeDepart(app.db, east, '东区一部')
const callers = {
  everybody: await enrolWith(app, { userName: 'whole', deptCode: west }, tags, DataScope.all),
  branch: await enrolWith(app, { userName: 'branch', deptCode: east }, tags, DataScope.branch),
  chosen: await enrolWith(app, { userName: 'chosen', deptCode: 'A01' }, tags, DataScope.chosen, [west]),
  own: await enrolWith(app, { userName: 'own', deptCode: east }, tags, DataScope.own),
}
type Caller = keyof typeof callers
const reach: Record<Caller, string[]> = { everybody: [east, below, west], branch: [east, below], chosen: [west], own: [] }
const codes = [east, below, west]
const people: { id: string; deptCode: string; realName: string }[] = []
for (let n = 0; n < 24; n += 1) {
  const one = { deptCode: codes[n % 3]!, realName: `学员${String.fromCodePoint(0x4e00 + ((n * 7) % 24))}` }
  people.push({ ...one, id: (await app.enrol({ userName: `p${n}`, ...one })).id })
}
const by = { ...app.ctx(), user: { ...app.ctx().user, id: admin.id } }
const [work, lesson] = [await makeWork(by), await makeRoom(by)]
const courseId = await makeCourse(by, { files: [{ fileId: work }, { fileId: lesson }] })
const personOf = (id: string) => people.find((one) => one.id === id)!

type Row = { id: string; userId: string } & Record<string, unknown>
async function stored(table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} order by id`.execute(app.db)
  return rows.filter((row) => people.some((one) => one.id === row.userId))
}
for (const [n, { id }] of people.entries()) {
  const at = new Date(Date.UTC(2026, 0, 1, 0, (n * 5) % 24))
  await sql`insert into course_face (user_id, course_id, kind, passed, create_time) values (${id}, ${courseId}, ${1 + (n % 2)}, true, ${at})`.execute(
    app.db,
  )
  await sql`insert into course_rate (course_id, user_id, stars, content, hidden, create_time, update_time)
    values (${courseId}, ${id}, ${1 + (n % 5)}, ${`评价${n}`}, ${n % 4 === 0}, ${at}, ${at})`.execute(app.db)
  await sql`insert into course_work_hand (course_id, file_id, user_id, try_no, state, content, create_time, save_time, hand_time, late_days, final_score)
    values (${courseId}, ${work}, ${id}, 1, ${n % 4}, '', ${at}, ${at}, ${at}, ${n % 3}, ${n % 4 === 3 ? n * 100 : null})`.execute(app.db)
  await sql`insert into course_room_seat (file_id, user_id, course_id, state, queue_time) values (${lesson}, ${id}, ${courseId}, ${1 + (n % 6)}, ${at})`.execute(
    app.db,
  )
}

type List = { of: Endpoint; table: string; base?: object; filters: [name: string, params: object, fits: (row: Row) => boolean][] }
const inBranch = (row: Row) => [east, below].includes(personOf(row.userId).deptCode)
const branch: List['filters'][number] = ['a branch', { deptCode: east }, inBranch]
const nameOf = people[5]!.realName
const named: List['filters'][number] = ['a name', { realName: nameOf }, (row) => personOf(row.userId).realName === nameOf]
const lists: Record<string, List> = {
  checks: { of: courseFace['face-paging'], table: 'course_face', filters: [branch, named] },
  ratings: {
    of: courseRate.paging,
    table: 'course_rate',
    base: { courseId },
    filters: [branch, ['stars', { stars: 3 }, (row) => row['stars'] === 3], ['hidden', { hidden: true }, (row) => row['hidden'] === true]],
  },
  'hand-ins': {
    of: courseWork.paging,
    table: 'course_work_hand',
    filters: [
      branch,
      named,
      ['waiting', { state: HandState.handed }, (row) => row['state'] === HandState.handed],
      ['late', { late: true }, (row) => Number(row['lateDays']) > 0],
    ],
  },
  seats: {
    of: courseRoom.list,
    table: 'course_room_seat',
    base: { fileId: lesson },
    filters: [branch, named, ['present', { state: SeatState.present }, (row) => row['state'] === SeatState.present]],
  },
}
/** What a list shows without a filter. */
const isListed = (table: string, row: Row) =>
  table === 'course_face' ? row['kind'] === 1 : table === 'course_work_hand' ? Number(row['state']) > 0 : true
const idsOf = async (of: Endpoint, who: Person, body: object) => {
  const { records, total } = (await app.ok(of, body, who)) as { records: { id: string }[]; total: number }
  return { ids: records.map((one) => one.id), total }
}

describe.each(Object.entries(lists))('%s', (_name, { of, table, base = {}, filters }) => {
  test.each(Object.keys(callers) as Caller[])('with the scope of %s', async (caller) => {
    const all = (await stored(table)).filter((row) => isListed(table, row) && reach[caller].includes(personOf(row.userId).deptCode))
    for (const [name, params, fits] of [['all', {}, () => true] as List['filters'][number], ...filters]) {
      const wanted = all.filter((row) => fits(row)).map((row) => row.id)
      const found = await idsOf(of, callers[caller], { size: 50, params: { ...base, ...params } })
      expect([name, found.total, found.ids.toSorted()]).toEqual([name, wanted.length, wanted.toSorted()])
    }
    const whole = await idsOf(of, callers[caller], { size: 50, params: base })
    const second = await idsOf(of, callers[caller], { current: 2, size: 5, params: base })
    expect(second).toEqual({ ids: whole.ids.slice(5, 10), total: whole.total })
  })
})

const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a as number) < (b as number) ? -1 : 1)
/** PostgreSQL's order of texts. */
const sorted = async (texts: string[]) =>
  (await sql<{ t: string }>`select t from unnest(${texts}::text[]) t group by t order by t`.execute(app.db)).rows.map((row) => row.t)

test('the people of a lesson stand in the order of their enrolment, the waiting list and cancelled ones last, and by name and department', async () => {
  const seats = await stored('course_room_seat')
  const placeOf = (row: Row) => (row['state'] === 6 ? 2 : row['state'] === 1 ? 1 : 0)
  const inQueue = (a: Row, b: Row) => compare(Number(a['queueTime']), Number(b['queueTime'])) || compare(Number(a.id), Number(b.id))
  const ids = async (orders: object[] = []) =>
    (await idsOf(courseRoom.list, callers.everybody, { size: 50, params: { fileId: lesson }, orders })).ids
  expect(await ids()).toEqual(seats.toSorted((a, b) => placeOf(a) - placeOf(b) || inQueue(a, b)).map((row) => row.id))
  const names = await sorted(people.map((one) => one.realName))
  const byName = seats.toSorted(
    (a, b) => names.indexOf(personOf(a.userId).realName) - names.indexOf(personOf(b.userId).realName) || inQueue(a, b),
  )
  expect(await ids([{ column: 'realName', asc: true }])).toEqual(byName.map((row) => row.id))
  expect(await ids([{ column: 'realName', asc: false }])).toEqual(byName.toReversed().map((row) => row.id))
  const departs = await sorted(['东区', '东区一部', '西区'])
  const departOf = (row: Row) => departs.indexOf({ [east]: '东区', [below]: '东区一部', [west]: '西区' }[personOf(row.userId).deptCode]!)
  expect(await ids([{ column: 'deptName', asc: true }])).toEqual(
    seats.toSorted((a, b) => departOf(a) - departOf(b) || inQueue(a, b)).map((row) => row.id),
  )
})

test('hand-ins are ordered by time, score and delay', async () => {
  const hands = (await stored('course_work_hand')).filter((row) => Number(row['state']) > 0)
  const ids = async (column: string, asc: boolean) =>
    (await idsOf(courseWork.paging, callers.everybody, { size: 50, params: {}, orders: [{ column, asc }] })).ids
  const valueOf = { handTime: (row: Row) => Number(row['handTime']), lateDays: (row: Row) => Number(row['lateDays']) }
  for (const [column, value] of Object.entries(valueOf)) {
    const up = hands.toSorted((a, b) => compare(value(a), value(b)) || compare(Number(a.id), Number(b.id))).map((row) => row.id)
    expect(await ids(column, true)).toEqual(up)
    expect(await ids(column, false)).toEqual(up.toReversed())
  }
  const scored = hands.filter((row) => row['finalScore'] !== null).toSorted((a, b) => compare(a['finalScore'], b['finalScore']))
  expect((await ids('finalScore', true)).slice(0, scored.length)).toEqual(scored.map((row) => row.id))
})
