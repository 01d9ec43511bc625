// The marking desk: the list of hand-ins, and one of them with its files.
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { handsOf, isHidden, mayMark, ofReach } from './reach.service.ts'
import type { Line } from './setting.service.ts'
import { filesOf, type ShownFile } from './work-file.service.ts'

type Calls = typeof courseWork
type Next = Input<Calls['next']>
type Desk = NonNullable<Output<Calls['next']>>

const sortable = { handTime: 'hand.handTime', finalScore: 'hand.finalScore', lateDays: 'hand.lateDays' }

type Hands = Awaited<ReturnType<typeof handsOf>>

/** Adds what may be shown of hand-ins and their learners. */
function shownOf(ctx: Ctx, hands: Hands) {
  const shown = (column: string) => sql<string>`case when ${isHidden} then '' else coalesce(${sql.ref(column)}, '') end`
  return hands
    .leftJoin('courseWork as work', 'work.fileId', 'hand.fileId')
    .leftJoin('courseFile as file', 'file.id', 'hand.fileId')
    .leftJoin('course', 'course.id', 'hand.courseId')
    .leftJoin('sysUser as person', 'person.id', 'hand.userId')
    .leftJoin('sysDepart as depart', 'depart.deptCode', 'person.deptCode')
    .select(['hand.id', 'hand.courseId', 'hand.fileId', 'hand.tryNo', 'hand.state', 'hand.lateDays', 'hand.finalScore', 'hand.passed'])
    .select([sql<string>`coalesce(file.title, '')`.as('title'), sql<string>`coalesce(course.title, '')`.as('courseTitle')])
    .select([shown('person.realName').as('realName'), shown('person.userName').as('userName'), shown('depart.deptName').as('deptName')])
    .select([sql<Date>`hand.hand_time`.as('handTime'), sql<number>`coalesce(work.max_score, 0)`.as('maxScore'), mayMark(ctx).as('mayMark')])
}

/** The rows of a choice, with what may be shown of their learners. */
export const rowsOf = async (ctx: Ctx, params: Parameters<typeof handsOf>[1]) => shownOf(ctx, await handsOf(ctx, params))

/** Hand-ins, the newest first. */
export async function pageHands(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const read = (ids: string[]) => shownOf(ctx, ctx.db.selectFrom('courseWorkHand as hand').where(among('hand.id', ids))).execute()
  return keyedPageOf(ctx.db, await handsOf(ctx, params), paging, { key: 'hand.id', sortable, fallback: [['hand.id', 'desc']], read })
}

/** The id of the hand-in that waits longest for the caller after this one; where none follows, from the beginning. */
async function findWaiting(ctx: Ctx, { after, courseId, fileId }: Next, reach: Expression<SqlBool>): Promise<string | undefined> {
  const waiting = (await handsOf(ctx, { courseId, fileId, state: HandState.handed }, reach))
    .where(mayMark(ctx))
    .orderBy('hand.handTime')
    .orderBy('hand.id')
    .limit(1)
    .select('hand.id')
  if (after === undefined) return (await waiting.executeTakeFirst())?.id
  const later = sql<boolean>`(hand.hand_time, hand.id) > (select h.hand_time, h.id from course_work_hand h where h.id = ${after}::bigint)`
  const found = await waiting.where(later).executeTakeFirst()
  return (found ?? (await waiting.where('hand.id', '<>', after).executeTakeFirst()))?.id
}

/** One hand-in for marking; null where none waits. Fails notFound for one beyond the caller's reach. */
export async function takeNext(ctx: Ctx, asked: Next): Promise<Desk | null> {
  const reach = await ofReach(ctx)
  const id = asked.id ?? (await findWaiting(ctx, asked, reach))
  if (id === undefined) return null
  const row = must(
    await shownOf(ctx, await handsOf(ctx, {}, reach))
      .where('hand.id', '=', id)
      .leftJoin('sysUser as marker', 'marker.id', 'hand.markBy')
      .select(['hand.version', 'hand.content', 'hand.score', 'hand.lines', 'hand.comment', 'hand.markTime'])
      .select(['work.content as task', 'work.blind', 'work.passScore', 'work.latePercent', 'work.rubric'])
      .select([sql<string>`coalesce(marker.real_name, '')`.as('marker'), isHidden.as('isHidden')])
      .executeTakeFirst(),
  )
  const { isHidden: hidden, marker, task, blind, passScore, latePercent, rubric, lines, ...rest } = row
  const { n } = await (
    await handsOf(ctx, { courseId: asked.courseId, fileId: asked.fileId, state: HandState.handed }, reach)
  )
    .where(mayMark(ctx))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  const files = (await filesOf(ctx, 'handId', [id])).get(id) ?? []
  return {
    ...rest,
    markBy_dictText: marker,
    task: task ?? '',
    blind: blind ?? false,
    passScore: passScore ?? 0,
    latePercent: latePercent ?? 0,
    rubric: (rubric ?? []) as Line[],
    lines: (lines as Line[]).map((one) => one.id),
    files: hidden ? files.map(nameless) : files,
    waiting: n,
  }
}

/** A name of a file often has the name of its author. */
const nameless = (file: ShownFile, at: number): ShownFile => ({
  ...file,
  title: `${at + 1}${/\.[a-z\d]{1,8}$/i.exec(file.title)?.[0] ?? ''}`,
})
