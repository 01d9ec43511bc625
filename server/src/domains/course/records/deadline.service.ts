// Deadlines of courses: learners are reminded three days before, on the day, and when it has passed, once each.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { sendMsgs } from '../../message/msg.service.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import { remindable } from './remind.service.ts'
import type { Studied } from './reach.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

/** Messages are sent between these hours of the site's time zone. */
const FROM_HOUR = 8
const TO_HOUR = 21
const SOON_DAYS = 3
/** A deadline that passed longer ago is not reminded of, for instance when it is entered afterwards. */
const PAST_DAYS = 7

const hourOf = (at: Date, timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))

/** Reminds the learners of all courses with a deadline; runs every hour. @returns the number of messages */
export async function remindOfDeadlines(app: App): Promise<number> {
  const now = app.clock()
  const hour = hourOf(now, app.config.timeZone)
  if (hour < FROM_HOUR || hour >= TO_HOUR) return 0
  const courses = await app.db
    .selectFrom('course')
    .where((eb) => eb.or([eb('deadlineTime', 'is not', null), eb('deadlineDays', 'is not', null)]))
    .where('state', '=', CourseState.enabled)
    .where((eb) => eb.or([eb('startTime', 'is', null), eb('startTime', '<=', now)]))
    .where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>', now)]))
    .select(['id', 'title', 'state', 'openType', 'startTime', 'endTime', 'deadlineTime', 'deadlineDays', 'price', 'costPoints'])
    .execute()
  let sent = 0
  for (const course of courses) {
    try {
      sent += await ownTransaction(app, (ctx) => remindOne(ctx, course), { now })
    } catch (error) {
      app.log.error({ err: error, courseId: course.id }, 'learners could not be reminded of a deadline')
    }
  }
  return sent
}

async function remindOne(ctx: Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>, course: Studied): Promise<number> {
  const { app, db, now } = ctx
  const { id, title, deadlineTime, deadlineDays } = course
  const day = (at: ReturnType<typeof sql>) => sql`(${at} at time zone ${app.config.timeZone})::date`
  const today = day(sql`${now}::timestamptz`)
  // without a deadline for all only those who have begun have one
  const join = deadlineTime ? sql`left join` : sql`join`
  const { rows } = await sql`
    insert into course_remind (course_id, user_id, kind, due_time, sent_time)
    select ${id}::bigint, user_id, case when due_time <= ${now} then 'overdue' when ${day(sql`due_time`)} = ${today} then 'today' else 'soon' end,
      due_time, ${now}
    from (select sys_user.id as user_id, case when late.due_time is not null then greatest(late.due_time, x.due_time) end as due_time
      from sys_user ${join} course_learn l on l.course_id = ${id}::bigint and l.user_id = sys_user.id
      left join course_extra x on x.course_id = ${id}::bigint and x.user_id = sys_user.id
      cross join lateral (select least(${deadlineTime}::timestamptz,
        l.start_time + make_interval(days => ${deadlineDays}::integer)) as due_time) late
      where ${courseAudience.members(id, course.openType)} and ${remindable(course, now)}) as due
    where due_time > ${now}::timestamptz - make_interval(days => ${PAST_DAYS}) and ${day(sql`due_time`)} <= ${today} + ${SOON_DAYS}::integer
    on conflict (course_id, user_id, kind) do update set due_time = excluded.due_time, sent_time = excluded.sent_time
      where course_remind.due_time is distinct from excluded.due_time
    returning user_id`.execute(db)
  if (rows.length === 0) return 0
  const until = sql`to_char(due_time at time zone ${app.config.timeZone}, 'YYYY-MM-DD HH24:MI')`
  return sendMsgs(
    ctx,
    sql`select user_id, case kind when 'overdue' then '课程已逾期：' when 'today' then '课程今天截止：' else '课程即将截止：' end || ${title}::text as title,
        case kind when 'overdue' then '课程“' || ${title}::text || '”的截止时间（' || ${until} || '）已过，您还没有学完，请尽快完成学习。'
          else '课程“' || ${title}::text || '”要在 ' || ${until} || ' 前学完，请抓紧时间学习。' end as content
      from course_remind where course_id = ${id}::bigint and sent_time = ${now} and kind <> 'manual'`,
    { refType: 'course', refId: id },
  )
}
