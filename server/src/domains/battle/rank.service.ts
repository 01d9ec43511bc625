// The ranking of a season, of everybody or of a department with its branches.
import type { battle } from '@shuyuan/contract/battle/battle.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { inDepartBranches } from '../sys/org/depart.service.ts'
import { seasonOf } from './battle.rules.ts'

type Ranking = Output<typeof battle.rank>
const BEST = 100
const SEASONS = 8

/** The best hundred of a season and the caller; equal ratings are ordered by battles won, then by user. */
export async function rankBattles(ctx: Ctx, asked: Input<typeof battle.rank>): Promise<Ranking> {
  const { db, user } = ctx
  const present = seasonOf(ctx.now)
  const season = asked.season ?? present
  const branch = asked.deptCode ? inDepartBranches('sysUser.deptCode', [asked.deptCode]) : sql<boolean>`true`
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
  const seasons = await db.selectFrom('battleRank').select('season').distinct().orderBy('season', 'desc').limit(SEASONS).execute()
  return { season, seasons: [...new Set([present, ...seasons.map((one) => one.season)])], records, mine }

  async function placeOf({ rating, win, userId }: { rating: number; win: number; userId: string }): Promise<number> {
    const { before } = await ranked
      .where(sql<boolean>`(-rating, -win, battle_rank.user_id) < (${-rating}::int, ${-win}::int, ${userId}::bigint)`)
      .select(sql<number>`count(*)::int`.as('before'))
      .executeTakeFirstOrThrow()
    return before + 1
  }
}

const shown = <T extends { deptName: string | null }>({ deptName, ...row }: T, place: number) => ({
  ...row,
  place,
  deptCode_dictText: deptName ?? '',
})
