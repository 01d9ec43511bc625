// Departments: a tree; every user belongs to one node. A path of ids makes each branch one prefix.
import type { depart } from '@shuyuan/contract/people/org/depart.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { toTree } from '../../../kernel/tree.ts'
import { scopeOf } from '../role-menu/scope.service.ts'

/** All departments as a tree; with dicCode, the branch of that department code. */
export async function departTree(ctx: Ctx, { dicCode }: Input<typeof depart.tree>): Promise<Output<typeof depart.tree>> {
  const { db, user } = ctx
  const leader = user.permissions.has('sys:depart:list') ? await leaderName(ctx) : undefined
  const rows = await db
    .selectFrom('sysDepart')
    .$if(!!dicCode, (query) => query.where(inBranches([dicCode ?? ''])))
    .select(['id', 'parentId', 'deptName', 'deptCode', 'sort'])
    .$if(leader !== undefined, (query) => query.select(leader!))
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return toTree(rows)
}

/** The name of a department's leader, as a column of a query on sys_depart; empty for a leader outside the caller's data scope. */
export async function leaderName(ctx: Pick<Ctx, 'db' | 'user'>) {
  const { width, deptCodes } = await scopeOf(ctx)
  const isSeen = width === 'all' ? sql`true` : sql`(leader.id = ${ctx.user.id}::bigint or leader.dept_code = any(${deptCodes}::text[]))`
  const name = sql`select leader.real_name from sys_user leader where leader.id = sys_depart.leader_id and ${isSeen}`
  return sql<string>`coalesce((${name}), '')`.as('leaderName')
}

/** The codes of the departments that the caller leads, with all below them. */
export async function ledDeparts({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<string[]> {
  const rows = await db
    .selectFrom('sysDepart')
    .where(
      sql<boolean>`exists (select from sys_depart top where top.leader_id = ${user.id}::bigint and starts_with(sys_depart.path, top.path))`,
    )
    .orderBy('path')
    .select('deptCode')
    .execute()
  return rows.map((row) => row.deptCode)
}

/** Whether a user leads a department, as a column of a query on sys_user. */
export const leadsTeam = sql<boolean>`exists (select from sys_depart led where led.leader_id = sys_user.id)`.as('leadsTeam')

/** A condition on sys_depart: it lies in the branch of one of these department codes. */
const inBranches = (deptCodes: string[]) =>
  sql<boolean>`exists (select from sys_depart top
    where top.dept_code = any(${deptCodes}::text[]) and starts_with(sys_depart.path, top.path))`

/** A condition on a department code: it belongs to one of these departments or to a descendant. */
export const inDepartBranches = (codeColumn: string, deptCodes: string[]) =>
  sql<boolean>`${sql.ref(codeColumn)} in (select dept_code from sys_depart where ${inBranches(deptCodes)})`

/** The department's own code and the codes of all descendants; empty for an unknown code. */
export async function departBranch({ db }: Pick<Ctx, 'db'>, deptCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysDepart')
    .where(inBranches([deptCode]))
    .select('deptCode')
    .orderBy('path')
    .execute()
  return rows.map((row) => row.deptCode)
}

/** The codes from the root down to the department itself; empty for an unknown code. */
export async function ancestorsAndSelf({ db }: Pick<Ctx, 'db'>, deptCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysDepart')
    .where(
      sql<boolean>`id = any(select unnest(string_to_array(trim(both '/' from own.path), '/'))::bigint
        from sys_depart own where own.dept_code = ${deptCode})`,
    )
    .select('deptCode')
    .orderBy(sql`length(path)`)
    .execute()
  return rows.map((row) => row.deptCode)
}

/** Names by department code; unknown codes are missing. */
export async function namesOfDepts({ db }: Pick<Ctx, 'db'>, deptCodes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sysDepart')
    .where(sql<boolean>`dept_code = any(${[...new Set(deptCodes)]}::text[])`)
    .select(['deptCode', 'deptName'])
    .execute()
  return new Map(rows.map((row) => [row.deptCode, row.deptName]))
}

/** The root department, the default for users without another one. */
export function rootDepart(db: Database): Promise<{ id: string; deptCode: string }> {
  return db
    .selectFrom('sysDepart')
    .where('parentId', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'deptCode'])
    .executeTakeFirstOrThrow()
}
