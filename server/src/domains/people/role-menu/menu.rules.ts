// Which menus cannot be removed or changed, and which menus of a role a caller may change.
import { isLayout } from '@shuyuan/contract/people/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'

/** Names of the rows without which no user could restore a role's access to a page. */
const lockedNames =
  'SysMenu TagSysMenuAdd TagSysMenuUpdate TagSysMenuDelete SysRole TagSysRoleAdd TagSysRoleUpdate TagSysRoleDelete TagSysRoleMenus'.split(
    ' ',
  )
/** Menus that the administrator role cannot lose: the locked ones, and user administration. */
const administration = new Set([...lockedNames, 'SysUser', 'TagSysUserAdd', 'TagSysUserUpdate'])

type Row = { id: string; parentId: string | null; name: string }
type LockedFields = { menuType: number; component: string; permissionTag: string; name: string; hidden: boolean }

const namesAbove = (rows: readonly Row[], names: ReadonlySet<string>): Set<string> => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = new Set<string>()
  for (const row of rows.filter((one) => names.has(one.name)))
    for (let at: Row | undefined = row; at && !ids.has(at.id); at = byId.get(at.parentId ?? '')) ids.add(at.id)
  return ids
}

/** Ids of the rows that cannot be removed, with their ancestors. */
export const lockedMenus = (rows: readonly Row[]): Set<string> => namesAbove(rows, new Set(lockedNames))

/** Ids of the rows that the administrator role cannot lose. */
export const administratorMenus = (rows: readonly Row[]): Set<string> =>
  new Set(rows.filter((row) => administration.has(row.name)).map((row) => row.id))

/** Whether a change would make a locked row unusable. Its title, icon, path and position may change. */
export function breaksLockedMenu(before: LockedFields, after: LockedFields): boolean {
  if (after.hidden || after.menuType !== before.menuType) return true
  // a layout has no tag and no page
  if (isLayout(before.component)) return after.component !== before.component
  return after.component !== before.component || after.permissionTag !== before.permissionTag || after.name !== before.name
}

type Held = Row & { menuType: number; permissionTag: string }

/**
 * The menus that a caller may grant: those granted to the caller (to an API token: those whose tag it has), their ancestors (included
 * automatically), and routes whose tag the caller holds (opened by the tag).
 */
export function heldMenus(rows: readonly Held[], granted: ReadonlySet<string>, tags: ReadonlySet<string>): Set<string> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const held = new Set<string>()
  const isHeld = (row: Held) => row.permissionTag === '' || tags.has(row.permissionTag)
  for (const row of rows) {
    if (!(granted.has(row.id) && isHeld(row)) && !(row.menuType === MenuType.route && tags.has(row.permissionTag))) continue
    held.add(row.id)
    for (let up = byId.get(row.parentId ?? ''); up && !held.has(up.id); up = byId.get(up.parentId ?? ''))
      if (isHeld(up)) held.add(up.id)
      else break
  }
  return held
}

/** Which grants a change adds and removes when the caller holds `held`: menus that the caller does not hold stay unchanged. */
export function changedGrants(before: ReadonlySet<string>, wanted: ReadonlySet<string>, held: ReadonlySet<string>) {
  return {
    foreign: [...wanted].filter((id) => !before.has(id) && !held.has(id)),
    added: [...wanted].filter((id) => !before.has(id) && held.has(id)),
    removed: [...before].filter((id) => !wanted.has(id) && held.has(id)),
  }
}
