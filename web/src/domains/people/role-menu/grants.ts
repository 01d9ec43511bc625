// Rules of the grant tree: ticking a page grants its functions, ticking a function grants its page.
import type { MenuAdminRow } from '@shuyuan/contract/people/role-menu/menu.ts'
import { isLayout } from '@shuyuan/contract/people/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { flat, rowIn } from '../../../kernel/tree/tree.ts'

const isPlace = (row: MenuAdminRow) => row.menuType === MenuType.menu && isLayout(row.component)

/** The ancestors of a row, nearest first. */
function above(rows: readonly MenuAdminRow[], row: MenuAdminRow): MenuAdminRow[] {
  const parent = rowIn(rows, row.parentId)
  return parent ? [parent, ...above(rows, parent)] : []
}

/**
 * The grants after a row is ticked or cleared. Only rows that the caller holds change. Ticking a function or route also grants the page
 * above it; a layout is granted automatically if one of its pages is.
 */
export function toggled(rows: readonly MenuAdminRow[], granted: ReadonlySet<string>, id: string, on: boolean): Set<string> {
  const row = rowIn(rows, id)
  const next = new Set(granted)
  if (!row) return next
  const branch = flat([row]).filter((one) => one.held)
  if (on) {
    for (const one of branch) next.add(one.id)
    for (const one of above(rows, row)) if (one.held && !isPlace(one)) next.add(one.id)
  } else {
    for (const one of branch) next.delete(one.id)
    // a layout must not stay granted without any of its pages
    for (const one of above(rows, row)) if (one.held && isPlace(one)) next.delete(one.id)
  }
  return next
}

/** Checked: every row of the branch except layouts is granted. Half checked: at least one is. */
export function ticks(rows: readonly MenuAdminRow[], granted: ReadonlySet<string>): { checked: string[]; halfChecked: string[] } {
  const checked: string[] = []
  const halfChecked: string[] = []
  for (const row of flat(rows)) {
    const counted = flat([row]).filter((one) => !isPlace(one) || one.children.length === 0)
    const got = counted.filter((one) => granted.has(one.id)).length
    if (got > 0 && got === counted.length) checked.push(row.id)
    else if (got > 0) halfChecked.push(row.id)
  }
  return { checked, halfChecked }
}

/** The routes whose permission another row has as well, by id: they are granted with that row and need no tick of their own. */
function followers(rows: readonly MenuAdminRow[]): Map<string, string[]> {
  const all = flat(rows)
  const isRoute = (row: MenuAdminRow) => row.menuType === MenuType.route
  const owners = Map.groupBy(
    all.filter((row) => !isRoute(row) && row.permissionTag !== ''),
    (row) => row.permissionTag,
  )
  const led = all.filter((row) => isRoute(row) && row.children.length === 0 && owners.has(row.permissionTag))
  return new Map(led.map((row) => [row.id, (owners.get(row.permissionTag) ?? []).map((one) => one.id)]))
}

/** The rows that are ticked by hand: without the routes that follow another row. */
export function tickable(rows: readonly MenuAdminRow[]): MenuAdminRow[] {
  const led = followers(rows)
  const without = (some: readonly MenuAdminRow[]): MenuAdminRow[] =>
    some.filter((row) => !led.has(row.id)).map((row) => ({ ...row, children: without(row.children) }))
  return without(rows)
}

/** The grants with the routes that follow; of the others that the caller holds, those without their row are taken away. */
export function withRoutes(rows: readonly MenuAdminRow[], granted: ReadonlySet<string>): Set<string> {
  const next = new Set(granted)
  for (const [route, owners] of followers(rows)) {
    if (rowIn(rows, route)?.held !== true) continue
    if (owners.some((one) => granted.has(one))) next.add(route)
    else next.delete(route)
  }
  return next
}
