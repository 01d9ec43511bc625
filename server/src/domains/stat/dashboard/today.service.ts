// What waits for a learner: exams to take, courses to finish, broadcasts, trainings to go on with.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import type { statToday, TodayExam } from '@shuyuan/contract/stat/total.ts'
import { TrainState } from '@shuyuan/contract/train/train.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { courseAudience } from '../../course/catalog/audience.service.ts'
import { roomsAhead } from '../../course/room/own.service.ts'
import { examAudience } from '../../exam/entry/audience.service.ts'
import { windowFor } from '../../exam/entry/override-read.service.ts'
import { unlearntColumn } from '../../exam/entry/prerequisite.service.ts'
import { site } from '../../site/config/config.service.ts'
import { waitingPaths } from '../../path/learn.service.ts'
import { waitingSurveys } from '../../survey/answer.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'
import { paceOfCaller } from './pace.service.ts'

type Today = Output<typeof statToday.mine>
const DUE_DAYS = 7
const MAX_ROWS = 5
const MAX_PATHS = 3
const DAY_MS = 86_400_000

/** The caller's exams, courses, broadcasts, lessons in a room and trainings of the modules that are on, surveys and learning paths, a few of each, and the line of their week. */
export async function readToday(ctx: Ctx): Promise<Today> {
  const { moduleCourse, moduleExam } = (await site(ctx)).props
  const [exams, courses, lives, rooms, trains, surveys, paths, pace] = await Promise.all([
    moduleExam ? dueExams(ctx) : [],
    moduleCourse ? dueCourses(ctx) : [],
    moduleCourse ? livesOfToday(ctx) : [],
    moduleCourse ? roomsAhead(ctx, MAX_ROWS) : [],
    moduleExam ? openTrains(ctx) : [],
    waitingSurveys(ctx, MAX_ROWS),
    waitingPaths(ctx, MAX_PATHS),
    paceOfCaller(ctx),
  ])
  return { exams, courses, lives, rooms, trains, surveys, paths, pace }
}

/** Whether the caller has no valid purchase of the priced goods. */
const toBuy = (
  userId: string,
  goods: 'course' | 'exam',
) => sql<boolean>`((${sql.ref(`${goods}.price`)} > 0 or ${sql.ref(`${goods}.costPoints`)} > 0)
  and not exists (select from pay_order o where o.goods_type = ${goods} and o.goods_id = ${sql.ref(`${goods}.id`)} and o.user_id = ${userId}::bigint
    and o.order_state = ${sql.lit(OrderState.paid)}))`

/** Exams that are open or begin within a week, not passed yet, with a try left. */
async function dueExams(ctx: Ctx): Promise<Today['exams']> {
  const { db, now, user } = ctx
  const window = await windowFor(db, user.id)
  const until = new Date(now.getTime() + DUE_DAYS * DAY_MS)
  const own = sql`from paper p where p.exam_id = exam.id and p.user_id = ${user.id}::bigint`
  // an application counts until a paper has used it
  const applied = sql`(select a.audit_state from exam_apply a where a.exam_id = exam.id and a.user_id = ${user.id}::bigint and not a.audit_used
    order by a.id desc limit 1)`
  const going = sql<string | null>`(select p.id::text ${own} and p.state = ${sql.lit(PaperState.open)} limit 1)`
  const course = sql<string | null>`(${unlearntColumn(user.id)} -> 0 ->> 'id')`
  const state = sql<TodayExam>`case when ${going} is not null then 'going' when exam.offline then 'offline' when ${toBuy(user.id, 'exam')} then 'buy'
    when exam.need_apply and ${applied} = ${sql.lit(AuditState.waiting)} then 'audit'
    when exam.need_apply and ${applied} is distinct from ${sql.lit(AuditState.approved)} then 'apply'
    when ${course} is not null then 'learn' when ${window.start} > ${now} then 'waiting' else 'open' end`
  const rows = await db
    .selectFrom('exam')
    .where('exam.state', '=', ExamState.enabled)
    .where(await examAudience.inScope(ctx))
    .where(sql<boolean>`(${window.start} is null or ${window.start} <= ${until}) and (${window.end} is null or ${window.end} > ${now})`)
    .where(sql<boolean>`not exists (select ${own} and p.state = ${sql.lit(PaperState.done)} and p.passed)`)
    .where(
      sql<boolean>`(exists (select ${own} and p.state = ${sql.lit(PaperState.open)})
        or tries = 0 and not exists (select ${own} and p.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}))
        or tries > (select count(*) ${own} and p.state >= ${sql.lit(PaperState.open)}))`,
    )
    // a running paper has the least time of all; what has not begun has the most
    .orderBy(sql`exists (select ${own} and p.state = ${sql.lit(PaperState.open)})`, 'desc')
    .orderBy(sql`coalesce(${window.start} > ${now}, false)`)
    .orderBy(window.end, (o) => o.asc().nullsLast())
    .orderBy('exam.id', 'desc')
    .limit(MAX_ROWS)
    .select(['exam.id', 'exam.title', 'exam.offline', 'exam.place', window.start.as('startTime'), window.end.as('endTime')])
    .select([state.as('state'), going.as('paperId'), course.as('course')])
    .execute()
  return rows.map(({ course: courseId, ...row }) => ({
    ...row,
    going: row.state === 'going',
    courseId: row.state === 'learn' ? courseId : null,
  }))
}

/** Required courses, and courses that end within a week, which the caller may learn and has not finished. */
async function dueCourses(ctx: Ctx): Promise<Today['courses']> {
  const { db, now, user } = ctx
  const rows = await db
    .selectFrom('course')
    .leftJoin('courseLearn', (join) => join.onRef('courseLearn.courseId', '=', 'course.id').on('courseLearn.userId', '=', user.id))
    .where('course.state', '=', CourseState.enabled)
    .where(await courseAudience.inScope(ctx))
    .where('courseLearn.finishTime', 'is', null)
    .where((e) => e.or([e('course.startTime', 'is', null), e('course.startTime', '<=', now)]))
    .where((e) => e.or([e('course.endTime', 'is', null), e('course.endTime', '>', now)]))
    .where((e) => e.or([e('course.required', '=', true), e('course.endTime', '<=', new Date(now.getTime() + DUE_DAYS * DAY_MS))]))
    .orderBy('course.endTime', (o) => o.asc().nullsLast())
    .orderBy('course.id', 'desc')
    .limit(MAX_ROWS)
    .select(['course.id', 'course.title', 'course.endTime', 'course.required', toBuy(user.id, 'course').as('isToBuy')])
    .execute()
  return rows.map(({ isToBuy, ...row }) => ({ ...row, state: isToBuy ? 'buy' : 'learn' }))
}

/** Broadcasts that run or begin before midnight, in courses that the caller may learn now. */
async function livesOfToday(ctx: Ctx): Promise<Today['lives']> {
  const { app, db, now, user } = ctx
  const midnight = sql<Date>`(${dayAgo(now, -1)}::timestamp at time zone ${app.config.timeZone})`
  return (
    db
      .selectFrom('liveRoom')
      .innerJoin('course', 'course.id', 'liveRoom.courseId')
      .innerJoin('courseItem', (join) =>
        join.onRef('courseItem.courseId', '=', 'liveRoom.courseId').onRef('courseItem.fileId', '=', 'liveRoom.fileId'),
      )
      .innerJoin('courseFile', 'courseFile.id', 'liveRoom.fileId')
      .where('liveRoom.state', '<', LiveState.ended)
      .where('liveRoom.startTime', '<', midnight)
      // a broadcast may run beyond its planned end
      .where((e) => e.or([e('liveRoom.state', '=', LiveState.live), e('liveRoom.endTime', '>', now)]))
      .where('courseFile.enabled', '=', true)
      .where('course.state', '=', CourseState.enabled)
      .where((e) => e.or([e('course.startTime', 'is', null), e('course.startTime', '<=', now)]))
      .where((e) => e.or([e('course.endTime', 'is', null), e('course.endTime', '>', now)]))
      .where(await courseAudience.inScope(ctx))
      .where(sql<boolean>`not ${toBuy(user.id, 'course')}`)
      .orderBy('liveRoom.startTime')
      .orderBy('liveRoom.id')
      .limit(MAX_ROWS)
      .select(['liveRoom.id', 'liveRoom.title', 'liveRoom.courseId', 'liveRoom.fileId', 'liveRoom.startTime'])
      .select(sql<boolean>`(live_room.state = ${sql.lit(LiveState.live)})`.as('live'))
      .execute()
  )
}

const openTrains = ({ db, user }: Ctx): Promise<Today['trains']> =>
  db
    .selectFrom('train')
    .innerJoin('repo', 'repo.id', 'train.repoId')
    .where('train.userId', '=', user.id)
    .where('train.state', '=', TrainState.open)
    .where('answerCount', '>', 0)
    .orderBy('train.updateTime', 'desc')
    .limit(3)
    .select(['train.repoId', 'repo.title', 'train.mode', 'answerCount', 'totalCount', 'train.updateTime'])
    .execute()
