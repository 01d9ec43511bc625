// The ranking of an activity: for players, for the back office, and as a workbook.
import type { activity } from '@shuyuan/contract/activity/activity.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { keyedPageOf, type Paging } from '../../kernel/page.ts'
import { appPart } from '../../kernel/part.ts'
import { writeSheets, xlsxType } from '../../kernel/sheet/spreadsheet.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../people/user/data-scope.service.ts'
import { usersNamed } from '../people/user/name-search.service.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { mustFindActivity, players } from './activity.service.ts'
import { prizeOf } from './activity.rules.ts'
import { mustBeInvited } from './mine.service.ts'
import { placesOf } from './place.service.ts'
import { storedPrizes, titledPrizes } from './prize.service.ts'
import { among } from '../../kernel/database.ts'

type Ranking = Output<typeof activity.rank>
type Found = Awaited<ReturnType<typeof mustFindActivity>>
const BEST = 100
const KEPT_MS = 2_000
const MOST_ROWS = 50_000

type Kept = { at: number; rows: Awaited<ReturnType<typeof readBest>> }
/** The best players of each activity, kept for two seconds: in the last minute every player looks at them. */
const keptOf = appPart(() => new Map<string, Kept>())

const results = ({ db }: Pick<Ctx, 'db'>, id: string) =>
  db
    .selectFrom('activityBest')
    .innerJoin('sysUser', 'sysUser.id', 'activityBest.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('activityId', '=', id)
    .select(['activityBest.userId', 'userName', 'realName', 'avatar', 'deptName', 'score', 'ms', 'time', 'tries', 'place'])

const readBest = (ctx: Pick<Ctx, 'db'>, id: string) =>
  results(ctx, id).orderBy('score', 'desc').orderBy('ms').orderBy('time').orderBy('activityBest.userId').limit(BEST).execute()

async function bestOf(ctx: Ctx, id: string) {
  const kept = keptOf(ctx.app)
  const known = kept.get(id)
  const at = ctx.now.getTime()
  if (known && at - known.at < KEPT_MS && at >= known.at) return known.rows
  const rows = await readBest(ctx, id)
  for (const [key, one] of kept) if (at - one.at >= KEPT_MS) kept.delete(key)
  kept.set(id, { at, rows })
  return rows
}

type Row = Awaited<ReturnType<typeof readBest>>[number]
function ranked({ deptName, ...row }: Row, place: number, rule: Pick<Found, 'prizes' | 'prizeScore'>) {
  const prize = prizeOf(rule, { place, score: row.score })
  return { ...row, place, deptCode_dictText: deptName ?? '', prize: prize?.points ?? 0, cert: prize?.certId_dictText ?? '' }
}

/** Fails as mustBeInvited, and activityRankLater before the end where the ranking is shown after it; neither for callers with activity:list. */
export async function rankActivity(ctx: Ctx, { id }: Input<typeof activity.rank>): Promise<Ranking> {
  const isStaff = can(ctx, 'activity:list')
  const row = isStaff ? await mustFindActivity(ctx, id) : await mustBeInvited(ctx, id)
  if (!isStaff && row.showRank === 'after' && !row.settled) fail('activityRankLater')
  const records = (await bestOf(ctx, id)).map((one, at) => ranked(one, at + 1, row))
  const known = records.find((one) => one.userId === ctx.user.id)
  const own = known ? undefined : await results(ctx, id).where('activityBest.userId', '=', ctx.user.id).executeTakeFirst()
  const places = own ? await placesOf(ctx, id, [own]) : undefined
  const mine = known ?? (own ? ranked(own, places?.get(own.userId) ?? 0, row) : null)
  return { settled: row.settled, players: row.players, records, mine }
}

type Order = [string, 'asc' | 'desc'][]
const best: Order = [
  ['score', 'desc'],
  ['ms', 'asc'],
  ['time', 'asc'],
  ['activityBest.userId', 'asc'],
]
const worst = best.map(([column, direction]) => [column, direction === 'asc' ? 'desc' : 'asc']) as Order

/** Results of a part of the players that a list reaches: those of all others are passed on the way. */
const DEEPEST = 1_000

/** Place and score are the order of the ranking, which an index has. */
function inOrder({ orders = [], ...paging }: Paging): { paging: Paging; fallback: Order } {
  const [first] = orders
  if (first === undefined) return { paging, fallback: best }
  // an unknown column is refused with the page
  if (first.column !== 'place' && first.column !== 'score') return { paging: { ...paging, orders }, fallback: best }
  return { paging, fallback: (first.column === 'place') === first.asc ? best : worst }
}

/** All results with their places, of people within the caller's data scope; none for an unknown activity. */
export async function pageResults(
  ctx: Ctx,
  { params, ...paging }: Input<(typeof activity)['rank-paging']>,
): Promise<Output<(typeof activity)['rank-paging']>> {
  const { id = '0', realName } = params
  const row = await ctx.db.selectFrom('activity').where('id', '=', id).select(['prizes', 'prizeScore', players]).executeTakeFirst()
  const prizes = await titledPrizes(ctx, storedPrizes(row?.prizes ?? []))
  const found = ctx.db
    .selectFrom('activityBest')
    .where('activityId', '=', id)
    .where(await ofUsersWithinDataScope(ctx, 'activityBest.userId'))
    .$if(!!realName, (q) => q.where('activityBest.userId', '=', usersNamed(realName ?? '')))
  const { paging: asked, ...order } = inOrder(paging)
  // a page of the whole ranking: the places follow from the number of the page
  const isWhole = !realName && (await scopeOf(ctx)).width === 'all'
  const from = (paging.current - 1) * paging.size
  const counted = (ids: string[]) => {
    if (order.fallback === best) return new Map(ids.map((userId, at) => [userId, from + at + 1]))
    return new Map(ids.map((userId, at) => [userId, (row?.players ?? 0) - from - at]))
  }
  const read = async (ids: string[]) => {
    const rows = await results(ctx, id).where(among('activityBest.userId', ids)).execute()
    const places = isWhole ? counted(ids) : await placesOf(ctx, id, rows)
    return rows.map((one) => ({
      ...ranked(one, places.get(one.userId) ?? 0, { prizes, prizeScore: row?.prizeScore ?? 0 }),
      id: one.userId,
    }))
  }
  return keyedPageOf(ctx.db, found, asked, {
    key: 'activityBest.userId',
    sortable: {},
    ...order,
    ...(!isWhole && { most: DEEPEST, deepest: DEEPEST }),
    read,
  })
}

/** Results with the place among all players, limited to the data scope. */
const placed = async (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom((db) =>
      db
        .selectFrom('activityBest')
        .where('activityId', '=', id)
        .select(['userId', 'score', 'ms', 'time', 'tries'])
        .select(sql<number>`(row_number() over (order by score desc, ms, time, user_id))::int`.as('place'))
        .as('ranked'),
    )
    .innerJoin('sysUser', 'sysUser.id', 'ranked.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(await withinDataScope(ctx))
    .select(['ranked.userId', 'userName', 'realName', 'avatar', 'deptName', 'score', 'ms', 'time', 'tries', 'ranked.place'])

/** Fails notFound, exportTooLong. */
export async function exportResults(ctx: Ctx, { id }: Input<typeof activity.export>): Promise<FileReply> {
  const row = await mustFindActivity(ctx, id)
  const rows = await (
    await placed(ctx, id)
  )
    .orderBy('ranked.place')
    .limit(MOST_ROWS + 1)
    .execute()
  if (rows.length > MOST_ROWS) fail('exportTooLong', sayError('exportTooLong', { n: MOST_ROWS.toLocaleString('en-US') }))
  const awards = await ctx.db
    .selectFrom('activityAward')
    .leftJoin('cert', 'cert.id', 'activityAward.certId')
    .where('activityId', '=', id)
    .select(['userId', 'points', 'cert.title'])
    .execute()
  const awardOf = new Map(awards.map((one) => [one.userId, one]))
  const body = await writeSheets([
    {
      name: '成绩',
      columns: [
        { header: '名次', width: 10, kind: 'number' },
        { header: '账号', width: 18 },
        { header: '姓名', width: 16 },
        { header: '部门', width: 24 },
        { header: '成绩', width: 12, kind: 'number' },
        { header: '用时（秒）', width: 14, kind: 'number' },
        { header: '交卷时间', width: 20, kind: 'time' },
        { header: '次数', width: 10, kind: 'number' },
        { header: '奖励积分', width: 12, kind: 'number' },
        { header: '奖励证书', width: 24 },
      ],
      rows: rows.map((one) => [
        one.place,
        one.userName,
        one.realName,
        one.deptName ?? '',
        one.score / 100,
        Math.round(one.ms / 10) / 100,
        one.time,
        one.tries,
        awardOf.get(one.userId)?.points ?? '',
        awardOf.get(one.userId)?.title ?? '',
      ]),
    },
  ])
  return { name: `活动成绩_${row.title}_${toWallClock(ctx.now).slice(0, 10)}.xlsx`, type: xlsxType, body }
}
