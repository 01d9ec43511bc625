// Limits of user administration: which users a caller sees (data scope), and what they may change.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/sys/people/user-row.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { lookedUp } from '../../../kernel/database.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { departBranch, inDepartBranches } from '../org/depart.service.ts'
import { builtInRole, whyNotGrant } from '../role-menu/role.rules.ts'
import { dataScope, callerRightsOf } from '../role-menu/role.service.ts'

/** A condition on sys_user: the user lies within the caller's data scope. */
export async function withinDataScope(ctx: Pick<Ctx, 'db' | 'user'>): Promise<Expression<SqlBool>> {
  const scope = await dataScope(ctx)
  if (scope === DataScope.all) return sql<SqlBool>`true`
  return scope === DataScope.branch ? inCallersBranch(ctx) : sql<SqlBool>`sys_user.id = ${ctx.user.id}`
}

// codes as a value: the planner estimates how many users they have, but not how many a subquery over the tree yields
const inCallersBranch = async (ctx: Pick<Ctx, 'db' | 'user'>) =>
  sql<SqlBool>`sys_user.dept_code = any(${await departBranch(ctx, ctx.user.deptCode)}::text[])`

/**
 * The same for a table of what users have, by its column with their id: a subquery instead of a join, so that a list still reads the table's
 * indexes alone.
 */
export async function ofUsersWithinDataScope(ctx: Pick<Ctx, 'db' | 'user'>, userIdColumn: string): Promise<Expression<SqlBool>> {
  const scope = await dataScope(ctx)
  if (scope === DataScope.all) return sql<SqlBool>`true`
  if (scope === DataScope.own) return sql<SqlBool>`${sql.ref(userIdColumn)} = ${ctx.user.id}`
  return lookedUp(sql`${sql.ref(userIdColumn)} in (select sys_user.id from sys_user where ${await inCallersBranch(ctx)})`)
}

export type ManagedUser = {
  id: string
  userName: string
  realName: string
  state: number
  deptCode: string
  roleType: number
  version: number
  roles: string[]
}

/**
 * Locks users who are about to be changed. Fails notFound for an unknown user or one outside the caller's data scope, userBeyond for one
 * with a role that the caller may not grant.
 */
export async function mustManage(ctx: Ctx, ids: readonly string[]): Promise<ManagedUser[]> {
  const wanted = [...new Set(ids)]
  const people = await ctx.db
    .selectFrom('sysUser')
    .where(sql<SqlBool>`sys_user.id = any(${wanted}::bigint[])`)
    .where(await withinDataScope(ctx))
    .orderBy('id')
    .forUpdate()
    .select(['id', 'userName', 'realName', 'state', 'deptCode', 'roleType', 'version'])
    .execute()
  if (people.length < wanted.length) fail('notFound')
  const roles = await rolesOf(ctx, wanted)
  const managed = people.map((one) => ({ ...one, roles: roles.get(one.id) ?? [] }))
  const may = grantable(await judgedRoles(ctx))
  const beyond = managed.find((one) => one.id !== ctx.user.id && one.roles.some((role) => !may.has(role)))
  if (beyond) fail('userBeyond', say('userBeyondNamed', { name: beyond.realName }))
  return managed
}

type NamedRole = {
  id: string
  roleName: string
  /** why the caller may not grant or revoke it, or null */ refusal: Message | null
  backOffice: boolean
}

/** Every role with the reason why the caller may not grant it, or null, and whether it has permissions. */
export async function judgedRoles(ctx: Ctx): Promise<NamedRole[]> {
  const rights = await callerRightsOf(ctx)
  const { rows } = await sql<{ id: string; roleName: string; roleLevel: number; dataScope: number; tags: string[] }>`
    select id, role_name, role_level, data_scope, array(select distinct permission_tag from sys_role_menu rm join sys_menu m on m.id = rm.menu_id
      where rm.role_id = r.id and permission_tag <> '') as tags
    from sys_role r`.execute(ctx.db)
  return rows.map(({ tags, ...role }) => ({
    id: role.id,
    roleName: role.roleName,
    refusal: whyNotGrant(rights, { ...role, tags: new Set(tags) }),
    backOffice: tags.length > 0,
  }))
}

const grantable = (roles: NamedRole[]) => new Set(roles.filter((one) => one.refusal === null).map((one) => one.id))

/** Role ids by user id, highest role level first; users without roles are missing. */
export async function rolesOf({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; roles: string[] }>`
    select user_id as id, array_agg(role_id::text order by role_level, r.id) as roles
    from sys_user_role join sys_role r on r.id = role_id
    where user_id = any(${ids}::bigint[]) group by user_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.roles]))
}

/** Fails at the field for a role that does not exist or that the caller may not grant; roles in `held` are not checked. */
export async function mustGrant(ctx: Ctx, roles: readonly string[], held: readonly string[] = []): Promise<void> {
  const given = roles.filter((id) => !held.includes(id))
  if (given.length === 0) return
  const known = new Map((await judgedRoles(ctx)).map((one) => [one.id, one]))
  for (const id of given) {
    const one = known.get(id)
    if (!one) failField('roles', say('roleGone'))
    if (one.refusal !== null) failField('roles', one.refusal)
  }
}

/** Fails at the field for a department that does not exist or lies outside the caller's data scope. */
export async function mustReachDepart(ctx: Ctx, deptCode: string): Promise<void> {
  const scope = await dataScope(ctx)
  const row = await ctx.db
    .selectFrom('sysDepart')
    .where('deptCode', '=', deptCode)
    .select(inDepartBranches('deptCode', [ctx.user.deptCode]).as('isOwn'))
    .executeTakeFirst()
  if (!row) failField('deptCode', say('departGone'))
  if (scope === DataScope.own || (scope === DataScope.branch && !row.isOwn)) failField('deptCode', say('departBeyondReach'))
}

/**
 * Runs a change that may affect an administrator's role, state, account or expiry. Fails lastAdministrator where no administrator could
 * sign in any more, or none whose account does not expire.
 * @param concerned users who may be affected
 */
export async function keepingAdministrator<T>(
  ctx: Ctx,
  concerned: readonly Pick<ManagedUser, 'roles'>[],
  act: () => Promise<T>,
): Promise<T> {
  if (!concerned.some((one) => one.roles.includes(builtInRole.administrator))) return act()
  // two administrators who remove each other concurrently must not both succeed
  await ctx.db.selectFrom('sysRole').where('id', '=', builtInRole.administrator).select('id').forNoKeyUpdate().execute()
  const before = await administration(ctx)
  const value = await act()
  if ((await administration(ctx)) < before) fail('lastAdministrator')
  return value
}

/** 2: an administrator can always sign in; 1: until their account expires; 0: none can. */
async function administration({ db, now }: Ctx): Promise<number> {
  const rows = await db
    .selectFrom('sysUser')
    .innerJoin('sysUserRole', 'userId', 'sysUser.id')
    .where('roleId', '=', builtInRole.administrator)
    .where('state', '=', UserState.active)
    .where('roleType', '=', RoleType.staff)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .select('expireTime')
    .execute()
  return rows.some((row) => row.expireTime === null) ? 2 : Math.min(rows.length, 1)
}
