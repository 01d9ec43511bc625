// Lists of battles: the caller's own, and all of them in the back office.
import {
  type battle,
  type BattleEnding,
  battleMode,
  type BattleMode,
  battleState,
  type BattleState,
} from '@shuyuan/contract/battle/battle.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { pageByKey } from '../../kernel/page.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../people/user/data-scope.service.ts'
import { usersNamed } from '../people/user/name-search.service.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { among } from '../../kernel/database.ts'

type Page = Output<typeof battle.paging>

const battles = ({ db }: Ctx) =>
  db
    .selectFrom('battle')
    .leftJoin('battleSide as one', (join) => join.onRef('one.battleId', '=', 'battle.id').on('one.side', '=', 1))
    .leftJoin('battleSide as two', (join) => join.onRef('two.battleId', '=', 'battle.id').on('two.side', '=', 2))
    .leftJoin('sysUser as first', 'first.id', 'one.userId')
    .leftJoin('sysUser as second', 'second.id', 'two.userId')
    .leftJoin('repo', 'repo.id', 'battle.repoId')
    .select(['battle.id', 'battle.repoId', 'repo.title as repoTitle', 'battle.mode', 'battle.state', 'battle.winner', 'battle.ending'])
    .select(['battle.createTime', 'battle.endTime', 'first.realName as firstName', 'second.realName as secondName'])
    .select(['one.score as firstScore', 'two.score as secondScore', 'two.robotLevel'])

type Row = Awaited<ReturnType<ReturnType<typeof battles>['executeTakeFirstOrThrow']>>

const shown = ({ repoTitle, firstName, secondName, firstScore, secondScore, robotLevel, ...row }: Row): Page['records'][number] => ({
  ...row,
  repoId_dictText: repoTitle ?? '',
  mode: row.mode as BattleMode,
  mode_dictText: battleMode[row.mode as BattleMode],
  state: row.state,
  state_dictText: battleState[row.state as BattleState],
  oneName: firstName ?? '',
  twoName: robotLevel === null ? (secondName ?? '') : '机器人',
  oneScore: firstScore ?? 0,
  twoScore: secondScore ?? 0,
  ending: row.ending === '' ? null : (row.ending as BattleEnding),
})

// ids grow with the time of creation
const plan = { key: 'battle.id', sortable: { createTime: 'battle.id' }, fallback: [['battle.id', 'desc']] as [string, 'asc' | 'desc'][] }

/** Battles that the list reaches; older ones are found by person, bank or state. */
const DEEPEST = 10_000

/** From this number of people on it takes less to look at every battle than at the battles of each person. */
const MANY = 6_000

async function areMany({ db }: Ctx, deptCodes: string[]): Promise<boolean> {
  if (deptCodes.length === 0) return false
  const { rows } = await sql<{ many: boolean }>`select count(*) >= ${MANY} as many
    from (select from sys_user where dept_code = any(${deptCodes}::text[]) limit ${MANY}) as found`.execute(db)
  return rows[0]?.many ?? false
}

/** A condition: a side of the battle lies within the caller's data scope. */
async function ofReach(ctx: Ctx, deptCodes: string[]) {
  if (await areMany(ctx, deptCodes))
    return sql<boolean>`exists (select from battle_side side where side.battle_id = battle.id and ${await ofUsersWithinDataScope(ctx, 'side.userId')})`
  // the offset keeps the planner from reading the sides of everybody instead of looking up each person
  return sql<boolean>`battle.id = any(array(select side.battle_id from sys_user
    cross join lateral (select battle_id from battle_side where battle_side.user_id = sys_user.id offset 0) side where ${await withinDataScope(ctx)}))`
}

/** Battles of people within the caller's data scope, newest first. */
export async function pageBattles(ctx: Ctx, { params, ...paging }: Input<typeof battle.paging>): Promise<Page> {
  const { realName, repoId, mode, state } = params
  const named = ctx.db
    .selectFrom('battleSide')
    .where('battleSide.userId', '=', usersNamed(realName ?? ''))
    .select('battleSide.battleId')
  const { width, deptCodes } = await scopeOf(ctx)
  const isLimited = width !== 'all'
  const reached = isLimited ? await ofReach(ctx, deptCodes) : sql<boolean>`true`
  const query = battles(ctx)
    .$if(!!realName, (q) => q.where('battle.id', 'in', named))
    // the first side of every battle is a person
    .$if(isLimited, (q) => q.where(reached))
    .$if(repoId !== undefined, (q) => q.where('battle.repoId', '=', repoId!))
    .$if(mode !== undefined, (q) => q.where('battle.mode', '=', mode!))
    .$if(state !== undefined, (q) => q.where('battle.state', '=', state!))
  const limits = isLimited && !realName ? { most: 1_000, deepest: 1_000 } : { deepest: DEEPEST }
  const page = await pageByKey(ctx.db, query, paging, { ...plan, ...limits })
  return { ...page, records: page.records.map(shown) }
}

/** The caller's own battles, newest first. */
export async function pageOwnBattles(ctx: Ctx, { params, ...paging }: Input<(typeof battle)['my-paging']>): Promise<Page> {
  const own = ctx.db.selectFrom('battleSide').where('userId', '=', ctx.user.id).select('battleId')
  const query = battles(ctx)
    .where('battle.id', 'in', own)
    .$if(params.mode !== undefined, (q) => q.where('battle.mode', '=', params.mode!))
  const page = await pageByKey(ctx.db, query, paging, plan)
  return { ...page, records: page.records.map(shown) }
}

/** Deletes battles; ratings stay. Fails notFound, and deletes nothing, if one is unknown or outside the caller's data scope. */
export async function deleteBattles(ctx: Ctx, { ids }: Input<typeof battle.delete>): Promise<true> {
  const wanted = [...new Set(ids)]
  const ofPerson = ctx.db
    .selectFrom('battleSide')
    .innerJoin('sysUser', 'sysUser.id', 'battleSide.userId')
    .where(sql<boolean>`battle_side.battle_id = battle.id`)
    .where(await withinDataScope(ctx))
    .select('battleSide.side')
  const gone = await ctx.db
    .deleteFrom('battle')
    .where(among('battle.id', wanted))
    .where((eb) => eb.exists(ofPerson))
    .returning(['id', 'repoId', 'mode', 'state', 'winner', 'ending', 'createTime'])
    .execute()
  if (gone.length < wanted.length) fail('notFound')
  ctx.change.before = gone
  return true
}
