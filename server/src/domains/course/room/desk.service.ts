// The teacher's side: lessons with their numbers, the people of one, and learners who can be added.
import type { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState, seatedStates } from '@shuyuan/contract/course/room/room-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, containing, lookedUp } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { keyedPageOf, pageByKey } from '../../../kernel/page.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import { usersCalled, usersNamed } from '../../people/user/name-search.service.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import { isLeader, leads, mustLead, ofReach } from './reach.service.ts'
import { mustFindRoom } from './seat.service.ts'

type Calls = typeof courseRoom
type Chosen = Input<Calls['export']>
const MOST_LISTED = 50
/** the id of no lesson */
const NONE = '0'
const SEATED = sql.join(seatedStates.map((one) => sql.lit(one)))

const numbers = { taken: 0, waiting: 0, present: 0, late: 0, absent: 0 }

/** How many people have which place, by lesson. */
async function numbersOf({ db }: Pick<Ctx, 'db'>, fileIds: readonly string[]): Promise<Map<string, typeof numbers>> {
  const counted = (states: ReturnType<typeof sql>) => sql<number>`count(*) filter (where state in (${states}))::int`
  const rows = await db
    .selectFrom('courseRoomSeat')
    .where(among('fileId', fileIds))
    .groupBy('fileId')
    .select(['fileId', counted(SEATED).as('taken'), counted(sql.lit(SeatState.waiting)).as('waiting')])
    .select(counted(sql`${sql.lit(SeatState.present)}, ${sql.lit(SeatState.late)}`).as('present'))
    .select([counted(sql.lit(SeatState.late)).as('late'), counted(sql.lit(SeatState.absent)).as('absent')])
    .execute()
  return new Map(rows.map(({ fileId, ...row }) => [fileId, row]))
}

const teachersColumn = sql<string>`coalesce((select string_agg(person.real_name, '、' order by array_position(room.teacher_ids, person.id))
  from sys_user person where person.id = any(room.teacher_ids)), '')`

async function roomRows(ctx: Ctx) {
  return ctx.db
    .selectFrom('courseRoom as room')
    .innerJoin('courseFile as file', 'file.id', 'room.fileId')
    .where(await ofReach(ctx))
    .select(['room.fileId as id', 'file.title', 'room.place', 'room.startTime', 'room.endTime', 'room.seats'])
    .select([teachersColumn.as('teachers'), sql<boolean>`${await leads(ctx)}`.as('mayLead')])
}

const sortable = { startTime: 'room.startTime', title: 'file.title', place: 'room.place' }

/** Lessons, the latest first. */
export async function pageRooms(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { title, place, phase } = params
  const { now } = ctx
  const query = (await roomRows(ctx))
    .$if(!!title, (q) => q.where('file.title', 'ilike', containing(title ?? '')))
    .$if(!!place, (q) => q.where('room.place', 'ilike', containing(place ?? '')))
    .$if(phase === 'coming', (q) => q.where('room.startTime', '>', now))
    .$if(phase === 'now', (q) => q.where('room.startTime', '<=', now).where('room.endTime', '>', now))
    .$if(phase === 'over', (q) => q.where('room.endTime', '<=', now))
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'room.fileId',
    sortable,
    fallback: [
      ['room.startTime', 'desc'],
      ['room.fileId', 'desc'],
    ],
    // whether a lesson is in reach costs more than its place
    isWhole: true,
  })
  const counts = await numbersOf(
    ctx,
    page.records.map((row) => row.id),
  )
  return { ...page, records: page.records.map((row) => ({ ...row, ...(counts.get(row.id) ?? numbers) })) }
}

/** One lesson with its numbers. Fails notFound beyond the caller's reach. */
export async function findSummary(ctx: Ctx, { id }: Input<Calls['summary']>): Promise<Output<Calls['summary']>> {
  const row = must(
    await (
      await roomRows(ctx)
    )
      .where('room.fileId', '=', id)
      .select(['room.content', 'room.enrolUntil', 'room.signOut'])
      .executeTakeFirst(),
  )
  const courses = await ctx.db
    .selectFrom('courseItem')
    .innerJoin('course', 'course.id', 'courseItem.courseId')
    .where('courseItem.fileId', '=', id)
    .orderBy('course.id')
    .select(['course.id', 'course.title'])
    .execute()
  return { ...row, ...((await numbersOf(ctx, [id])).get(id) ?? numbers), courses }
}

const deptName = sql<string>`coalesce(depart.dept_name, '')`

/** The seats of a lesson; of one that the caller does not lead, those within their data scope. */
async function seatsOf(ctx: Ctx, { fileId, realName, deptCode, state }: Chosen) {
  const codes = deptCode ? await departBranch(ctx, deptCode) : []
  const isAll = await isLeader(ctx, await mustFindRoom(ctx, fileId))
  return ctx.db
    .selectFrom('courseRoomSeat as seat')
    .where('seat.fileId', '=', fileId)
    .where(isAll ? sql<SqlBool>`true` : await ofUsersWithinDataScope(ctx, 'seat.userId'))
    .$if(!!realName, (q) => q.where('seat.userId', '=', usersNamed(realName ?? '')))
    .$if(!!deptCode, (q) => q.where(lookedUp(sql`seat.user_id in (select u.id from sys_user u where u.dept_code = any(${codes}::text[]))`)))
    .$if(state !== undefined, (q) => q.where('seat.state', '=', state!))
}

/** Adds the people and what is shown of them. */
const shownOf = (seats: Awaited<ReturnType<typeof seatsOf>>) =>
  seats
    .leftJoin('sysUser as person', 'person.id', 'seat.userId')
    .leftJoin('sysDepart as depart', 'depart.deptCode', 'person.deptCode')
    .leftJoin('course', 'course.id', 'seat.courseId')
    .leftJoin('sysUser as marker', 'marker.id', 'seat.markBy')
    .select(['seat.id', 'seat.userId', 'seat.state', 'seat.queueTime', 'seat.walkedIn', 'seat.inTime', 'seat.outTime'])
    .select([sql<string>`person.real_name`.as('realName'), sql<string>`person.user_name`.as('userName')])
    .select([deptName.as('deptName'), sql<string>`coalesce(course.title, '')`.as('courseTitle')])
    .select(sql<string>`coalesce(marker.real_name, '')`.as('marker'))

/** The people of a lesson; of one that the caller does not lead, those within their data scope. */
export const seatRows = async (ctx: Ctx, chosen: Chosen) => shownOf(await seatsOf(ctx, chosen))

/** Cancelled people last, the waiting list before them. */
export const inPlaces = sql`case seat.state when ${sql.lit(SeatState.cancelled)} then 2 when ${sql.lit(SeatState.waiting)} then 1 else 0 end`

const seatSortable = {
  realName: sql`person.real_name`,
  deptName: sql`depart.dept_name`,
  queueTime: 'seat.queueTime',
  inTime: 'seat.inTime',
}
/** Departments by name: the database then walks from department to department, until the page is full, in place of sorting all seats. */
const departsByName = (asc: boolean) =>
  sql<{
    deptCode: string
    deptName: string
  }>`(select dept_code, dept_name from sys_depart order by dept_name ${sql.raw(asc ? 'asc' : 'desc')} offset 0)`
/** By what stands with the person, no seats beyond these; others are found by name and department. */
const BY_PERSON = 2_000

/** The people of a lesson in the order of their enrolment. Fails notFound. */
export async function pageSeats(ctx: Ctx, { params, ...paging }: Input<Calls['list']>): Promise<Output<Calls['list']>> {
  const queue: [string, 'asc'][] = [
    ['seat.queueTime', 'asc'],
    ['seat.id', 'asc'],
  ]
  const seats = await seatsOf(ctx, { ...params, fileId: params.fileId ?? NONE })
  const byDepart = paging.orders?.find((one) => one.column === 'deptName')
  const byPerson = byDepart !== undefined || (paging.orders ?? []).some((one) => one.column === 'realName')
  const found = seats
    .$if(byPerson, (q) => q.innerJoin('sysUser as person', 'person.id', 'seat.userId'))
    .$if(byDepart !== undefined, (q) =>
      q.innerJoin(departsByName(byDepart?.asc ?? true).as('depart'), (on) => on.on(sql<SqlBool>`depart.dept_code = person.dept_code`)),
    )
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'seat.id',
    sortable: seatSortable,
    fallback: paging.orders?.length ? queue : [[inPlaces, 'asc'], ...queue],
    deepest: byPerson ? BY_PERSON : undefined,
    // all seats are looked through for the people of a department
    isWhole: !!params.deptCode && !byPerson,
    read: (ids) => shownOf(ctx.db.selectFrom('courseRoomSeat as seat').where(among('seat.id', ids))).execute(),
  })
  return { ...page, records: page.records.map(({ marker, ...row }) => ({ ...row, markBy_dictText: marker })) }
}

/** A condition on sys_user: learns this course, and has bought it where it has a price. */
export async function ofLearners({ db }: Pick<Ctx, 'db'>, courseId: string) {
  const { openType, price, costPoints } = must(
    await db.selectFrom('course').where('id', '=', courseId).select(['openType', 'price', 'costPoints']).executeTakeFirst(),
  )
  const bought = sql<SqlBool>`exists (select from pay_order o where o.goods_type = 'course' and o.goods_id = ${courseId}::bigint
    and o.user_id = sys_user.id and o.order_state = ${sql.lit(OrderState.paid)})`
  return sql<SqlBool>`(${courseAudience.members(courseId, openType)} and ${price > 0 || costPoints > 0 ? bought : sql<SqlBool>`true`})`
}

/** Learners of a course without a place in this lesson, by name. Fails notFound and roomNotLead. */
export async function listPeople(ctx: Ctx, { id, courseId, name }: Input<Calls['people']>): Promise<Output<Calls['people']>> {
  await mustLead(ctx, await mustFindRoom(ctx, id))
  return ctx.db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(await ofLearners(ctx, courseId))
    .where(
      sql<SqlBool>`not exists (select from course_room_seat seat where seat.file_id = ${id}::bigint and seat.user_id = sys_user.id
        and seat.state <> ${sql.lit(SeatState.cancelled)})`,
    )
    .$if(!!name, (q) => q.where('sysUser.id', '=', usersCalled(name ?? '')))
    .orderBy('realName')
    .orderBy('sysUser.id')
    .limit(MOST_LISTED)
    .select(['sysUser.id', 'realName', 'userName', sql<string>`coalesce(dept_name, '')`.as('deptName')])
    .execute()
}
