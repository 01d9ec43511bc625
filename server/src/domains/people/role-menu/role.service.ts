// Roles: a user's rights are the sum of the menus of their roles.
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { type role, DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { type Bounds, builtInRole, isBuiltIn, type CallerRights, whyNotGrant, whyNotAdminister } from './role.rules.ts'
import { scopeOf } from './scope.service.ts'

const columns = ['id', 'roleName', 'roleLevel', 'dataScope', 'needTotp', 'remark', 'version'] as const
type Stored = Bounds & {
  id: string
  roleName: string
  deptCodes: string[]
  deptNames: string[]
  needTotp: boolean
  remark: string
  version: number
}

const ofChosen = (column: 'dept_code' | 'dept_name') => sql<string[]>`array(select ${sql.ref(`d.${column}`)}
  from sys_role_depart rd join sys_depart d on d.dept_code = rd.dept_code
  where rd.role_id = sys_role.id and sys_role.data_scope = ${sql.lit(DataScope.chosen)} order by d.path)`
/** The codes of the chosen departments of a row of sys_role, in the order of the tree. */
export const deptCodesOf = ofChosen('dept_code')
const withDeparts = [...columns, deptCodesOf.as('deptCodes'), ofChosen('dept_name').as('deptNames')] as const

/** A condition on sys_role: it has a permission, which only a back-office user can use. */
export const opensBackOffice = sql<boolean>`exists (
  select from sys_role_menu given join sys_menu on sys_menu.id = given.menu_id where given.role_id = sys_role.id and sys_menu.permission_tag <> '')`

/** The names of those of these roles that need a back-office user. */
export async function backOfficeRoles({ db }: Pick<Ctx, 'db'>, roleIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sysRole')
    .where(among('id', roleIds))
    .where(opensBackOffice)
    .orderBy('roleLevel')
    .orderBy('id')
    .select('roleName')
    .execute()
  return rows.map((row) => row.roleName)
}

/** Every role with its level, the highest first, for selects. */
export async function listRoles(ctx: Ctx): Promise<Output<typeof role.list>> {
  const rows = await ctx.db
    .selectFrom('sysRole')
    .select(withDeparts)
    .select(opensBackOffice.as('backOffice'))
    .orderBy('roleLevel')
    .orderBy('id')
    .execute()
  const reasons = await whyNot(ctx, rows)
  return rows.map(({ id, roleName, roleLevel, backOffice }) => ({
    id,
    roleName,
    roleLevel,
    grantable: reasons.get(id) === undefined,
    backOffice,
  }))
}

/** Roles by name and scope, the highest level first. */
export async function pageRoles(ctx: Ctx, { params, ...paging }: Input<typeof role.paging>): Promise<Output<typeof role.paging>> {
  const { roleName, dataScope: scope } = params
  const query = ctx.db
    .selectFrom('sysRole')
    .select(withDeparts)
    .$if(!!roleName, (q) => q.where('roleName', 'ilike', containing(roleName ?? '')))
    .$if(scope !== undefined, (q) => q.where('dataScope', '=', scope!))
  const sortable = { roleName: 'roleName', roleLevel: 'roleLevel', dataScope: 'dataScope' }
  const page = await pageOf(query, paging, sortable, [
    ['roleLevel', 'asc'],
    ['id', 'asc'],
  ])
  return { ...page, records: await shown(ctx, page.records) }
}

/** Fails notFound. */
export async function findRole(ctx: Ctx, { id }: Input<typeof role.detail>): Promise<Output<typeof role.detail>> {
  const row = must(await ctx.db.selectFrom('sysRole').where('id', '=', id).select(withDeparts).executeTakeFirst())
  return must((await shown(ctx, [row]))[0])
}

async function shown(ctx: Ctx, rows: Stored[]) {
  const counts = await ctx.db
    .selectFrom('sysUserRole')
    .where(
      among(
        'roleId',
        rows.map((row) => row.id),
      ),
    )
    .groupBy('roleId')
    .select(['roleId', sql<number>`count(*)::int`.as('count')])
    .execute()
  const byRole = new Map(counts.map((one) => [one.roleId, one.count]))
  const rights = await callerRightsOf(ctx)
  return rows.map((row) => ({
    ...row,
    dataScope: row.dataScope as DataScope,
    userCount: byRole.get(row.id) ?? 0,
    builtIn: isBuiltIn(row.id),
    editable: whyNotAdminister(rights, row) === null,
  }))
}

/**
 * The rights of the caller's roles, read from the database: a session may be half a minute old. An API token has no more than its own
 * permissions, so that no user gets others through it.
 */
export async function callerRightsOf({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<CallerRights> {
  const roles = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .where('userId', '=', user.id)
    .select(['sysRole.id', 'roleLevel'])
    .execute()
  const tags = await tagsOf(
    db,
    roles.map((one) => one.id),
  )
  return {
    isAdministrator: user.apiToken === undefined && roles.some((one) => one.id === builtInRole.administrator),
    level: Math.min(Number.POSITIVE_INFINITY, ...roles.map((one) => one.roleLevel)),
    scope: await scopeOf({ db, user }),
    tags: new Set([...tags.values()].flatMap((one) => [...one]).filter((tag) => user.apiToken === undefined || user.permissions.has(tag))),
  }
}

/** The permission tags of each of these roles. */
async function tagsOf(db: Ctx['db'], roleIds: string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('sysRoleMenu')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .where(among('roleId', roleIds))
    .where('permissionTag', '!=', '')
    .select(['roleId', 'permissionTag'])
    .execute()
  const byRole = new Map<string, Set<string>>(roleIds.map((id) => [id, new Set()]))
  for (const row of rows) byRole.get(row.roleId)?.add(row.permissionTag)
  return byRole
}

/** Why the caller may not grant roles, by their ids; roles that they may grant are missing. */
async function whyNot(ctx: Pick<Ctx, 'db' | 'user'>, rows: (Bounds & Pick<Stored, 'id' | 'roleName'>)[]) {
  const rights = await callerRightsOf(ctx)
  const tags = await tagsOf(
    ctx.db,
    rows.map((row) => row.id),
  )
  const reasons = new Map<string, Message>()
  for (const row of rows) {
    const reason = whyNotGrant(rights, { ...row, tags: tags.get(row.id) ?? new Set() })
    if (reason !== null) reasons.set(row.id, reason)
  }
  return reasons
}

export { builtInRole } from './role.rules.ts'
