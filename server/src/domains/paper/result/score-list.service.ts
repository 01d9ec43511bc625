// The score list: papers by filters and rank, or the caller's own. Exports use the same query.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { among, containing, type Database, gathered } from '../../../kernel/database.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { nameHas } from '../../people/user/name-search.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { blindTo, isBlind, madeExams } from '../grade/paper-scope.service.ts'
import { ownBest, passShown } from './own-result.service.ts'
import { anonymous, type Listed, listedPapers, shownRow, sightOf } from './result.service.ts'

export type ScoreFilters = Input<typeof paper.paging>['params']

/** The counted attempt of each candidate: the highest score, the earliest of equal ones (exam-rules.md, *Best-of attempts*). */
const isBest = sql<SqlBool>`paper.state = ${sql.lit(PaperState.done)} and not exists (select from paper better
  where better.exam_id = paper.exam_id and better.user_id = paper.user_id and better.state = ${sql.lit(PaperState.done)}
    and (better.score > paper.score or better.score = paper.score and (better.start_time, better.id) < (paper.start_time, paper.id)))`

/** isBest for the papers of one exam, found at once. */
const bestOf = (examId: string) => sql<SqlBool>`paper.id in (select distinct on (user_id) id from paper
  where exam_id = ${examId}::bigint and state = ${sql.lit(PaperState.done)} order by user_id, score desc, start_time, id)`

/** The position of a paper by score; unfinished papers sort below a score of 0. The index paper_by_score has this expression. */
const scoreOrder = sql<number>`(case when paper.state = ${sql.lit(PaperState.done)} then paper.score else -1 end)`

/**
 * A query for papers that match the filters and that the caller may list, without columns; `all` is false if only own papers are included. It joins
 * nothing: conditions on people and exams are subqueries, so that counts and pages read the papers' indexes.
 */
export async function matchingPapers(ctx: Ctx, params: ScoreFilters) {
  const all = can(ctx, 'paper:list') && params.mine !== true
  const { passed } = params
  let query = ctx.db
    .selectFrom('paper')
    .where('paper.state', '>=', PaperState.open)
    .$if(!all, (q) => q.where('paper.userId', '=', ctx.user.id))
    .$if(params.examId !== undefined, (q) => q.where('paper.examId', '=', params.examId ?? ''))
    .$if(params.userId !== undefined, (q) => q.where('paper.userId', '=', params.userId ?? ''))
    .$if(params.state !== undefined, (q) => q.where('paper.state', '=', params.state!))
    .$if(!!params.title, (q) =>
      q.where(
        'paper.examId',
        'in',
        ctx.db
          .selectFrom('exam')
          .where('exam.title', 'ilike', containing(params.title ?? ''))
          .select('exam.id'),
      ),
    )
    .$if(passed !== undefined, (q) => q.where('paper.state', '=', PaperState.done).where('paper.passed', '=', passed ?? false))
    .$if(passed !== undefined && !all, (q) =>
      q.where('paper.examId', 'in', ctx.db.selectFrom('exam').where(passShown(ctx.now)).select('exam.id')),
    )
    .$if(params.exState !== undefined, (q) => q.where('paper.exState', '=', params.exState!).where('paper.state', '>', PaperState.open))
    .$if(params.handFrom !== undefined, (q) => q.where('paper.handTime', '>=', params.handFrom!))
    .$if(params.handTo !== undefined, (q) => q.where('paper.handTime', '<=', params.handTo!))
  if (!all && params.realName) query = query.where(await ofPeople(ctx.db, [[nameHas('sys_user', params.realName)]]))
  if (!all) return { all, query: params.bestOnly === true ? query.where(ownBest(ctx)) : query }
  const made = await madeExams(ctx)
  const scope = await scopeWays(ctx)
  const named = await namedConditions(ctx, params)
  // the maker of an exam sees all of its papers (docs/decisions/0052)
  if (scope.length > 0 && made.length > 0) {
    const inScope = await ofPeople(
      ctx.db,
      scope.map((one) => [one]),
    )
    query = query.where(sql<SqlBool>`(${inScope} or paper.exam_id = any(${made}::bigint[]))`)
  }
  const ways = scope.length > 0 && made.length === 0 ? scope.map((one) => [one, ...named]) : [named]
  if (ways.some((way) => way.length > 0)) query = query.where(await ofPeople(ctx.db, ways))
  query = query
    .$if(params.flagged !== undefined, (q) => q.where('paper.flagTimes', params.flagged ? '>' : '=', 0))
    .$if(params.scoreFrom !== undefined, (q) => q.where(sql<SqlBool>`${scoreOrder} >= ${params.scoreFrom!}`))
    .$if(params.scoreTo !== undefined, (q) => q.where(sql<SqlBool>`${scoreOrder} between 0 and ${params.scoreTo!}`))
    .$if(params.bestOnly === true, (q) => q.where(params.examId === undefined ? isBest : bestOf(params.examId)))
  // a filter by person must not reveal whose paper a blind one is
  const byName = params.userId !== undefined || !!params.realName || !!params.deptCode
  if (byName && can(ctx, 'paper:review')) query = query.where(sql<SqlBool>`not ${blindTo(ctx)}`)
  return { all, query }
}

/**
 * The caller's data scope as conditions on the candidates of which each meets one at most: an index finds those of departments, and a caller outside of
 * them is a row of their own. None for a caller who sees all candidates.
 */
async function scopeWays(ctx: Ctx): Promise<Expression<SqlBool>[]> {
  const { width, deptCodes, ownDepart } = await scopeOf(ctx)
  if (width === 'all') return []
  const own = sql<SqlBool>`sys_user.id = ${ctx.user.id}`
  const departs = sql<SqlBool>`sys_user.dept_code = any(${deptCodes}::text[])`
  if (width === 'own') return [own]
  return ownDepart ? [departs] : [departs, own]
}

const namedConditions = async (ctx: Ctx, { realName, deptCode }: ScoreFilters): Promise<Expression<SqlBool>[]> => [
  ...(realName ? [nameHas('sys_user', realName)] : []),
  ...(deptCode ? [await inBranch(ctx, deptCode)] : []),
]

/** With the codes themselves the planner knows how many people there are. */
const inBranch = async (ctx: Ctx, deptCode: string) => sql<SqlBool>`sys_user.dept_code = any(${await departBranch(ctx, deptCode)}::text[])`

/** Fewer people than this: their papers are gathered by candidate. */
const FEW = 20_000

/**
 * A condition on paper: its candidate meets the conditions on sys_user of exactly one of these ways. The papers of few people are gathered, whatever
 * the order: a walk along the newest papers would pass nearly all of them where these people have not sat an exam for long.
 */
async function ofPeople(db: Database, ways: readonly (readonly Expression<SqlBool>[])[]): Promise<Expression<SqlBool>> {
  const people = sql`${sql.join(
    ways.map((conditions) => sql`select sys_user.id from sys_user where ${sql.join(conditions, sql` and `)}`),
    sql` union all `,
  )}`
  const first = sql`select from (${people}) as each limit ${FEW}`
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${first}) as found`.execute(db)
  return (rows[0]?.n ?? 0) < FEW ? gathered(sql`paper.user_id`, people) : sql<SqlBool>`paper.user_id in (${people})`
}

/** Ranks of these papers within their exam, by paper id. Only counted attempts have a rank; equal scores share one. */
export async function ranksOf(db: Database, examId: string, paperIds: readonly string[]): Promise<Map<string, number>> {
  if (paperIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; place: number }>`
    with best as (
      select max(score) as score from paper where exam_id = ${examId} and state = ${sql.lit(PaperState.done)} group by user_id),
    scores as materialized (select score, count(*)::int as people from best group by score)
    select paper.id, (select 1 + coalesce(sum(people), 0)::int from scores where scores.score > paper.score) as place
    from paper where paper.id = any(${paperIds}::bigint[]) and paper.exam_id = ${examId} and ${isBest}`.execute(db)
  return new Map(rows.map(({ id, place }) => [id, place]))
}

const plain = Object.fromEntries(['startTime', 'handTime', 'state', 'title'].map((name) => [name, `paper.${name}`]))
/** Every paper of a candidate is compared with the others. */
const BEST_COUNTED = 1_000
/** Orders by a column of another table: no index of the papers supports them. */
const byPerson = new Set(['realName', 'userName'])
/** Papers that such an order reaches. */
const DEEPEST = 10_000
/** Best papers over all exams: each is compared with the others of its candidate. */
const DEEPEST_BEST = 5_000

/** Whether the caller marks papers whose candidates are hidden. Without any, an index serves an order by name. */
async function hasBlindPapers(ctx: Ctx): Promise<boolean> {
  if (!can(ctx, 'paper:review')) return false
  const { rows } = await sql`select from exam where mark_blind and exists (select from paper
    where paper.exam_id = exam.id and paper.state between ${sql.lit(PaperState.open)} and ${sql.lit(PaperState.marking)}) limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/**
 * One page of papers: within the caller's data scope with paper:list, otherwise own ones. Hidden scores are null, and neither filters nor orders
 * reveal them.
 */
export async function pagePapers(ctx: Ctx, { params, ...paging }: Input<typeof paper.paging>) {
  const { all, query } = await matchingPapers(ctx, params)
  const named = all && (paging.orders ?? []).some((one) => byPerson.has(one.column))
  // an order by name must not reveal whose paper a blind one is
  const hides = named && (await hasBlindPapers(ctx))
  const hiding = (name: string) =>
    hides ? sql`case when ${blindTo(ctx)} then '' else ${sql.ref(`sysUser.${name}`)} end` : `sysUser.${name}`
  const forAll = { ...plain, score: scoreOrder, flagTimes: 'paper.flagTimes', realName: hiding('realName'), userName: hiding('userName') }
  const found = named ? query.innerJoin('sysUser', 'sysUser.id', 'paper.userId') : query
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'paper.id',
    sortable: all ? forAll : plain,
    fallback: [['paper.id', 'desc']],
    read: (ids) => listedPapers(ctx.db).where(among('paper.id', ids)).select('sysUser.userName').execute(),
    deepest: params.bestOnly && params.examId === undefined ? DEEPEST_BEST : named ? DEEPEST : undefined,
    most: params.bestOnly && params.examId === undefined ? BEST_COUNTED : undefined,
    // the best papers of an exam are found by all of its papers
    isWhole: params.bestOnly === true && params.examId !== undefined,
  })
  const ranks =
    all && params.examId !== undefined
      ? await ranksOf(
          ctx.db,
          params.examId,
          page.records.map((row) => row.id),
        )
      : new Map<string, number>()
  const show = (row: Listed & { userName: string; flagTimes: number }) => {
    if (!all) return { ...shownRow(row, sightOf(row, ctx.now).score), userName: ctx.user.userName, flagTimes: 0, rank: null }
    const blind = isBlind(ctx, row)
    const more = { userName: blind ? '' : row.userName, flagTimes: row.flagTimes, rank: ranks.get(row.id) ?? null }
    return { ...shownRow(blind ? anonymous(row) : row, row.state === PaperState.done), ...more }
  }
  return { ...page, records: page.records.map(show) }
}
