// Similar papers of an exam as the back office sees them. Both papers of a pair have to be within the caller's scope.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type examSimilar, PairLevel, type PairState, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { blindTo, withinPaperScope } from '../../paper/grade/paper-scope.service.ts'
import { namesOfDepts } from '../../people/org/depart.service.ts'
import { SIMILAR_JOB } from './job.service.ts'
import { versionSumOf } from './papers.service.ts'

type Calls = typeof examSimilar
type Person = Output<Calls['groups']>[number]['people'][number]

const isUnfinished = (state: number) => state === SimilarState.queued || state === SimilarState.running

/** Queues the comparison. Fails notFound, similarOpen, similarBlind, similarBusy. */
export async function runSimilar(ctx: Ctx, { examId }: Input<Calls['run']>): Promise<Output<Calls['run']>> {
  const { app, db, now, user } = ctx
  const { markBlind } = await mustFindExam(ctx, examId)
  const states = await db.selectFrom('paper').where('examId', '=', examId).distinct().select('state').execute()
  if (states.some((one) => one.state === PaperState.open)) fail('similarOpen')
  if (markBlind && states.some((one) => one.state === PaperState.marking)) fail('similarBlind')
  // two requests at the same time become one after the other
  await sql`lock table exam_similar in share row exclusive mode`.execute(db)
  const running = await db
    .selectFrom('examSimilar')
    .where('state', 'in', [SimilarState.queued, SimilarState.running])
    .select(['examId', 'state'])
    .executeTakeFirst()
  if (running && running.examId !== examId) fail('similarBusy')
  if (running) return { state: running.state }
  const row = { state: SimilarState.queued, problem: '', runBy: user.id, runTime: now, leaseUntil: null }
  await db
    .insertInto('examSimilar')
    .values({ examId, ...row })
    .onConflict((conflict) => conflict.column('examId').doUpdateSet(row))
    .execute()
  ctx.afterCommit(() =>
    app.jobs
      .send(app.db, SIMILAR_JOB, {})
      .catch((error: unknown) => app.log.debug({ err: error }, 'a comparison waits for the next scheduled run')),
  )
  return { state: SimilarState.queued }
}

/** The exam and the earlier exams that its papers were compared with. */
export async function comparedExams(ctx: Ctx, examId: string): Promise<string[]> {
  const run = await ctx.db.selectFrom('examSimilar').where('examId', '=', examId).select('earlier').executeTakeFirst()
  return [examId, ...(run?.earlier ?? [])]
}

/** Ids of the papers of these exams that the caller may see. */
export async function visiblePapers(ctx: Ctx, examIds: readonly string[]) {
  return ctx.db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where(among('paper.examId', examIds))
    .where(await withinPaperScope(ctx))
    .where(sql<SqlBool>`not ${blindTo(ctx)}`)
    .select('paper.id')
}

async function shownPairs(ctx: Ctx, examId: string) {
  const visible = await visiblePapers(ctx, await comparedExams(ctx, examId))
  return ctx.db
    .selectFrom('examSimilarPair')
    .where('examSimilarPair.examId', '=', examId)
    .where('level', '>', PairLevel.kept)
    .where('paperA', 'in', visible)
    .where('paperB', 'in', visible)
}

export async function similarState(ctx: Ctx, { examId }: Input<Calls['state']>): Promise<Output<Calls['state']>> {
  await mustFindExam(ctx, examId)
  const row = await ctx.db.selectFrom('examSimilar').where('examId', '=', examId).selectAll().executeTakeFirst()
  const none = { papers: 0, pairs: 0, stale: false, runTime: null, seconds: null, earlier: [], shown: 0, hidden: 0, leftOut: [] }
  if (!row) return { state: null, problem: '', ...none }
  const count = sql<number>`count(*)::int`.as('n')
  const { n: shown } = await (await shownPairs(ctx, examId)).select(count).executeTakeFirstOrThrow()
  const { n: all } = await ctx.db
    .selectFrom('examSimilarPair')
    .where('examId', '=', examId)
    .where('level', '>', PairLevel.kept)
    .select(count)
    .executeTakeFirstOrThrow()
  const left = row.leftOut as unknown as { paperId: string; reason: 'pattern' | 'fewAnswers' }[]
  const people = await peopleOf(
    ctx,
    examId,
    left.map((one) => one.paperId),
  )
  return {
    state: row.state,
    problem: row.problem as '' | 'few' | 'unfit' | 'long',
    papers: row.papers,
    pairs: Number(row.pairs),
    stale: !isUnfinished(row.state) && row.versionSum !== (await versionSumOf(ctx.db, [examId, ...row.earlier])),
    runTime: row.runTime,
    seconds: row.seconds,
    earlier: await ctx.db.selectFrom('exam').where(among('id', row.earlier)).orderBy('id').select(['id', 'title']).execute(),
    shown,
    hidden: all - shown,
    leftOut: left.flatMap(({ paperId, reason }) => {
      const person = people.get(paperId)
      return person ? [{ ...person, reason }] : []
    }),
  }
}

/** The candidates of papers by paper, within the caller's scope. */
export async function peopleOf(ctx: Ctx, examId: string, paperIds: readonly string[]): Promise<Map<string, Person>> {
  const rows = await ctx.db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where(among('paper.id', paperIds))
    .where('paper.id', 'in', await visiblePapers(ctx, await comparedExams(ctx, examId)))
    .select(['paper.id as paperId', 'userName', 'realName', sql<string>`coalesce(sys_user.dept_code, '')`.as('deptCode')])
    .execute()
  const names = await namesOfDepts(
    ctx,
    rows.map((one) => one.deptCode),
  )
  return new Map(rows.map(({ deptCode, ...row }) => [row.paperId, { ...row, deptCode_dictText: names.get(deptCode) ?? '' }]))
}

const columns = [
  'examSimilarPair.id',
  'paperA',
  'paperB',
  'family',
  'level',
  'common',
  'same',
  'sameWrong',
  'expected',
  'together',
  'textShare',
  'facts',
  'groupNo',
  'examSimilarPair.state',
  'version',
] as const

/** One page of the shown pairs of an exam, those to look at first before the others, the most unusual ones first. Fails notFound without an exam. */
export async function pageSimilar(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { level, family, state, groupNo } = params
  const examId = must(params.examId)
  const query = (await shownPairs(ctx, examId))
    .$if(level !== undefined, (q) => q.where('level', '=', level!))
    .$if(family !== undefined, (q) => q.where('family', '=', family!))
    .$if(state !== undefined, (q) => q.where('examSimilarPair.state', '=', state!))
    .$if(groupNo !== undefined, (q) => q.where('groupNo', '=', groupNo!))
    .select([...columns, 'pLog10'])
  const sortable = { level: 'level', same: 'same', sameWrong: 'sameWrong', common: 'common' }
  const page = await pageOf(query, paging, sortable, [
    ['level', 'desc'],
    ['pLog10', 'asc'],
    ['examSimilarPair.id', 'asc'],
  ])
  return { ...page, records: await shownRows(ctx, examId, page.records) }
}

type Stored = Pick<
  Output<Calls['paging']>['records'][number],
  'id' | 'family' | 'common' | 'same' | 'sameWrong' | 'groupNo' | 'version'
> & {
  paperA: string
  paperB: string
  level: PairLevel
  expected: number
  together: number | null
  textShare: number | null
  facts: unknown
  state: PairState
}

export async function shownRows(ctx: Ctx, examId: string, rows: readonly Stored[]): Promise<Output<Calls['paging']>['records']> {
  const people = await peopleOf(
    ctx,
    examId,
    rows.flatMap((one) => [one.paperA, one.paperB]),
  )
  return rows.map(({ paperA, paperB, facts, level, ...row }) => ({
    ...row,
    level: level === PairLevel.first ? PairLevel.first : PairLevel.look,
    expected: Math.round(row.expected * 10) / 10,
    facts: facts as { sameAddress: boolean | null; texts: { quId: string; share: number; common: number }[] },
    a: must(people.get(paperA)),
    b: must(people.get(paperB)),
  }))
}

/** Connected people, with the people whom the caller may see; a group of which only one is visible is left out. */
export async function listGroups(ctx: Ctx, { examId }: Input<Calls['groups']>): Promise<Output<Calls['groups']>> {
  const rows = await (
    await shownPairs(ctx, examId)
  )
    .where('groupNo', '>', 0)
    .orderBy('groupNo')
    .select(['groupNo', 'paperA', 'paperB'])
    .execute()
  const people = await peopleOf(
    ctx,
    examId,
    rows.flatMap((one) => [one.paperA, one.paperB]),
  )
  return [...Map.groupBy(rows, (one) => one.groupNo)].map(([groupNo, pairs]) => ({
    groupNo,
    pairs: pairs.length,
    people: [...new Set(pairs.flatMap((one) => [one.paperA, one.paperB]))].flatMap((id) => people.get(id) ?? []),
  }))
}

export async function listFast(ctx: Ctx, { examId }: Input<Calls['fast']>): Promise<Output<Calls['fast']>> {
  await mustFindExam(ctx, examId)
  const rows = await ctx.db
    .selectFrom('examFast')
    .where('examId', '=', examId)
    .orderBy('share', 'desc')
    .orderBy('paperId')
    .select(['paperId', 'share', 'count'])
    .execute()
  const people = await peopleOf(
    ctx,
    examId,
    rows.map((one) => one.paperId),
  )
  return rows.flatMap(({ paperId, share, count }) => {
    const person = people.get(paperId)
    return person ? [{ ...person, share: Math.round(share * 100) / 100, count }] : []
  })
}

/** A shown pair that the caller may see. Fails notFound. */
export async function mustFindPair(ctx: Ctx, pairId: string) {
  const { examId } = must(await ctx.db.selectFrom('examSimilarPair').where('id', '=', pairId).select('examId').executeTakeFirst())
  const pairs = await shownPairs(ctx, examId)
  return { examId, ...must(await pairs.where('examSimilarPair.id', '=', pairId).select(columns).executeTakeFirst()) }
}

/** Notes what a person thinks of a pair; earlier notes stay. Fails notFound, conflict. */
export async function noteSimilar(ctx: Ctx, { pairId, version, state, note }: Input<Calls['note']>): Promise<Output<Calls['note']>> {
  await mustFindPair(ctx, pairId)
  const changed = await ctx.db
    .updateTable('examSimilarPair')
    .set({ state, version: version + 1 })
    .where('id', '=', pairId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!changed) fail('conflict')
  await ctx.db.insertInto('examSimilarNote').values({ pairId, state, note, createBy: ctx.user.id, createTime: ctx.now }).execute()
  return changed
}
