// Limits of user administration: which users a caller sees (data scope), and what they may change.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, gathered, lookedUp } from '../../../kernel/database.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { type Bounds, builtInRole, whyNotGrant } from '../role-menu/role.rules.ts'
import { callerRightsOf, deptCodesOf } from '../role-menu/role.service.ts'
import { scopeOf, type Scope } from '../role-menu/scope.service.ts'

/** A condition on sys_user: the user lies within the caller's data scope. */
export async function withinDataScope(ctx: Pick<Ctx, 'db' | 'user'>): Promise<Expression<SqlBool>> {
  const scope = await scopeOf(ctx)
  if (scope.width === 'all') return sql<SqlBool>`true`
  return scope.width === 'own' ? sql<SqlBool>`sys_user.id = ${ctx.user.id}` : inDeparts(scope, ctx)
}

// codes as a value: the planner estimates how many users they have, but not how many a subquery over the tree yields
const inDeparts = ({ deptCodes, ownDepart }: Scope, { user }: Pick<Ctx, 'user'>) =>
  ownDepart
    ? sql<SqlBool>`sys_user.dept_code = any(${deptCodes}::text[])`
    : sql<SqlBool>`(sys_user.dept_code = any(${deptCodes}::text[]) or sys_user.id = ${user.id})`

/**
 * The same for a table of what users have, by its column with their id: a subquery instead of a join, so that a list still reads the table's
 * indexes alone.
 */
export async function ofUsersWithinDataScope(ctx: Pick<Ctx, 'db' | 'user'>, userIdColumn: string): Promise<Expression<SqlBool>> {
  const scope = await scopeOf(ctx)
  if (scope.width === 'all') return sql<SqlBool>`true`
  if (scope.width === 'own') return sql<SqlBool>`${sql.ref(userIdColumn)} = ${ctx.user.id}`
  const people = peopleOf(scope.deptCodes)
  // with the caller as a row of their own the index of departments is enough
  const all = scope.ownDepart ? people : sql`${people} union all select ${ctx.user.id}::bigint`
  return lookedUp(sql`${sql.ref(userIdColumn)} in (${all})`)
}

/** `ofUsersWithinDataScope` for one row, or a table of few: their users are looked up one by one, and not among all of the scope. */
export async function ofUserWithinDataScope(ctx: Pick<Ctx, 'db' | 'user'>, userIdColumn: string): Promise<Expression<SqlBool>> {
  const { width, deptCodes, ownDepart } = await scopeOf(ctx)
  const column = sql.ref(userIdColumn)
  if (width === 'all') return sql<SqlBool>`true`
  if (width === 'own') return sql<SqlBool>`${column} = ${ctx.user.id}`
  // a value, and not `exists`, of which the planner would make a hash of everybody
  const isWithin = sql<SqlBool>`(select owner.dept_code from sys_user owner where owner.id = ${column}) = any(${deptCodes}::text[])`
  return ownDepart ? isWithin : sql<SqlBool>`(${column} = ${ctx.user.id} or ${isWithin})`
}

/** Fewer people than this have few enough rows that all of them are gathered sooner than others are passed on the way to a page. */
const FEW = 10_000

/**
 * A condition on a table of what users have, by its column with their id: the rows of few people are gathered by an index that begins with the column,
 * those of many are looked up on the way. For lists where a walk to a page, or a count, passes the rows of all other people.
 * @param people a query for their ids
 */
export async function ofPeople({ db }: Pick<Ctx, 'db'>, userIdColumn: string, people: RawBuilder<unknown>): Promise<Expression<SqlBool>> {
  const first = sql`select from (${people}) as each limit ${FEW}`
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${first}) as found`.execute(db)
  const column = sql.ref(userIdColumn)
  return (rows[0]?.n ?? 0) < FEW ? gathered(column, people) : lookedUp(sql`${column} in (${people})`)
}

/** `ofUsersWithinDataScope` as `ofPeople`. */
export async function ofPeopleWithinDataScope(ctx: Pick<Ctx, 'db' | 'user'>, userIdColumn: string): Promise<Expression<SqlBool>> {
  const { width, deptCodes, ownDepart } = await scopeOf(ctx)
  if (width !== 'departs') return ofUsersWithinDataScope(ctx, userIdColumn)
  const people = peopleOf(deptCodes)
  return ofPeople(ctx, userIdColumn, ownDepart ? people : sql`${people} union all select ${ctx.user.id}::bigint`)
}

/** The users of these departments, by an index alone. */
export const peopleOf = (deptCodes: readonly string[]) =>
  sql`select sys_user.id from sys_user where sys_user.dept_code = any(${deptCodes}::text[])`

export type ManagedUser = {
  id: string
  userName: string
  realName: string
  state: UserState
  deptCode: string
  roleType: RoleType
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
    .where(among('sysUser.id', wanted))
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
  const { rows } = await sql<Bounds & { id: string; roleName: string; tags: string[] }>`
    select id, role_name, role_level, data_scope, ${deptCodesOf} as dept_codes, array(select distinct permission_tag from sys_role_menu rm join sys_menu m on m.id = rm.menu_id
      where rm.role_id = sys_role.id and permission_tag <> '') as tags
    from sys_role`.execute(ctx.db)
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

/** The departments that lie within the caller's data scope; null: all. */
export async function departsWithinScope(ctx: Pick<Ctx, 'db' | 'user'>): Promise<string[] | null> {
  const { width, deptCodes } = await scopeOf(ctx)
  return width === 'all' ? null : deptCodes
}

/** Fails at the field for a department that does not exist or lies outside the caller's data scope. */
export async function mustReachDepart(ctx: Ctx, deptCode: string): Promise<void> {
  const { width, deptCodes } = await scopeOf(ctx)
  const row = await ctx.db.selectFrom('sysDepart').where('deptCode', '=', deptCode).select('id').executeTakeFirst()
  if (!row) failField('deptCode', say('departGone'))
  if (width !== 'all' && !deptCodes.includes(deptCode)) failField('deptCode', say('departBeyondReach'))
}

/**
 * Runs a change that may affect an administrator's role, state, account or expiry. Fails lastAdministrator where no administrator could
 * sign in any more, or none whose account does not expire.
 * @param concerned users who could be affected
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
