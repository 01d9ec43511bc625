// Whose figures a caller sees: the people of the departments that they lead, or of their data scope with `stat:team`.
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { departBranch, ledDeparts } from '../../people/org/depart.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { nameHas } from '../../people/user/name-search.service.ts'

export type Team = {
  /** a condition on sys_user; accounts that cannot sign in belong to no team */
  people: RawBuilder<SqlBool>
  /** everybody: too many to be sorted by their figures for each page */
  all: boolean
  /** equal for callers who see the same */
  key: string
}

/** A condition on sys_user: the account is active and has not ended. */
export const isPresent = (now: Date) =>
  sql<SqlBool>`(sys_user.state = ${sql.lit(UserState.active)} and (sys_user.expire_time is null or sys_user.expire_time > ${now}::timestamptz))`

/**
 * Read from the database for each call: a leader who loses the department is refused at once. Fails forbidden for others.
 * @param now when the accounts of the team must not have ended
 */
export async function teamOf(ctx: Ctx, wide = false, now = ctx.now): Promise<Team> {
  const led = await ledDeparts(ctx)
  const may = ctx.user.permissions.has('stat:team')
  if (!may && (wide || led.length === 0)) fail('forbidden')
  const own = ctx.user.id
  const of = (codes: readonly string[]) =>
    sql<SqlBool>`(${isPresent(now)} and sys_user.id <> ${own}::bigint and sys_user.dept_code = any(${codes}::text[]))`
  if (!wide && led.length > 0) return { people: of(led), all: false, key: `led ${own} ${led.join(' ')}` }
  const { width, deptCodes } = await scopeOf(ctx)
  if (width === 'all') return { people: isPresent(now), all: true, key: '' }
  return { people: of(deptCodes), all: false, key: `team ${own} ${deptCodes.join(' ')}` }
}

/** The people of a department with its branches, and with a name. */
export async function among(
  ctx: Ctx,
  team: Team,
  { deptCode, realName }: { deptCode?: string | undefined; realName?: string | undefined },
) {
  const conditions = [team.people]
  if (deptCode) conditions.push(sql<SqlBool>`sys_user.dept_code = any(${await departBranch(ctx, deptCode)}::text[])`)
  if (realName) conditions.push(nameHas('sys_user', realName))
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
