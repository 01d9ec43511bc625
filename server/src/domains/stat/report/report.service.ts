// Statistics of a period by department, course and exam, within the caller's data scope.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { REPORT_DAYS, type report } from '@shuyuan/contract/stat/report.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { type SheetCell, writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { inDepartBranches } from '../../people/org/depart.service.ts'
import { figureSums, type Figures, noFigures } from '../figure/figure.service.ts'
import { briefly, reachOf } from '../figure/briefly.service.ts'

type Report = Output<typeof report.read>
type Period = Input<typeof report.read>
const MAX_ROWS = 500
const DAY_MS = 86_400_000

const daysIn = ({ from, to }: Pick<Period, 'from' | 'to'>) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
const hours = (seconds: number) => Math.round(seconds / 360) / 10

/** The figures of a period. Fails badInput for one that ends before it begins, or is longer than a year. */
export async function readReport(ctx: Ctx, asked: Period): Promise<Report> {
  const days = daysIn(asked)
  if (days < 1 || days > REPORT_DAYS) fail('badInput')
  const { deptCode } = asked
  const { key, people: reached } = await reachOf(ctx)
  const conditions = [...(reached ? [reached] : []), ...(deptCode ? [inDepartBranches('sysUser.deptCode', [deptCode])] : [])]
  const people = conditions.length === 0 ? undefined : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
  return briefly(ctx, `report ${asked.from} ${asked.to} ${deptCode ?? ''} ${key}`, async () => {
    const [figures, courses, exams] = await Promise.all([ofDeparts(ctx, asked), ofCourses(ctx, asked, people), ofExams(ctx, asked, people)])
    return { ...figures, courses, exams }
  })
}

type People = Expression<SqlBool> | undefined
/** Joins sys_user on `userId` where not everybody counts: all users would take longer to read than what is counted. */
const of = (people: People, userId: string) => (people ? sql`join sys_user on sys_user.id = ${sql.ref(userId)} and ${people}` : sql``)

/** Every day of the period. */
const daysOf = (from: string, to: string) =>
  Array.from({ length: daysIn({ from, to }) }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10))

/** From the days that were counted beforehand; who sees only themselves has none. */
async function ofDeparts(ctx: Ctx, { from, to, deptCode }: Period): Promise<Pick<Report, 'days' | 'departs'>> {
  const { key, departs } = await reachOf(ctx)
  if (!departs) return { days: [], departs: [] }
  const wanted = [
    ...(key === '' ? [] : [departs]),
    ...(deptCode ? [inDepartBranches('statDay.deptCode', [deptCode])] : []),
    sql`stat_day.dept_code <> ''`,
  ]
  const rows = sql`from stat_day left join sys_depart on sys_depart.dept_code = stat_day.dept_code
    where day between ${from}::date and ${to}::date and ${sql.join(wanted, sql` and `)}`
  const byDay = await sql<Figures & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, ${figureSums} ${rows} group by stat_day.day order by stat_day.day`.execute(ctx.db)
  const byDepart = await sql<Figures & { deptCode: string; name: string }>`
    select stat_day.dept_code, coalesce(max(dept_name), '') as name, ${figureSums} ${rows}
    group by stat_day.dept_code order by max(path), stat_day.dept_code limit ${MAX_ROWS}`.execute(ctx.db)
  const known = new Map<string, Figures>(byDay.rows.map((row) => [row.day, row]))
  return {
    days: daysOf(from, to).map((day) => {
      const { activeUser, learnUser, examUser, passUser } = known.get(day) ?? noFigures
      return { day, activeUser, learnUser, examUser, passUser }
    }),
    departs: byDepart.rows.map(({ learnSec, examCount: _attempts, ...row }) => ({ ...row, learnHours: hours(learnSec) })),
  }
}

async function ofCourses({ db, app }: Ctx, { from, to }: Period, people: People): Promise<Report['courses']> {
  const zone = app.config.timeZone
  const { rows } = await sql<Omit<Report['courses'][number], 'learnHours'> & { sec: number }>`
    with part as (
      select course_id, user_id, sec, 0 as finished from course_learn_day where day between ${from}::date and ${to}::date
      union all select course_id, user_id, 0, 1 from course_learn
      where finish_time >= ${from}::date::timestamp at time zone ${zone} and finish_time < (${to}::date + 1)::timestamp at time zone ${zone}),
    person as (
      select course_id, user_id, sum(sec) as sec, sum(finished) as finished from part ${of(people, 'part.user_id')} group by course_id, user_id),
    learnt as (
      select course_id, count(*)::int as learn_user, sum(sec)::float8 as sec, sum(finished)::int as finish_user from person group by course_id)
    select course.id, course.title as name, learn_user, sec, finish_user from learnt join course on course.id = learnt.course_id
    order by learn_user desc, course.id desc limit ${MAX_ROWS}`.execute(db)
  return rows.map(({ sec, ...row }) => ({ ...row, learnHours: hours(sec) }))
}

async function ofExams({ db, app }: Ctx, { from, to }: Period, people: People): Promise<Report['exams']> {
  const zone = app.config.timeZone
  const isDone = sql`paper.state = ${sql.lit(PaperState.done)}`
  const { rows } = await sql<Report['exams'][number]>`
    with person as (
      select exam_id, user_id, count(*) as attempts, coalesce(bool_or(${isDone} and passed), false)::integer as passed,
        sum(score * 100.0 / nullif(coalesce(marked_total, paper.total_score), 0)) filter (where ${isDone}) as share,
        count(*) filter (where ${isDone}) as done
      from paper ${of(people, 'paper.user_id')} where paper.state >= ${sql.lit(PaperState.open)} and paper.start_time >= ${from}::date::timestamp at time zone ${zone}
        and paper.start_time < (${to}::date + 1)::timestamp at time zone ${zone} group by exam_id, user_id),
    taken as (
      select exam_id, sum(attempts)::int as exam_count, count(*)::int as exam_user, sum(passed)::int as pass_user,
        round(sum(share) / nullif(sum(done), 0), 1)::float8 as mean_share from person group by exam_id)
    select exam.id, exam.title as name, exam_count, exam_user, pass_user, mean_share from taken join exam on exam.id = taken.exam_id
    order by exam_count desc, exam.id desc limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** The report as a workbook of three sheets. */
export async function reportSheets(found: Report): Promise<Uint8Array> {
  const sheet = (name: string, headers: string[], rows: SheetCell[][]) => ({
    name,
    columns: headers.map((header, at) => (at === 0 ? { header, width: 30 } : { header, kind: 'number' as const })),
    rows,
  })
  return writeSheets([
    sheet(
      '按部门',
      ['部门', '新增用户', '活跃人次', '学习人次', '学习时长（小时）', '学完人次', '考试人次', '及格人次'],
      found.departs.map((one) => [
        one.name,
        one.newUser,
        one.activeUser,
        one.learnUser,
        one.learnHours,
        one.finishUser,
        one.examUser,
        one.passUser,
      ]),
    ),
    sheet(
      '按课程',
      ['课程', '学习人数', '学习时长（小时）', '学完人数'],
      found.courses.map((one) => [one.name, one.learnUser, one.learnHours, one.finishUser]),
    ),
    sheet(
      '按考试',
      ['考试', '考试次数', '考试人数', '及格人数', '平均得分占比（%）'],
      found.exams.map((one) => [one.name, one.examCount, one.examUser, one.passUser, one.meanShare ?? '']),
    ),
  ])
}

export const reportName = ({ from, to }: Pick<Period, 'from' | 'to'>) => `统计报表_${from}_${to}.xlsx`

/** The same as a file. */
export const exportReport = async (ctx: Ctx, asked: Period) => ({
  name: reportName(asked),
  type: xlsxType,
  body: await reportSheets(await readReport(ctx, asked)),
})
