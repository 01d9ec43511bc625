// The overview of an exam: attendance, the distribution of scores, and departments compared.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { nodesOf } from '@shuyuan/contract/kernel/ranges.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { namesPeople } from '../../paper/admission/invited.service.ts'
import { hasEnded, missing } from '../../paper/admission/absent.service.ts'
import { blindTo } from '../../paper/grade/paper-scope.service.ts'
import { type Counted, countedPapers, peopleAsked } from '../figure/counted.service.ts'
import { remembered } from '../figure/remembered.service.ts'
import { type Attendance, byDepartment, type Department, figuresOf, handTimesOf, spreadOf } from './score.rules.ts'

/** Exams with fewer papers are counted at each call. */
const OVERVIEW_LEAST = 200

type Overview = Output<typeof examStat.overview>

/** The overview. Scores count finished papers only; papers waiting for a marker count as handed in. Fails notFound. */
export async function examOverview(ctx: Ctx, asked: Input<typeof examStat.overview>): Promise<Overview> {
  const { scoreBands } = await mustFindExam(ctx, asked.examId)
  // the bands of the exam are part of the key, so that a change of them is seen at once
  const exactly = { ...asked, cuts: asked.cuts ?? cutsOf(scoreBands) }
  return remembered(
    ctx,
    { what: 'overview', asked: exactly, least: OVERVIEW_LEAST },
    async () => (await overviewWith(ctx, exactly)).overview,
  )
}

/** The overview and the papers that it counts. */
export async function overviewWith(ctx: Ctx, asked: Input<typeof examStat.overview>): Promise<{ overview: Overview; papers: Counted[] }> {
  const exam = await mustFindExam(ctx, asked.examId)
  const people = await peopleAsked(ctx, asked)
  const papers = await countedPapers(ctx, asked, people)
  const expects = namesPeople(exam.openType)
  const attendance = await attendanceByDepart(ctx, asked.examId, people, expects)
  const total = (of: keyof Attendance) => [...attendance.values()].reduce((sum, one) => sum + one[of], 0)
  // the total of most papers; a dropped question lowers the total of all of them
  const [first] = papers
  const totalScore = papers.reduce((most, one) => Math.max(most, one.totalScore), first?.totalScore ?? exam.totalScore)
  const scores = papers.map((one) => one.score)
  const overview = {
    title: exam.title,
    totalScore,
    passScore: first?.passScore ?? exam.passScore,
    required: total('sat') + total('unseen') + total('absent'),
    sat: total('sat') + total('unseen'),
    ...((await isOver(ctx, asked.examId)) ? { absent: total('absent'), awaited: 0 } : { absent: 0, awaited: total('absent') }),
    ...(await paperCounts(ctx, asked.examId, people)),
    ...figuresOf(papers),
    spread: spreadOf(scores, totalScore, asked.cuts ?? cutsOf(exam.scoreBands)),
    departments: byDepartment(await departments(ctx), papers, attendance, expects),
    handTimes: handTimesOf(papers, zoneOffset(first?.handTime ?? ctx.now)),
  }
  return { overview, papers }
}

/** The cuts of an exam's own bands, in 1/100 point; undefined: it has none. */
const cutsOf = (scoreBands: string) => (scoreBands === '' ? undefined : nodesOf(scoreBands).map((node) => Math.round(node * 100)))

/** Offset of the site's time zone from UTC at this time, in ms. */
const zoneOffset = (at: Date) => Math.round((Date.parse(`${toWallClock(at).replace(' ', 'T')}Z`) - at.getTime()) / 60_000) * 60_000

/**
 * By department code: candidates who opened a paper, whatever its state, and absent candidates as the invigilator sees them. For a blind marker
 * candidates with an unfinished paper are counted without a department, except in exams with a list of candidates, where the department does not
 * identify them.
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

/** Whether no candidate can come any more, as on the invigilator's page. */
async function isOver({ db, now }: Ctx, examId: string): Promise<boolean> {
  const exam = db.selectFrom('exam as e').where('e.id', '=', examId)
  return (await exam.select(hasEnded(now).as('over')).executeTakeFirstOrThrow()).over
}

/** People, each once, as on the invigilator's page; and papers that wait for a marker. */
const paperCounts = ({ db }: Ctx, examId: string, people: Expression<SqlBool>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('paper')
        .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
        .where('paper.examId', '=', examId)
        .where('paper.state', '>=', PaperState.open)
        .where(people)
        .groupBy('paper.userId')
        .select([
          sql<boolean>`bool_or(paper.state = ${sql.lit(PaperState.open)})`.as('isOpen'),
          sql<boolean>`bool_or(paper.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}))`.as('isHanded'),
          sql<number>`count(*) filter (where paper.state = ${sql.lit(PaperState.marking)})`.as('waiting'),
        ])
        .as('person'),
    )
    .select([
      sql<number>`(count(*) filter (where is_open))::int`.as('sitting'),
      sql<number>`(count(*) filter (where not is_open and is_handed))::int`.as('handed'),
      sql<number>`coalesce(sum(waiting), 0)::int`.as('waiting'),
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

/** Each department after its parent, siblings by `sort`. */
function inTreeOrder<T extends { deptCode: string; parentCode: string; sort: number }>(rows: readonly T[]): T[] {
  const children = Map.groupBy(rows, (row) => row.parentCode)
  const below = (code: string): T[] =>
    (children.get(code) ?? []).toSorted((a, b) => a.sort - b.sort).flatMap((one) => [one, ...below(one.deptCode)])
  return below('')
}
