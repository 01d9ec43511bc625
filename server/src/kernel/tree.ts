// Rows with a parent as a tree, and their order among siblings.
type Row = { id: string; parentId: string | null }
export type Branch<T> = Omit<T, 'parentId'> & { parentId: string; children: Branch<T>[] }

/** Nests rows under their parents, in the given order. A row whose parent is missing goes to the top, with parentId '0'. */
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

/** The ids of the ancestors, from the parent up. Ends where a parent is missing or the rows form a cycle. */
export function idsAbove(rows: readonly Row[], id: string): string[] {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const above: string[] = []
  for (let at = parents.get(id); at && !above.includes(at); at = parents.get(at)) above.push(at)
  return above
}

/** Whether `parentId` is the row itself or a descendant: then the row cannot be moved there. */
export const wouldLoop = (rows: readonly Row[], id: string, parentId: string | null) =>
  parentId !== null && (parentId === id || idsAbove(rows, parentId).includes(id))

type Sorted = { id: string; sort: number }

/**
 * The position, from 0 among the others, that a stored order value of a form means: after the siblings with a smaller one. A row that moves
 * down comes after the sibling whose value it has now.
 */
export function positionOf(siblings: readonly Sorted[], row: { id: string; sort: number | undefined }, sort: number): number {
  const isDown = row.sort !== undefined && sort > row.sort
  return siblings.filter((one) => one.id !== row.id && (isDown ? one.sort <= sort : one.sort < sort)).length
}

/** These ids with `id` at position `at`, counted from 0 among the others; past the end it comes last. */
export function placed(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, at), id, ...others.slice(at)]
}
