// Police path of a profile (learner.md §5: the last item is the station, the one before it the branch).
type Node = { value: string; children: Node[] }

/** Whether each item is a child of the one before it, the first at the top, and the last has no children. */
export function isPathOf(tree: readonly Node[], path: readonly string[]): boolean {
  let level = tree
  for (const value of path) {
    const found = level.find((node) => node.value === value)
    if (!found) return false
    level = found.children
  }
  return path.length > 0 && level.length === 0
}

/** Branch and station of a path of at least two items. */
export const endOfPath = (path: readonly string[]) => ({ branch: path.at(-2) ?? '', policeStation: path.at(-1) ?? '' })
