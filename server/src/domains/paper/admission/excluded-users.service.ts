// Candidates whom the prerequisite exams of an exam would exclude.
import { ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { excludingExams } from '@shuyuan/contract/paper/admission/excluding-exams.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { examAudience } from '../../exam/entry/audience.service.ts'
import { groupExcluded } from '../../exam/entry/excluded-users.service.ts'

type Call = (typeof excludingExams)['shut-out-exams']

/**
 * Counts, by exam and department, the users of this audience who have passed neither a prerequisite exam nor one of its make-up exams, and cannot
 * take it: it has another audience, has ended or is disabled.
 */
export async function findExcludedByExams(ctx: Ctx, { prerequisites, ...audience }: Input<Call>): Promise<Output<Call>> {
  if (prerequisites.length === 0) return []
  const isClosed = sql<boolean>`(coalesce(exam.end_time <= ${ctx.now}, false) or exam.state = ${sql.lit(ExamState.disabled)})`
  const { rows } = await sql<{ id: string; title: string; closed: boolean; deptName: string | null; people: number }>`
    with recursive chain as (
      select e.id as root, e.id from exam e where e.id = any(${prerequisites}::bigint[])
      union select chain.root, e.id from exam e join chain on e.make_up_of = chain.id)
    select exam.id, exam.title, ${isClosed} as closed, depart.dept_name as "deptName", count(*)::int as people
    from exam join sys_user person on person.state = ${sql.lit(UserState.active)} left join sys_depart depart on depart.dept_code = person.dept_code
    where exam.id = any(${prerequisites}::bigint[])
      and (exam.open_type not in (${sql.lit(ExamOpenType.all)}, ${sql.lit(ExamOpenType.password)}) or ${isClosed})
      and ${examAudience.wouldConcern(audience)} and (${isClosed} or not ${examAudience.covers})
      and not exists (select from paper p join chain on chain.id = p.exam_id
        where chain.root = exam.id and p.user_id = person.id and p.state = ${sql.lit(PaperState.done)} and p.passed)
    group by exam.id, depart.dept_name order by exam.id, people desc, depart.dept_name`.execute(ctx.db)
  return groupExcluded(rows)
}
