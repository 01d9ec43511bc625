// The data scope that the roles of a user add up to (docs/decisions/0189). All that limits rows to a scope is built on this file.
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'

/** What a user sees of the people: all of them, those of some departments and themselves, or themselves alone. */
export type Scope = {
  width: 'all' | 'departs' | 'own'
  /** codes of the departments, with all below them; empty with another width */
  deptCodes: string[]
  /** paths of the highest of these departments */
  tops: string[]
  /** the user's own department is one of them */
  ownDepart: boolean
  /** equal for users who see the same, '' for all; part of the key of what is remembered */
  key: string
}

/** A query for the paths of the departments that the roles of a user reach: their own, or chosen ones. */
export const scopeTops = (userId: RawBuilder<unknown>) => sql<{ path: string }>`(
  select d.path from sys_user_role ur join sys_role r on r.id = ur.role_id
    join sys_user u on u.id = ur.user_id join sys_depart d on d.dept_code = u.dept_code
    where ur.user_id = ${userId} and r.data_scope = ${sql.lit(DataScope.branch)}
  union select d.path from sys_user_role ur join sys_role r on r.id = ur.role_id
    join sys_role_depart rd on rd.role_id = r.id join sys_depart d on d.dept_code = rd.dept_code
    where ur.user_id = ${userId} and r.data_scope = ${sql.lit(DataScope.chosen)})`

/** A condition: a role of the user has all data in scope. */
export const seesAll = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from sys_user_role ur join sys_role r on r.id = ur.role_id where ur.user_id = ${userId} and r.data_scope = ${sql.lit(DataScope.all)})`

type Reached = { all: boolean; tops: string[]; codes: string[]; own: string | null }

/** A value for `scopeIn`: what the roles of a user reach, to be read together with other columns. */
export const scopeColumn = (userId: string) => {
  const id = sql`${userId}::bigint`
  return sql<Reached>`(
    with top as materialized (select path from ${scopeTops(id)} reached where not ${seesAll(id)})
    select json_build_object('all', ${seesAll(id)}, 'tops', array(select path from top order by path),
      'codes', array(select dept_code from sys_depart where exists (select from top where starts_with(sys_depart.path, top.path)) order by path),
      'own', (select dept_code from sys_user where sys_user.id = ${id})))`
}

/** The data scope in a value of `scopeColumn`. */
export function scopeIn({ all, tops, codes, own }: Reached, userId: string): Scope {
  if (all) return { width: 'all', deptCodes: [], tops: [], ownDepart: true, key: '' }
  if (tops.length === 0) return { width: 'own', deptCodes: [], tops, ownDepart: false, key: `user ${userId}` }
  const ownDepart = own !== null && codes.includes(own)
  return { width: 'departs', deptCodes: codes, tops, ownDepart, key: `departs ${tops.join(' ')}${ownDepart ? '' : ` user ${userId}`}` }
}

/** The data scope of a user, read from the database: the sum of those of their roles. */
export async function scopeOf({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Scope> {
  const { scope } = await db.selectNoFrom(scopeColumn(user.id).as('scope')).executeTakeFirstOrThrow()
  return scopeIn(scope, user.id)
}
