// How an exam went as a whole: who came, the scores with their spread, departments against each other.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { mustFindExam } from '../exam/exam.service.ts'
import { namesPeople } from '../paper/admission/invited.service.ts'
import { missing } from '../paper/admission/absent.service.ts'
import { blindTo } from '../paper/grade/paper-scope.service.ts'
import { type Counted, countedPapers, peopleAsked } from './counted.service.ts'
import { type Attendance, byDepartment, type Department, figuresOf, handTimesOf, spreadOf } from './score.rules.ts'

type Overview = Output<typeof examStat.overview>

/** Fails notFound. Scores are those of finished papers; who waits for a marker is only counted as handed in. */
export async function examOverview(ctx: Ctx, asked: Input<typeof examStat.overview>): Promise<Overview> {
  return (await overviewWith(ctx, asked)).overview
}

/** The overview and the papers that it counts. */
export async function overviewWith(ctx: Ctx, asked: Input<typeof examStat.overview>): Promise<{ overview: Overview; papers: Counted[] }> {
  const exam = await mustFindExam(ctx, asked.examId)
  const people = await peopleAsked(ctx, asked)
  const papers = await countedPapers(ctx, asked, people)
  const expects = namesPeople(exam.openType)
  const attendance = await attendanceByDepart(ctx, asked.examId, people, expects)
  const total = (of: keyof Attendance) => [...attendance.values()].reduce((sum, one) => sum + one[of], 0)
  // what most papers have; a question that was dropped leaves all of them with less
  const [first] = papers
  const totalScore = papers.reduce((most, one) => Math.max(most, one.totalScore), first?.totalScore ?? exam.totalScore)
  const scores = papers.map((one) => one.score)
  const overview = {
    title: exam.title,
    totalScore,
    passScore: first?.passScore ?? exam.passScore,
    required: total('sat') + total('unseen') + total('absent'),
    sat: total('sat') + total('unseen'),
    absent: total('absent'),
    ...(await paperCounts(ctx, asked.examId, people)),
    ...figuresOf(papers),
    spread: spreadOf(scores, totalScore, asked.cuts),
    departments: byDepartment(await departments(ctx), papers, attendance, expects),
    handTimes: handTimesOf(papers, zoneOffset(first?.handTime ?? ctx.now)),
  }
  return { overview, papers }
}

/** How far the site's clock is ahead of UTC, ms. */
const zoneOffset = (at: Date) => Math.round((Date.parse(`${toWallClock(at).replace(' ', 'T')}Z`) - at.getTime()) / 60_000) * 60_000

/**
 * By department code: whoever came, whatever became of the paper, and whoever is missing as the invigilation shows it. Who marks blind sees no
 * department that only an unfinished paper would name; where people are named the department expects them all the same.
 */
async function attendanceByDepart(
  ctx: Ctx,
  examId: string,
  people: Expression<SqlBool>,
  expects: boolean,
): Promise<Map<string, Attendance>> {
  const absent = expects ? sql`union all select user_id, true, false from ${missing(examId)} as missing` : sql``
  const { rows } = await sql<Attendance & { deptCode: string }>`
    select case when found.unseen and not ${expects}::boolean then '' else coalesce(sys_user.dept_code, '') end as dept_code,
      (count(*) filter (where not found.absent and not found.unseen))::int as sat,
      (count(*) filter (where found.absent))::int as absent, (count(*) filter (where found.unseen))::int as unseen
    from (select user_id, false as absent, bool_and(${blindTo(ctx)}) as unseen from paper
      where exam_id = ${examId}::bigint and state >= ${sql.lit(PaperState.open)} group by user_id ${absent}) as found
    join sys_user on sys_user.id = found.user_id
    where ${people}
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ deptCode, ...row }) => [deptCode, row]))
}

const paperCounts = ({ db }: Ctx, examId: string, people: Expression<SqlBool>) =>
  db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.examId', '=', examId)
    .where('paper.state', '>=', PaperState.open)
    .where(people)
    .select([
      sql<number>`(count(*) filter (where paper.state = ${sql.lit(PaperState.open)}))::int`.as('sitting'),
      sql<number>`(count(*) filter (where paper.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)})))::int`.as('handed'),
      sql<number>`(count(*) filter (where paper.state = ${sql.lit(PaperState.marking)}))::int`.as('waiting'),
    ])
    .executeTakeFirstOrThrow()

async function departments({ db }: Ctx): Promise<Department[]> {
  const rows = await db
    .selectFrom('sysDepart')
    .leftJoin('sysDepart as parent', 'parent.id', 'sysDepart.parentId')
    .orderBy('sysDepart.path')
    .select(['sysDepart.deptCode', 'sysDepart.deptName', 'sysDepart.path', 'parent.deptCode as parentCode', 'sysDepart.sort'])
    .execute()
  return inTreeOrder(
    rows.map(({ parentCode, ...row }) => ({ ...row, parentCode: parentCode ?? '', depth: row.path.split('/').length - 3 })),
  )
}

/** Each department after its parent, sisters by their sort. */
function inTreeOrder<T extends { deptCode: string; parentCode: string; sort: number }>(rows: readonly T[]): T[] {
  const children = Map.groupBy(rows, (row) => row.parentCode)
  const below = (code: string): T[] =>
    (children.get(code) ?? []).toSorted((a, b) => a.sort - b.sort).flatMap((one) => [one, ...below(one.deptCode)])
  return below('')
}
