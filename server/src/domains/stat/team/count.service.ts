// Counts what each person has to do and has done lately, a thousand people a statement.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql, type SqlBool } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { passShown } from '../../paper/result/own-result.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'
import { isPresent } from './scope.service.ts'
import { thingsOf } from './things.service.ts'

export const PEOPLE_JOB = 'stat.people'
const LOCK = 7_202_613
const PORTION = 1_000

/** The first day of this month, in the site's time zone. */
export const monthOf = (now: Date) => `${dayAgo(now, 0).slice(0, 7)}-01`

/** Exams that are open now come first, by their end, then those that begin first. */
export const nextFirst = (now: Date) => sql`coalesce(start_time > ${now}::timestamptz, false),
  case when start_time > ${now}::timestamptz then start_time else due_time end nulls last, ref_id`

/** Counts everybody, in the order of the ids; processes that count at the same time wait for each other. */
export async function countPeople(app: App): Promise<void> {
  const now = app.clock()
  for (let after: string | null = '0'; after !== null;) after = await countPortion(app, now, after)
}

/** @returns the last id that was counted; null after the last portion */
function countPortion(app: App, now: Date, after: string): Promise<string | null> {
  return app.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
    const { rows } = await sql<{ id: string }>`
      select id from sys_user where id > ${after}::bigint order by id limit ${PORTION}`.execute(db)
    const last = rows.at(-1)?.id
    if (last === undefined) return null
    const who = sql<SqlBool>`(sys_user.id > ${after}::bigint and sys_user.id <= ${last}::bigint and ${isPresent(now)})`
    const month = monthOf(now)
    await sql`with ${await thingsOf(app, now, who)},
      sums as (select user_id, count(*) filter (where kind = 'course')::int as overdue from thing group by user_id),
      next_exam as (select distinct on (user_id) user_id, ref_id, start_time, due_time from thing where kind = 'exam' order by user_id, ${nextFirst(now)}),
      next_cert as (select distinct on (user_id) user_id, ref_id, due_time from thing where kind = 'cert' order by user_id, due_time, ref_id),
      learning as (select l.user_id, count(*)::int as courses from course_learn l join person on person.id = l.user_id join course c on c.id = l.course_id
        where l.finish_time is null and c.state = ${sql.lit(CourseState.enabled)} and (c.end_time is null or c.end_time > ${now}::timestamptz) group by l.user_id),
      learnt as (select d.user_id, sum(d.sec)::int as sec from course_learn_day d join person on person.id = d.user_id
        where d.day >= ${month}::date group by d.user_id)
      insert into stat_person (user_id, overdue, learning, exam_id, exam_start, exam_end, paper_id, passed, cert_grant_id, cert_end, month, learn_sec, count_time)
      select person.id, coalesce(sums.overdue, 0), coalesce(learning.courses, 0), next_exam.ref_id, next_exam.start_time, next_exam.due_time,
        paper.id, paper.passed, next_cert.ref_id, next_cert.due_time, ${month}::date, coalesce(learnt.sec, 0), ${now}::timestamptz
      from person left join sums on sums.user_id = person.id left join next_exam on next_exam.user_id = person.id
      left join next_cert on next_cert.user_id = person.id left join learning on learning.user_id = person.id left join learnt on learnt.user_id = person.id
      left join lateral (select paper.id, coalesce(paper.passed, false) as passed from paper join exam on exam.id = paper.exam_id
        where paper.user_id = person.id and paper.state = ${sql.lit(PaperState.done)} and ${passShown(now)} order by paper.id desc limit 1) paper on true
      on conflict (user_id) do update set (overdue, learning, exam_id, exam_start, exam_end, paper_id, passed, cert_grant_id, cert_end, month, learn_sec, count_time)
        = (excluded.overdue, excluded.learning, excluded.exam_id, excluded.exam_start, excluded.exam_end, excluded.paper_id, excluded.passed,
          excluded.cert_grant_id, excluded.cert_end, excluded.month, excluded.learn_sec, excluded.count_time)`.execute(db)
    return rows.length < PORTION ? null : last
  })
}
