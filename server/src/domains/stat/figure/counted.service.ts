// The papers that count in the statistics of an exam: finished papers within the data scope, the best or all of each candidate.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { withinPaperScope } from '../../paper/grade/paper-scope.service.ts'
import { inDepartBranches } from '../../people/org/depart.service.ts'

export type Asked = Input<(typeof examStat)['qu-analysis']>
export type Counted = {
  id: string
  userId: string
  userName: string
  realName: string
  deptCode: string
  /** in 1/100 point */
  score: number
  totalScore: number
  passScore: number
  passed: boolean
  startTime: Date
  handTime: Date
}

/** A condition on sys_user: within the caller's data scope and, if given, in the department with its branches. */
export async function peopleAsked(ctx: Ctx, { examId, deptCode }: Pick<Asked, 'examId' | 'deptCode'>): Promise<Expression<SqlBool>> {
  const visible = await withinPaperScope(ctx, examId)
  if (!deptCode) return visible
  return sql<SqlBool>`(${visible} and ${inDepartBranches('sysUser.deptCode', [deptCode])})`
}

/** Counted papers. Best: the highest total, the earliest of equal ones. */
export async function countedPapers({ db }: Ctx, asked: Asked, people: Expression<SqlBool>): Promise<Counted[]> {
  return db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.examId', '=', asked.examId)
    .where('paper.state', '=', PaperState.done)
    .where('paper.score', 'is not', null)
    .where(people)
    .$if(asked.attempts === 'best', (q) => q.distinctOn('paper.userId'))
    .orderBy('paper.userId')
    .orderBy('paper.score', 'desc')
    .orderBy('paper.startTime')
    .select(['paper.id', 'paper.userId', 'userName', 'realName', 'paper.startTime'])
    .select([
      sql<string>`coalesce(sys_user.dept_code, '')`.as('deptCode'),
      sql<number>`paper.score`.as('score'),
      sql<number>`coalesce(marked_total, total_score)`.as('totalScore'),
      sql<number>`coalesce(marked_pass, pass_score)`.as('passScore'),
      sql<boolean>`coalesce(passed, false)`.as('passed'),
      sql<Date>`coalesce(hand_time, deadline_at)`.as('handTime'),
    ])
    .execute()
}
