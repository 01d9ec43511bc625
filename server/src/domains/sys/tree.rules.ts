// Rows with a parent, as a tree.
type Row = { id: string; parentId: string | null }
export type Branch<T> = Omit<T, 'parentId'> & { parentId: string; children: Branch<T>[] }

/** Nests rows under their parents, in the order given. A row whose parent is not among them stands at the top, with parentId '0'. */
export function toTree<T extends Row>(rows: T[]): Branch<T>[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, parentId: row.parentId ?? '0', children: [] as Branch<T>[] }]))
  const top: Branch<T>[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.parentId)
    if (parent) parent.children.push(node)
    else top.push(Object.assign(node, { parentId: '0' }))
  }
  return top
}
