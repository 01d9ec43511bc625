// Exam figures on the start page of the back office: running exams, and attempts by day.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import type { totalExam } from '@shuyuan/contract/stat/exam-total.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing } from '../../kernel/database.ts'
import { pageOf } from '../../kernel/page.ts'

type List = (typeof examStat)['dash-exam-list']

/** One page of running exams, latest start first. */
export async function pageRunningExams({ db, now }: Ctx, { params, ...paging }: Input<List>): Promise<Output<List>> {
  const query = db
    .selectFrom('exam')
    .where('state', '=', ExamState.enabled)
    .where((e) => e.or([e('startTime', 'is', null), e('startTime', '<=', now)]))
    .where((e) => e.or([e('endTime', 'is', null), e('endTime', '>', now)]))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .select(['exam.id', 'exam.title'])
    .select([
      sql<number>`(select count(*)::int from paper p where p.exam_id = exam.id and p.state = ${sql.lit(PaperState.open)})`.as('procCount'),
      sql<number>`(select count(*)::int from paper p where p.exam_id = exam.id and p.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}))`.as(
        'handCount',
      ),
    ])
  return pageOf(query, paging, { title: 'exam.title', startTime: 'exam.startTime' }, [
    ['exam.startTime', 'desc nulls last'],
    ['exam.id', 'desc'],
  ])
}

/** By day of the site's time zone: attempts started, their candidates, and the candidates of these attempts who passed. */
export async function examWeek({ app, db, now }: Ctx, { days }: Input<typeof totalExam.week>): Promise<Output<typeof totalExam.week>> {
  const zone = app.config.timeZone
  const { rows } = await sql<Output<typeof totalExam.week>[number]>`
    with days as (
      select day::date as day from generate_series((${now}::timestamptz at time zone ${zone})::date - ${days - 1}::integer,
        (${now}::timestamptz at time zone ${zone})::date, interval '1 day') as day)
    select to_char(d.day, 'YYYY-MM-DD') as "dateStr", count(p.id)::int as "examCount", count(distinct p.user_id)::int as "examUser",
      (count(distinct p.user_id) filter (where p.state = ${sql.lit(PaperState.done)} and p.passed))::int as "passUser"
    from days d left join paper p on p.state >= ${sql.lit(PaperState.open)} and p.start_time >= d.day::timestamp at time zone ${zone}
      and p.start_time < (d.day + 1)::timestamp at time zone ${zone}
    group by d.day order by d.day`.execute(db)
  return rows
}
