// The ranking of a season, of everybody or of a department with its branches.
import type { battle } from '@shuyuan/contract/battle/battle.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { departBranch } from '../people/org/depart.service.ts'
import { seasonOf } from './battle.rules.ts'

type Ranking = Output<typeof battle.rank>
const BEST = 100
const SEASONS = 8

/** The best hundred of a season and the caller; equal ratings are ordered by battles won, then by user. */
export async function rankBattles(ctx: Ctx, asked: Input<typeof battle.rank>): Promise<Ranking> {
  const { db, user } = ctx
  const present = seasonOf(ctx.now)
  const season = asked.season ?? present
  const branch = asked.deptCode ? await inBranch(ctx, asked.deptCode) : sql<boolean>`true`
  const ranked = db
    .selectFrom('battleRank')
    .innerJoin('sysUser', 'sysUser.id', 'battleRank.userId')
    .where('season', '=', season)
    .where(branch)
  const people = ranked
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .select(['battleRank.userId', 'realName', 'avatar', 'deptName', 'rating', 'win', 'lose', 'draw'])
  const best = await people.orderBy('rating', 'desc').orderBy('win', 'desc').orderBy('battleRank.userId').limit(BEST).execute()
  const records = best.map((row, at) => shown(row, at + 1))
  const known = records.find((one) => one.userId === user.id)
  const own = known ? undefined : await people.where('battleRank.userId', '=', user.id).executeTakeFirst()
  const mine = known ?? (own ? shown(own, await placeOf(own)) : null)
  return { season, seasons: [...new Set([present, ...(await lastSeasons(ctx))])], records, mine }

  async function placeOf({ rating, win, userId }: { rating: number; win: number; userId: string }): Promise<number> {
    const { before } = await ranked
      .where(sql<boolean>`(-rating, -win, battle_rank.user_id) < (${-rating}::int, ${-win}::int, ${userId}::bigint)`)
      .select(sql<number>`count(*)::int`.as('before'))
      .executeTakeFirstOrThrow()
    return before + 1
  }
}

/** Fewer people than this: their ratings are gathered by person. */
const FEW = 10_000

/** A condition on the ratings of a department with its branches. The few of a department stand far apart in the ranking of all. */
async function inBranch(ctx: Ctx, deptCode: string): Promise<RawBuilder<boolean>> {
  const codes = await departBranch(ctx, deptCode)
  const people = ctx.db
    .selectFrom('sysUser')
    .where('deptCode', '=', sql<string>`any(${codes}::text[])`)
    .select('sysUser.id')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${people.limit(FEW)}) as found`.execute(ctx.db)
  return (rows[0]?.count ?? 0) < FEW
    ? sql<boolean>`battle_rank.user_id = any(array(${people}))`
    : sql<boolean>`sys_user.dept_code = any(${codes}::text[])`
}

/** The latest seasons with ratings: one look into the index for each instead of a pass over all ratings. */
async function lastSeasons({ db }: Pick<Ctx, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ season: string }>`
    with recursive found as (
      select max(season) as season from battle_rank
      union all select (select max(season) from battle_rank where battle_rank.season < found.season) from found where found.season is not null)
    select season from found where season is not null limit ${SEASONS}`.execute(db)
  return rows.map((one) => one.season)
}

const shown = <T extends { deptName: string | null }>({ deptName, ...row }: T, place: number) => ({
  ...row,
  place,
  deptCode_dictText: deptName ?? '',
})
