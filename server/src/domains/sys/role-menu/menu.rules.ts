// Which menus a house cannot do without, and which of a role's menus somebody may change.
import { isLayout } from '@shuyuan/contract/sys/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/sys/role-menu/menu-type.ts'

/** Without these rows, by name, nobody could give a page back to a role. */
const wayBack =
  'SysMenu TagSysMenuAdd TagSysMenuUpdate TagSysMenuDelete SysRole TagSysRoleAdd TagSysRoleUpdate TagSysRoleDelete TagSysRoleMenus'.split(
    ' ',
  )
/** What the administrator role keeps: the way back, and the people who should walk it. */
const administration = new Set([...wayBack, 'SysUser', 'TagSysUserAdd', 'TagSysUserUpdate'])

type Row = { id: string; parentId: string | null; name: string }
type Kept = { menuType: number; component: string; permissionTag: string; name: string; hidden: boolean }

const namesAbove = (rows: readonly Row[], names: ReadonlySet<string>): Set<string> => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = new Set<string>()
  for (const row of rows.filter((one) => names.has(one.name)))
    for (let at: Row | undefined = row; at && !ids.has(at.id); at = byId.get(at.parentId ?? '')) ids.add(at.id)
  return ids
}

/** Ids of the rows that cannot be removed, with the menus above them. */
export const lockedMenus = (rows: readonly Row[]): Set<string> => namesAbove(rows, new Set(wayBack))

/** Ids of the rows that stay granted to the administrator role. */
export const administratorMenus = (rows: readonly Row[]): Set<string> =>
  new Set(rows.filter((row) => administration.has(row.name)).map((row) => row.id))

/** Whether a change of a locked row would close the way back. Its title, icon, path and place may change. */
export function closesWayBack(before: Kept, after: Kept): boolean {
  if (after.hidden || after.menuType !== before.menuType) return true
  // a layout above has no tag and no page of its own
  if (isLayout(before.component)) return after.component !== before.component
  return after.component !== before.component || after.permissionTag !== before.permissionTag || after.name !== before.name
}

type Held = Row & { menuType: number; permissionTag: string }

/**
 * The menus that somebody may give to a role: those granted to him, the menus above them (they come by themselves), and routes whose
 * tag he holds (they open with it).
 */
export function heldMenus(rows: readonly Held[], granted: ReadonlySet<string>, tags: ReadonlySet<string>): Set<string> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const held = new Set<string>()
  for (const row of rows) {
    if (!granted.has(row.id) && !(row.menuType === MenuType.route && tags.has(row.permissionTag))) continue
    held.add(row.id)
    for (let up = byId.get(row.parentId ?? ''); up && !held.has(up.id); up = byId.get(up.parentId ?? ''))
      if (up.permissionTag === '' || tags.has(up.permissionTag)) held.add(up.id)
      else break
  }
  return held
}

/** What a role has after somebody changed it who holds `held`: what he does not hold stays as it was. */
export function changedGrants(before: ReadonlySet<string>, wanted: ReadonlySet<string>, held: ReadonlySet<string>) {
  return {
    foreign: [...wanted].filter((id) => !before.has(id) && !held.has(id)),
    added: [...wanted].filter((id) => !before.has(id) && held.has(id)),
    removed: [...before].filter((id) => !wanted.has(id) && held.has(id)),
  }
}
