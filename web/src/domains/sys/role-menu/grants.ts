// What ticking a row of the grant tree means: a page brings what hangs under it, a function brings its page.
import type { MenuAdminRow } from '@shuyuan/contract/sys/role-menu/menu.ts'
import { isLayout } from '@shuyuan/contract/sys/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/sys/role-menu/menu-type.ts'
import { flat, rowIn } from '../../../kernel/tree.ts'

const isPlace = (row: MenuAdminRow) => row.menuType === MenuType.menu && isLayout(row.component)

/** The rows above, from the parent up. */
function above(rows: readonly MenuAdminRow[], row: MenuAdminRow): MenuAdminRow[] {
  const parent = rowIn(rows, row.parentId)
  return parent ? [parent, ...above(rows, parent)] : []
}

/**
 * The grants after a row was ticked or cleared. Only rows that the caller holds change. A ticked function or route opens the page above it
 * too; a layout comes by itself with what is in it.
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
    // a layout that was granted by itself would stand for pages that are no longer there
    for (const one of above(rows, row)) if (one.held && isPlace(one)) next.delete(one.id)
  }
  return next
}

/** Fully ticked: everything in the branch is granted, layouts aside. Half ticked: something in it is. */
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
