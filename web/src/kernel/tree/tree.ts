// Rows of an editable tree: search, filter, move.
export type TreeRow = { id: string; parentId: string; children: readonly TreeRow[] }
export const TOP = '0'

/** The row with this id at any depth. */
export function rowIn<T extends TreeRow>(rows: readonly T[], id: string): T | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : rowIn(row.children as readonly T[], id)
    if (found) return found
  }
  return undefined
}

/** Every row, in the tree's order. */
export const flat = <T extends TreeRow>(rows: readonly T[]): T[] => rows.flatMap((row) => [row, ...flat(row.children as readonly T[])])

/** The rows below `parentId`, '0' for the top. */
export const rowsBelow = <T extends TreeRow>(rows: readonly T[], parentId: string): readonly T[] =>
  parentId === TOP ? rows : ((rowIn(rows, parentId)?.children ?? []) as readonly T[])

/** Branches with a matching row; a matching row keeps all its descendants. */
export function branchesWith<T extends TreeRow>(rows: readonly T[], fits: (row: T) => boolean): T[] {
  return rows.flatMap((row) => {
    if (fits(row)) return [row]
    const children = branchesWith(row.children as readonly T[], fits)
    return children.length > 0 ? [{ ...row, children }] : []
  })
}

/** The tree without a row and its descendants: a row cannot be moved below itself. */
export const without = <T extends TreeRow>(rows: readonly T[], id: string | undefined): T[] =>
  rows.filter((row) => row.id !== id).map((row) => ({ ...row, children: without(row.children as readonly T[], id) }))

export type Move = { id: string; parentId: string; sort: number }
/** 'in': dropped onto the row, to become its last child. */
export type Side = 'before' | 'after' | 'in'

/** The move of a row that is dropped at another one; undefined where it would be below itself or nothing changes. */
export function moveOf(rows: readonly TreeRow[], id: string, over: string, side: Side): Move | undefined {
  const moved = rowIn(rows, id)
  const target = rowIn(rows, over)
  if (!moved || !target || rowIn([moved], over)) return undefined
  if (side === 'in') {
    const others = target.children.filter((row) => row.id !== id)
    return { id, parentId: over, sort: others.length }
  }
  const others = rowsBelow(rows, target.parentId).filter((row) => row.id !== id)
  const sort = others.findIndex((row) => row.id === over) + (side === 'after' ? 1 : 0)
  const isSame = moved.parentId === target.parentId && rowsBelow(rows, moved.parentId).findIndex((row) => row.id === id) === sort
  return isSame ? undefined : { id, parentId: target.parentId, sort }
}

/** The move by one place up (-1) or down (1) among its siblings; undefined at the end. */
export function stepOf(rows: readonly TreeRow[], id: string, step: -1 | 1): Move | undefined {
  const row = rowIn(rows, id)
  if (!row) return undefined
  const neighbours = rowsBelow(rows, row.parentId)
  const sort = neighbours.findIndex((one) => one.id === id) + step
  return sort < 0 || sort >= neighbours.length ? undefined : { id, parentId: row.parentId, sort }
}

/** The tree after the move, to show it before the server has answered. */
export function moved<T extends TreeRow>(rows: readonly T[], { id, parentId, sort }: Move): T[] {
  const row = rowIn(rows, id)
  if (!row) return [...rows]
  const put = (siblings: readonly T[]) => [...siblings.slice(0, sort), { ...row, parentId }, ...siblings.slice(sort)]
  const rest = without(rows, id)
  const into = (nodes: readonly T[]): T[] =>
    nodes.map((node) => {
      const children = into(node.children as readonly T[])
      return { ...node, children: node.id === parentId ? put(children) : children }
    })
  return parentId === TOP ? put(rest) : into(rest)
}
