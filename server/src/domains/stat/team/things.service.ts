// What waits for many people at once: overdue courses, exams to take, certificates that end. For one page, for reminders, and for the hourly count.
import { CERT_DAYS, EXAM_DAYS } from '@shuyuan/contract/stat/team.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { courseAudience } from '../../course/catalog/audience.service.ts'
import { deadlineForAll } from '../../course/records/reach.service.ts'
import { examAudience } from '../../exam/entry/audience.service.ts'
import { site } from '../../site/config/config.service.ts'

/** Courses that ended longer ago count no more, as in the report of overdue learning. */
const ENDED_DAYS = 30

const done = sql.lit(PaperState.done)

/**
 * Common table expressions, up to `person` (id, dept_code, role_type) and `thing` (user_id, kind, ref_id, title, start_time, due_time, is_open).
 * A thing is open while the person can still do something about it.
 * @param who a condition on sys_user that leaves out accounts that are not active
 */
export async function thingsOf(app: App, now: Date, who: RawBuilder<SqlBool>): Promise<RawBuilder<unknown>> {
  const { moduleCourse, moduleExam, moduleCert } = (await site({ app })).props
  const parts = [...(moduleCourse ? [courses] : []), ...(moduleExam ? [exams] : []), ...(moduleCert ? [certs] : [])]
  const rows = [...parts, none].map((one) => sql`select * from (${one(now)}) part`)
  return sql`person as materialized (select id, dept_code, role_type from sys_user where ${who}), ${dueCourse(now)}, ${openExam(now)},
    thing as materialized (${sql.join(rows, sql` union all `)})`
}

const none =
  () => sql`select null::bigint as user_id, ''::text as kind, null::bigint as ref_id, ''::text as title, null::timestamptz as start_time,
  null::timestamptz as due_time, false as is_open where false`

const dueCourse = (now: Date) => sql`due_course as materialized (
  select course.id, open_type, title, deadline_days, ${deadlineForAll} as deadline_time, price > 0 or cost_points > 0 as priced,
    end_time is null or end_time > ${now}::timestamptz as is_open
  from course where state = ${sql.lit(CourseState.enabled)} and (start_time is null or start_time <= ${now}::timestamptz)
    and (end_time is null or end_time > ${now}::timestamptz - make_interval(days => ${ENDED_DAYS}::integer))
    and (${deadlineForAll} <= ${now}::timestamptz or deadline_days is not null))`

/** By the rule of the report of overdue learning. */
const courses = (now: Date) => sql`
  select pair.user_id, 'course' as kind, c.id as ref_id, c.title, null::timestamptz as start_time, late.due_time, c.is_open
  from (${courseAudience.pairs(sql`due_course`, sql`person`)}) pair join due_course c on c.id = pair.row_id
  left join course_learn l on l.course_id = pair.row_id and l.user_id = pair.user_id
  cross join lateral (select least(c.deadline_time, l.start_time + make_interval(days => c.deadline_days)) as due_time) late
  where l.finish_time is null and (l.user_id is not null or not c.priced) and late.due_time <= ${now}::timestamptz
    and not exists (select from course_extra x where x.course_id = pair.row_id and x.user_id = pair.user_id and x.due_time > ${now}::timestamptz)`

const openExam = (now: Date) => sql`open_exam as materialized (
  select exam.id, open_type, title, start_time, end_time, tries, need_apply, price > 0 or cost_points > 0 as priced,
    exists (select from exam_override o where o.exam_id = exam.id and (o.start_time is not null or o.end_time is not null)) as moved
  from exam where state = ${sql.lit(ExamState.enabled)} and archived_at is null and open_type <> ${sql.lit(ExamOpenType.password)} and (end_time is null or end_time > ${now}::timestamptz
    or exists (select from exam_override o where o.exam_id = exam.id and o.end_time > ${now}::timestamptz)))`

/** Exams of the person, not those behind a password, that have not ended for them, are not passed, and leave a try. */
const exams = (now: Date) => sql`
  with taken as materialized (
    select p.user_id, p.exam_id, count(*) filter (where p.state >= ${sql.lit(PaperState.open)}) as tries, bool_or(p.state = ${sql.lit(PaperState.open)}) as going,
      coalesce(bool_or(p.state = ${done} and p.passed), false) as passed
    from paper p join person on person.id = p.user_id where p.exam_id in (select id from open_exam) group by p.user_id, p.exam_id)
  select pair.user_id, 'exam' as kind, e.id as ref_id, e.title, at.start_time, at.end_time as due_time,
    at.start_time is null or at.start_time <= ${now}::timestamptz + make_interval(days => ${EXAM_DAYS}::integer) as is_open
  from (${examAudience.pairs(sql`open_exam`, sql`person`)}) pair join open_exam e on e.id = pair.row_id
  left join taken t on t.exam_id = pair.row_id and t.user_id = pair.user_id
  left join lateral (
    select coalesce(min(o.start_time) filter (where o.user_id is not null), min(o.start_time)) as start_time,
      coalesce(min(o.end_time) filter (where o.user_id is not null), max(o.end_time)) as end_time
    from exam_override o where e.moved and o.exam_id = e.id and (o.user_id = pair.user_id
      or o.group_id in (select g.group_id from sys_group_user g where g.user_id = pair.user_id))) own on true
  cross join lateral (select coalesce(own.start_time, e.start_time) as start_time, coalesce(own.end_time, e.end_time) as end_time) at
  where (at.end_time is null or at.end_time > ${now}::timestamptz) and not coalesce(t.passed, false)
    and (coalesce(t.tries, 0) = 0 or t.going or e.tries > t.tries)
    and (not e.need_apply or t.going or exists (select from exam_apply a where a.exam_id = e.id and a.user_id = pair.user_id and not a.audit_used
      and a.audit_state = ${sql.lit(AuditState.approved)}))
    and (not e.priced or exists (select from pay_order o where o.goods_type = 'exam' and o.goods_id = e.id and o.user_id = pair.user_id
      and o.order_state = ${sql.lit(OrderState.paid)}))`

const certs = (now: Date) => sql`
  select g.user_id, 'cert' as kind, g.id as ref_id, g.title, null::timestamptz as start_time, g.expire_time as due_time, true as is_open
  from cert_grant g join person on person.id = g.user_id where g.state = ${sql.lit(GrantState.valid)}
    and g.expire_time > ${now}::timestamptz and g.expire_time <= ${now}::timestamptz + make_interval(days => ${CERT_DAYS}::integer)`
