// Results and lists of papers: one's own as far as the exam shows them, everybody's for who may list papers.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { exState, paperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { containing, type Database } from '../../kernel/database.ts'
import { fail, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { inDepartBranches } from '../sys/depart.service.ts'
import { dataScope } from '../sys/role.service.ts'
import { closeIfDue } from './close.service.ts'
import type { FrozenGroup } from './freeze.rules.ts'
import { type ManualMarks, readAnswers } from './grade.service.ts'
import { markedGroups, type Sight } from './marked.rules.ts'
import { bestAttempt } from './marking.paper.rules.ts'
import type { QuestionMark } from './marking.rules.ts'
import { isScoreShown, isShown, minutesUsed, type When } from './result.rules.ts'

const columns = ['paper.id', 'paper.examId', 'paper.title', 'paper.userId', 'paper.state', 'paper.exState', 'paper.exMsg'] as const
const figures = ['paper.score', 'paper.totalScore', 'paper.passScore', 'paper.passed', 'paper.startTime', 'paper.handTime'] as const

/** Papers with what their rows show of candidate and exam; prepared ones do not exist for anybody. */
export const listedPapers = (db: Database) =>
  db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('paper.state', '>=', 0)
    .select([...columns, ...figures])
    .select(['realName', 'deptName', 'exam.showScore', 'exam.showAnswer', 'exam.state as examState', 'exam.endTime'])
    .$narrowType<{ state: keyof typeof paperState; exState: keyof typeof exState }>()
type Listed = Awaited<ReturnType<ReturnType<typeof listedPapers>['executeTakeFirstOrThrow']>>

/** A row as its reader may see it. */
export function shownRow(row: Listed, scoreShown: boolean) {
  const { deptName, showScore: _score, showAnswer: _answer, examState: _state, endTime: _end, ...kept } = row
  return {
    ...kept,
    deptCode_dictText: deptName ?? '',
    score: scoreShown ? row.score : null,
    passed: scoreShown ? row.passed : null,
    userTime: minutesUsed(row.startTime, row.handTime),
  }
}

const examOf = ({ examState, endTime }: Listed) => ({ state: examState, endTime })

/** What a candidate may see of a paper now. */
export const sightOf = (row: Listed, now: Date): Sight => ({
  score: isScoreShown(row.showScore as When, row.state, examOf(row), now),
  answer: isShown(row.showAnswer as When, row.state, examOf(row), now),
})

/** The whole of a handed-in paper, as far as the reader may see it. */
export async function readMarked(db: Database, row: Listed, sight: Sight) {
  const rest = await db
    .selectFrom('paper')
    .where('id', '=', row.id)
    .select(['content', 'keys', 'marks', 'manual', 'receiptNo', 'version', 'quCount', 'answered'])
    .executeTakeFirstOrThrow()
  const { answers } = await readAnswers(db, row.id)
  const marks = (rest.marks as unknown as { marks: QuestionMark[] } | null)?.marks ?? []
  const frozen = { content: rest.content as unknown as FrozenGroup[], keys: rest.keys as unknown as QuestionKey[] }
  const marked = { answers, marks: new Map(marks.map((one) => [one.quId, one])), comments: rest.manual as unknown as ManualMarks }
  return {
    ...shownRow(row, sight.score),
    receiptNo: rest.receiptNo ?? '',
    version: rest.version,
    quCount: rest.quCount,
    answered: rest.answered,
    groups: markedGroups(frozen, marked, sight),
  }
}

/** No key leaves the house to somebody who sits the same exam again, nor, where all wait for the end, while anybody still sits it. */
async function isKeyNeeded(db: Database, { examId, userId, showAnswer }: Listed): Promise<boolean> {
  const sitting = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', 0)
    .$if(showAnswer !== 'closed', (q) => q.where('userId', '=', userId))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return sitting !== undefined
}

/** One's own result. Fails resultHidden while the paper is still open. */
export async function findResult(ctx: Ctx, { id }: Input<(typeof paper)['paper-result']>) {
  const { app, db, now, user } = ctx
  const find = () => listedPapers(db).where('paper.id', '=', id).where('paper.userId', '=', user.id).executeTakeFirst()
  let row = must(await find())
  if (row.state === 0) {
    await closeIfDue(app, id)
    row = must(await find())
  }
  if (row.state === 0) fail('resultHidden')
  const seen = sightOf(row, now)
  const sight = { ...seen, answer: seen.answer && !(await isKeyNeeded(db, row)) }
  return { ...(await readMarked(db, row, sight)), scoreShown: sight.score, answerShown: sight.answer }
}

const sortable = Object.fromEntries(['startTime', 'handTime', 'state', 'title'].map((name) => [name, `paper.${name}`]))

/** A condition on sys_user: whose papers somebody may look at who may look at papers at all (the data scope of his roles). */
export async function withinReach(ctx: Ctx): Promise<Expression<SqlBool>> {
  const scope = await dataScope(ctx)
  if (scope === 1) return sql<SqlBool>`true`
  return scope === 2 ? inDepartBranches('sysUser.deptCode', [ctx.user.deptCode]) : sql<SqlBool>`sys_user.id = ${ctx.user.id}`
}

/** Everybody's papers, as far as the data scope reaches, for who may list them, else one's own. Scores that a candidate may not see are null, and no filter or order betrays them. */
export async function pagePapers(ctx: Ctx, { params, ...paging }: Input<typeof paper.paging>) {
  const all = can(ctx, 'paper:list') && params.mine !== true
  const { passed } = params
  const reach = all ? await withinReach(ctx) : sql<SqlBool>`sys_user.id = ${ctx.user.id}`
  const query = listedPapers(ctx.db)
    .where(reach)
    .$if(params.examId !== undefined, (q) => q.where('paper.examId', '=', params.examId ?? ''))
    .$if(params.userId !== undefined, (q) => q.where('paper.userId', '=', params.userId ?? ''))
    .$if(params.state !== undefined, (q) => q.where('paper.state', '=', params.state ?? 0))
    .$if(!!params.realName, (q) => q.where('realName', 'ilike', containing(params.realName ?? '')))
    .$if(!!params.title, (q) => q.where('paper.title', 'ilike', containing(params.title ?? '')))
    .$if(passed !== undefined, (q) => q.where('paper.state', '=', 2).where('paper.passed', '=', passed ?? false))
    .$if(passed !== undefined && !all, (q) =>
      q.where(
        sql<boolean>`(show_score in ('handed', 'marked') or show_score = 'closed' and (exam.state <> 0 or exam.end_time <= ${ctx.now}))`,
      ),
    )
  const order = all ? { ...sortable, score: 'paper.score' } : sortable
  const page = await pageOf(query, paging, order, [['paper.id', 'desc']])
  return { ...page, records: page.records.map((row) => shownRow(row, all ? row.state === 2 : sightOf(row, ctx.now).score)) }
}

/** What the signed-in person has made of these exams; exams without a paper are left out. */
export async function listMine({ app, db, now, user }: Ctx, { examIds }: Input<(typeof paper)['list-mine']>) {
  if (examIds.length === 0) return []
  const rows = await listedPapers(db)
    .where('paper.userId', '=', user.id)
    .where('paper.examId', '=', sql<string>`any(${examIds}::bigint[])`)
    .orderBy('paper.id')
    .select('paper.deadlineAt')
    .execute()
  for (const row of rows)
    if (row.state === 0 && row.deadlineAt < now && (await closeIfDue(app, row.id))) {
      const { state, score, passed } = await db
        .selectFrom('paper')
        .where('id', '=', row.id)
        .select(['state', 'score', 'passed'])
        .$narrowType<{ state: keyof typeof paperState }>()
        .executeTakeFirstOrThrow()
      Object.assign(row, { state, score, passed })
    }
  const byExam = Map.groupBy(rows, (row) => row.examId)
  return [...byExam].map(([examId, papers]) => {
    const counted = papers.flatMap((row) => (sightOf(row, now).score && row.score !== null ? [{ ...row, score: row.score }] : []))
    const best = bestAttempt(counted)
    return {
      examId,
      tries: papers.filter((row) => row.state !== 3).length,
      ongoingPaperId: papers.find((row) => row.state === 0)?.id ?? null,
      lastPaperId: papers.findLast((row) => row.state !== 0)?.id ?? null,
      bestScore: best?.score ?? null,
      passed: best ? counted.some((row) => row.passed) : null,
      waitReview: papers.some((row) => row.state === 1),
    }
  })
}
