// Administration of roles: add, change, remove, and grant menus.
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import { type role, DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type Insertable, sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import type { SysRole } from '../../../kernel/tables.ts'
import { violates, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { listHolding } from '../../../kernel/postgres/holders.ts'
import { myMenuRights } from './menu.service.ts'
import { administratorMenus, changedGrants } from './menu.rules.ts'
import { builtInRole, isBuiltIn, whyNotBounds, whyNotAdminister } from './role.rules.ts'
import { callerRightsOf, deptCodesOf } from './role.service.ts'
import { invalidateUsers } from '../../session/session.service.ts'

/** The role, locked. Fails notFound, conflict for an outdated version, roleBeyond. */
async function mustAdminister(ctx: Ctx, id: string, version: number | undefined) {
  const row = must(
    await ctx.db.selectFrom('sysRole').where('id', '=', id).forUpdate().selectAll().select(deptCodesOf.as('deptCodes')).executeTakeFirst(),
  )
  const reason = whyNotAdminister(await callerRightsOf(ctx), row)
  if (reason !== null) fail('roleBeyond', reason)
  if (version !== undefined && version !== row.version) fail('conflict')
  return row
}

type Reach = { dataScope: DataScope; deptCodes: string[] }

async function storedReach({ db }: Ctx, id: string | undefined): Promise<Reach> {
  if (id === undefined) return { dataScope: DataScope.own, deptCodes: [] }
  const found = db
    .selectFrom('sysRole')
    .where('id', '=', id)
    .select(['dataScope', deptCodesOf.as('deptCodes')])
  return must(await found.executeTakeFirst())
}

/** Data scope and chosen departments as they will be stored. Fails at `deptCodes` where none are chosen, or for one that does not exist. */
async function wantedReach(
  ctx: Ctx,
  { id, dataScope, deptCodes }: Pick<Input<typeof role.save>, 'id' | 'dataScope' | 'deptCodes'>,
): Promise<Reach> {
  const stored = await storedReach(ctx, id)
  const wanted = { dataScope: dataScope ?? stored.dataScope, deptCodes: [...new Set(deptCodes ?? stored.deptCodes)] }
  if (wanted.dataScope !== DataScope.chosen) return { ...wanted, deptCodes: [] }
  if (wanted.deptCodes.length === 0) failField('deptCodes', say('roleDepartsMissing'))
  const known = await ctx.db.selectFrom('sysDepart').where('deptCode', 'in', wanted.deptCodes).select('deptCode').execute()
  if (known.length < wanted.deptCodes.length) failField('deptCodes', say('departGone'))
  return wanted
}

async function storeDeparts({ db }: Ctx, id: string, { deptCodes }: Reach) {
  await db
    .deleteFrom('sysRoleDepart')
    .where('roleId', '=', id)
    .where('deptCode', 'not in', ['', ...deptCodes])
    .execute()
  await sql`insert into sys_role_depart (role_id, dept_code) select ${id}, unnest(${deptCodes}::text[]) on conflict do nothing`.execute(db)
}

/**
 * Adds or changes a role; a new one may begin with the menus of another. Fails conflict where it was saved since, at `roleLevel` or `dataScope` for more than the caller has, at
 * `roleName` for a name in use, forbidden for a copy without the right to grant menus, roleKept where the administrator role would lose its level or scope.
 */
export async function saveRole(ctx: Ctx, { id, version, copyOf, dataScope, deptCodes, ...given }: Input<typeof role.save>) {
  const reach = await wantedReach(ctx, { id, dataScope, deptCodes })
  const beyond = whyNotBounds(await callerRightsOf(ctx), { ...given, ...reach })
  if (beyond) failField(beyond.field, beyond.reason)
  const form = { ...given, dataScope: reach.dataScope }
  try {
    if (id === undefined) {
      const added = await addRole(ctx, form, copyOf)
      await storeDeparts(ctx, added.id, reach)
      return added
    }
    const stored = await mustAdminister(ctx, id, version)
    if (id === builtInRole.administrator && (form.roleLevel !== 1 || form.dataScope !== DataScope.all)) fail('roleKept')
    await ctx.db
      .updateTable('sysRole')
      .set({ ...form, version: stored.version + 1 })
      .where('id', '=', id)
      .execute()
    await storeDeparts(ctx, id, reach)
    ctx.change.before = stored
    await refreshUsersOfRoles(ctx, [id])
    return { id }
  } catch (error) {
    if (violates(error, 'unique')) failField('roleName', say('roleNameTaken'))
    throw error
  }
}

async function addRole(ctx: Ctx, form: Insertable<SysRole>, copyOf: string | undefined) {
  if (copyOf !== undefined && !can(ctx, 'sys:role:menus')) fail('forbidden')
  const menus = copyOf === undefined ? [] : await listRoleMenus(ctx, { id: copyOf })
  const added = await ctx.db.insertInto('sysRole').values(form).returning('id').executeTakeFirstOrThrow()
  if (menus.length > 0) {
    const { held } = await myMenuRights(ctx)
    const granted = menus.filter((one) => held.has(one))
    await sql`insert into sys_role_menu (role_id, menu_id) select ${added.id}, unnest(${granted}::bigint[])`.execute(ctx.db)
  }
  return added
}

/** Fails roleInUse, with the number, while users have a role; roleKept for a built-in one. */
export async function deleteRoles(ctx: Ctx, { ids }: Input<typeof role.delete>): Promise<true> {
  const rows = await ctx.db
    .selectFrom('sysRole')
    .where(among('id', ids))
    .forUpdate()
    .select(['id', 'roleName', 'roleLevel', 'dataScope', deptCodesOf.as('deptCodes')])
    .execute()
  if (rows.length === 0) fail('notFound')
  if (rows.some((row) => isBuiltIn(row.id))) fail('roleKept', say('roleBuiltIn'))
  const chosen = rows.map((row) => row.id)
  const rights = await callerRightsOf(ctx)
  for (const row of rows) if (whyNotAdminister(rights, row) !== null) fail('roleBeyond', whyNotAdminister(rights, row) ?? undefined)
  const used = await ctx.db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .where(among('roleId', chosen))
    .groupBy(['sysRole.id', 'roleName'])
    .select(['sysRole.id', 'roleName', sql<number>`count(*)::int`.as('count')])
    .executeTakeFirst()
  if (used) {
    const holders = listHolding(ctx, 'usersOfRole', { id: used.id, title: used.roleName })
    fail('roleInUse', say('roleInUseNamed', { name: used.roleName, n: used.count }), { holders })
  }
  try {
    await ctx.db.deleteFrom('sysRole').where(among('id', chosen)).execute()
  } catch (error) {
    if (violates(error, 'reference')) fail('roleInUse')
    throw error
  }
  ctx.change.before = rows.map((row) => row.roleName)
  return true
}

/** Ids of the menus, functions and routes granted to a role. Fails notFound. */
export async function listRoleMenus({ db }: Ctx, { id }: Input<(typeof role)['list-menus']>): Promise<string[]> {
  must(await db.selectFrom('sysRole').where('id', '=', id).select('id').executeTakeFirst())
  const rows = await db.selectFrom('sysRoleMenu').where('roleId', '=', id).select('menuId').orderBy('menuId').execute()
  return rows.map((row) => row.menuId)
}

/**
 * Grants a role exactly these menus, among those that the caller holds: menus that the caller does not hold stay unchanged. Fails forbidden
 * for a menu that the caller does not hold, roleKept where the administrator role would lose what administration needs, conflict where the
 * role was saved since.
 */
export async function saveRoleMenus(ctx: Ctx, { id, menuIds, version }: Input<(typeof role)['save-menus']>): Promise<true> {
  const stored = await mustAdminister(ctx, id, version)
  const before = new Set(await listRoleMenus(ctx, { id }))
  const { rows, held } = await myMenuRights(ctx)
  const known = new Set(rows.map((row) => row.id))
  if (menuIds.some((one) => !known.has(one))) fail('notFound', say('menusGone'))
  const { foreign, added, removed } = changedGrants(before, new Set(menuIds), held)
  if (foreign.length > 0) fail('forbidden', say('menusForeign'))
  if (id === builtInRole.administrator) {
    const needed = administratorMenus(rows)
    if (removed.some((one) => needed.has(one))) fail('roleKept', say('administratorMenus'))
  }
  await ctx.db.deleteFrom('sysRoleMenu').where('roleId', '=', id).where(among('menuId', removed)).execute()
  await sql`insert into sys_role_menu (role_id, menu_id) select ${id}, unnest(${added}::bigint[]) on conflict do nothing`.execute(ctx.db)
  await ctx.db
    .updateTable('sysRole')
    .set({ version: stored.version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.change.before = { removed }
  ctx.change.after = { added }
  await refreshUsersOfRoles(ctx, [id])
  return true
}

/** Makes every node reload the rights of the users with these roles once this call has committed. */
export async function refreshUsersOfRoles(ctx: Ctx, roleIds: string[]) {
  const rows = await ctx.db.selectFrom('sysUserRole').where(among('roleId', roleIds)).select('userId').distinct().execute()
  ctx.afterCommit(() =>
    invalidateUsers(
      ctx.app,
      rows.map((row) => row.userId),
    ),
  )
}
