// Menus: what the back office shows a person in its sidebar, and which of its pages he may open.
import type { menu } from '@shuyuan/contract/sys/menu.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Branch, toTree } from './tree.rules.ts'

const FUNCTION = 2
const ROUTE = 3
const columns = [
  ...(['id', 'parentId', 'menuType', 'metaTitle', 'name', 'path'] as const),
  ...(['component', 'permissionTag', 'metaIcon', 'hidden', 'sort'] as const),
]

/**
 * The person's menus with the menus above them, without functions. A route (a page without a place in the sidebar, such as an edit
 * form) comes with its tag, so that granting a function opens its page. Learners have none: theirs are fixed (decisions.md, 13).
 */
export async function myMenus({ db, user }: Ctx): Promise<Output<typeof menu.routes>> {
  if (user.roleType !== 2) return []
  const rows = await db.selectFrom('sysMenu').where('menuType', '!=', FUNCTION).select(columns).orderBy('sort').orderBy('id').execute()
  const granted = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .where('sysUserRole.userId', '=', user.id)
    .select('menuId')
    .distinct()
    .execute()
  const ids = new Set(granted.map((one) => one.menuId))
  const mine = rows.filter((row) => ids.has(row.id) || (row.menuType === ROUTE && user.permissions.has(row.permissionTag)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const kept = new Set<string>()
  for (const { id } of mine) for (let at = byId.get(id); at && !kept.has(at.id); at = byId.get(at.parentId ?? '')) kept.add(at.id)
  return withPages(toTree(rows.filter((row) => kept.has(row.id))))
}

/** A layout with nothing left in it is no menu. */
const withPages = <T extends { component: string }>(nodes: Branch<T>[]): Branch<T>[] =>
  nodes
    .map((node) => ({ ...node, children: withPages<T>(node.children) }))
    .filter(({ component, children }) => children.length > 0 || !['Layout', 'WebLayout', ''].includes(component))
