// Menus: the sidebar of the back office, and the pages that a user may open.
import type { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { isLayout } from '@shuyuan/contract/people/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { site } from '../../site/config/config.service.ts'
import { heldMenus, lockedMenus } from './menu.rules.ts'
import { callerRightsOf } from './role.service.ts'
import { type Branch, toTree } from '../../../kernel/tree.ts'

export const menuColumns = [
  ...(['id', 'parentId', 'menuType', 'metaTitle', 'name', 'path'] as const),
  ...(['component', 'permissionTag', 'metaIcon', 'hidden', 'sort'] as const),
]

/** The page of hotel codes is of use to hotels only. */
const HOTEL_MENU = 'PropHotel'

/** The tags of a module's pages in the back office. */
const moduleTags = [
  ['moduleCert', /^cert:/],
  ['moduleCourse', /^(?:course|live):/],
  ['moduleExam', /^(?:exam|paper|tmpl|qu|repo):/],
] as const

/**
 * The user's menus with their ancestors, without functions. A route (a page without an entry in the sidebar, such as an edit form) comes
 * with its tag, so that granting a function opens its page. Those of a module that is off are left out, and with them their pages (decisions.md, 51). Learners get none: their menus are fixed (decisions.md, 13).
 */
export async function myMenus({ app, db, user }: Ctx): Promise<Output<typeof menu.routes>> {
  if (user.roleType !== RoleType.staff) return []
  const rows = await db
    .selectFrom('sysMenu')
    .where('menuType', '!=', MenuType.function)
    .select(menuColumns)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const ids = await grantedIds({ db, user })
  const { props } = await site({ app })
  const closed = moduleTags.filter(([module]) => !props[module]).map(([, tags]) => tags)
  const hotels = props.siteKind === 'hotel' || props.hotelProfile
  const open = rows.filter((row) => !closed.some((tags) => tags.test(row.permissionTag)) && (hotels || row.name !== HOTEL_MENU))
  const mine = open.filter((row) => ids.has(row.id) || (row.menuType === MenuType.route && user.permissions.has(row.permissionTag)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shownIds = new Set<string>()
  for (const { id } of mine) for (let at = byId.get(id); at && !shownIds.has(at.id); at = byId.get(at.parentId ?? '')) shownIds.add(at.id)
  return withPages(toTree(rows.filter((row) => shownIds.has(row.id))))
}

async function grantedIds({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<Set<string>> {
  const granted = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .where('sysUserRole.userId', '=', user.id)
    .select('menuId')
    .distinct()
    .execute()
  return new Set(granted.map((one) => one.menuId))
}

/** Every menu row in order, and the ids of those that the caller may grant: all for the administrator role. */
export async function myMenuRights(ctx: Ctx) {
  const rows = await ctx.db.selectFrom('sysMenu').select(menuColumns).orderBy('sort').orderBy('id').execute()
  const { isAdministrator, tags } = await callerRightsOf(ctx)
  return { rows, held: isAdministrator ? new Set(rows.map((row) => row.id)) : heldMenus(rows, await grantedIds(ctx), tags) }
}

/** Every menu, function and route as a tree; for the pages that edit and grant them. */
export async function menuTree(ctx: Ctx): Promise<Output<typeof menu.tree>> {
  const { rows, held } = await myMenuRights(ctx)
  const locked = lockedMenus(rows)
  return toTree(rows.map((row) => ({ ...row, held: held.has(row.id), locked: locked.has(row.id) })))
}

/** Removes layouts without pages. */
const withPages = <T extends { component: string }>(nodes: Branch<T>[]): Branch<T>[] =>
  nodes
    .map((node) => ({ ...node, children: withPages<T>(node.children) }))
    .filter(({ component, children }) => children.length > 0 || !(isLayout(component) || component === ''))
