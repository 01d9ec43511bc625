// What was answered: counts, means and words, and the sheet.
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { SurveyAnswers, SurveyValue } from '@shuyuan/contract/survey/answer-check.ts'
import type { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { FEWEST_ANSWERS, type survey } from '@shuyuan/contract/survey/survey.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { writeSheets, xlsxType } from '../../kernel/sheet/spreadsheet.ts'
import { ofUsersWithinDataScope } from '../people/user/data-scope.service.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { surveyAudience } from './audience.service.ts'
import { type Count, meanOf, npsOf } from './survey.rules.ts'
import { mustReachSurvey } from './survey.service.ts'

type Found = Awaited<ReturnType<typeof mustReachSurvey>>
type Result = Output<typeof survey.result>
const MOST_ROWS = 50_000
const WORDS_SHOWN = 50
/** Results of more answers are kept for half a minute. */
const DEAR_ANSWERS = 1_000

/**
 * A condition on survey_answer `a`: the caller may read it. Who made the survey reads all; others those of users within their data scope, and
 * answers without a name only if they see everybody.
 */
async function readable(ctx: Ctx, { id, createBy }: Found) {
  const own = sql<boolean>`a.survey_id = ${id}::bigint`
  const scope = await scopeOf(ctx)
  if (scope.width === 'all' || createBy === ctx.user.id) return { where: own, key: 'all' }
  return { where: sql<boolean>`${own} and a.user_id is not null and ${await ofUsersWithinDataScope(ctx, 'a.userId')}`, key: scope.key }
}

type Counts = { id: string; sub: string | null; key: string | null; n: number }

/** Answers by question, row of a matrix and value; without a value: how many answered the question. Words are not counted by value. */
async function countsOf({ db }: Pick<Ctx, 'db'>, where: RawBuilder<unknown>, words: string[]): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select e.key as id, v.sub, v.key, count(*)::int as n
    from survey_answer a cross join lateral jsonb_each(a.answers) e cross join lateral (
      select null::text as sub, null::text as key
      union all select null, e.value #>> '{}' where jsonb_typeof(e.value) in ('string', 'number') and e.key <> all(${words}::text[])
      union all select null, x from jsonb_array_elements_text(case when jsonb_typeof(e.value) = 'array' then e.value else '[]' end) x
      union all select r.key, r.value from jsonb_each_text(case when jsonb_typeof(e.value) = 'object' then e.value else '{}' end) r) v
    where ${where} group by 1, 2, 3`.execute(db)
  return rows
}

async function wordsOf({ db }: Pick<Ctx, 'db'>, where: RawBuilder<unknown>, id: string): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select a.answers ->> ${id} as words from survey_answer a where ${where} and a.answers ? ${id} order by a.id limit ${WORDS_SHOWN}`.execute(
    db,
  )
  return rows.map((row) => row.words)
}

function resultOf(question: SurveyQuestion, all: readonly Counts[], texts: string[]): Result['questions'][number] {
  const { id, type, title, options, rows, steps, low, high } = question
  const own = all.filter((one) => one.id === id)
  const counted = own.flatMap((one): Count[] => (one.key !== null && one.sub === null ? [{ key: one.key, n: one.n }] : []))
  return {
    id,
    type,
    title,
    options,
    rows,
    steps,
    low,
    high,
    answered: own.find((one) => one.key === null)?.n ?? 0,
    counts: counted,
    rowCounts: rows.map((row) => ({
      row: row.id,
      counts: own.flatMap((one) => (one.sub === row.id && one.key !== null ? [{ key: one.key, n: one.n }] : [])),
    })),
    mean: type === 'rating' || type === 'nps' ? meanOf(counted) : null,
    nps: type === 'nps' ? npsOf(counted) : null,
    texts,
  }
}

async function departsOf({ db }: Pick<Ctx, 'db'>, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ deptCode: string; deptName: string; answers: number }>`
    select d.dept_code, d.dept_name, count(*)::int as answers from survey_answer a join sys_depart d on d.dept_code = a.dept_code
    where ${where} group by 1, 2 having count(*) >= ${FEWEST_ANSWERS} order by count(*) desc, d.dept_code`.execute(db)
  return rows
}

async function peopleOf({ db }: Pick<Ctx, 'db'>, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${surveyAudience.concerned(id)}) people`.execute(db)
  return rows[0]?.n ?? 0
}

const answersIn = async ({ db }: Pick<Ctx, 'db'>, where: RawBuilder<unknown>) =>
  (await sql<{ n: number }>`select count(*)::int as n from survey_answer a where ${where}`.execute(db)).rows[0]?.n ?? 0

/** Fails notFound, surveyFew for a department with too few answers. */
export async function findSurveyResult(ctx: Ctx, { id, deptCode }: Input<typeof survey.result>): Promise<Result> {
  const found = await mustReachSurvey(ctx, id)
  const { where: all, key } = await readable(ctx, found)
  return briefly(
    ctx,
    `survey.result ${id} ${found.version} ${found.state} ${deptCode} ${key}`,
    () => compute(ctx, { found, all, deptCode }),
    {
      isDear: (value) => value.answers > DEAR_ANSWERS,
    },
  )
}

async function compute(ctx: Ctx, { found, all, deptCode }: { found: Found; all: RawBuilder<unknown>; deptCode: string }): Promise<Result> {
  const { id, title, anonymous, state, phase, questions } = found
  const departs = anonymous ? [] : await departsOf(ctx, all)
  if (deptCode !== '' && !departs.some((one) => one.deptCode === deptCode)) fail('surveyFew')
  const where = deptCode === '' ? all : sql`${all} and a.dept_code = ${deptCode}`
  const answers = await answersIn(ctx, where)
  const few = anonymous && answers < FEWEST_ANSWERS
  const head = { id, title, anonymous, state, phase, answers, people: await peopleOf(ctx, id), few, departs }
  if (few) return { ...head, questions: [] }
  const words = questions.filter((one) => one.type === 'text').map((one) => one.id)
  const counts = await countsOf(ctx, where, words)
  const results: Result['questions'] = []
  for (const one of questions) results.push(resultOf(one, counts, one.type === 'text' ? await wordsOf(ctx, where, one.id) : []))
  return { ...head, questions: results }
}

const textIn = (list: readonly { id: string; text: string }[], id: unknown) => list.find((one) => one.id === id)?.text ?? ''

function cellsOf(question: SurveyQuestion, value: SurveyValue | undefined): (string | number)[] {
  if (question.type === 'matrix')
    return question.rows.map((row) => (typeof value === 'object' && !Array.isArray(value) ? textIn(question.options, value[row.id]) : ''))
  if (value === undefined) return ['']
  if (Array.isArray(value))
    return [
      question.options
        .filter((one) => value.includes(one.id))
        .map((one) => one.text)
        .join('；'),
    ]
  if (typeof value !== 'string') return [typeof value === 'number' ? value : '']
  return [question.type === 'text' ? value : textIn(question.options, value)]
}

/** A row for each answer, in no order. Fails notFound, exportTooLong, surveyFew for an anonymous survey with too few answers. */
export async function exportAnswers(ctx: Ctx, { id }: Input<typeof survey.export>): Promise<FileReply> {
  const found = await mustReachSurvey(ctx, id)
  const { where } = await readable(ctx, found)
  const { rows } = await sql<{
    userName: string | null
    realName: string | null
    deptName: string | null
    createTime: Date | null
    answers: unknown
  }>`
    select u.user_name, u.real_name, d.dept_name, a.create_time, a.answers from survey_answer a left join sys_user u on u.id = a.user_id
      left join sys_depart d on d.dept_code = a.dept_code
    where ${where} order by a.id limit ${MOST_ROWS + 1}`.execute(ctx.db)
  if (rows.length > MOST_ROWS) fail('exportTooLong', sayError('exportTooLong', { n: MOST_ROWS.toLocaleString('en-US') }))
  if (found.anonymous && rows.length < FEWEST_ANSWERS) fail('surveyFew')
  const asked = found.questions.flatMap((one, at) =>
    one.type === 'matrix' ? one.rows.map((row) => `${at + 1}. ${one.title} · ${row.text}`) : [`${at + 1}. ${one.title}`],
  )
  const named = found.anonymous
    ? []
    : [
        { header: '账号', width: 18 },
        { header: '姓名', width: 16 },
        { header: '部门', width: 24 },
        { header: '填写时间', width: 20, kind: 'time' as const },
      ]
  const body = await writeSheets([
    {
      name: '答案',
      columns: [...named, ...asked.map((header) => ({ header, width: 28 }))],
      rows: rows.map((one) => [
        ...(found.anonymous ? [] : [one.userName ?? '', one.realName ?? '', one.deptName ?? '', one.createTime ?? '']),
        ...found.questions.flatMap((question) => cellsOf(question, (one.answers as SurveyAnswers)[question.id])),
      ]),
    },
  ])
  return { name: `问卷答案_${found.title}_${toWallClock(ctx.now).slice(0, 10)}.xlsx`, type: xlsxType, body }
}
