// Distributes marking tasks evenly over the markers; no marker gets both marks of one answer.

/** Tasks that one marker gets together, and the answers that these tasks mark. */
export type Unit = { tasks: readonly string[]; answers: readonly string[] }
/** By answer, the markers who have given or are giving another mark of it. */
export type Held = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Assigns the units in the given order; consecutive units go to the same marker while their share allows it.
 * @returns the marker of each task; null if every marker is excluded
 */
export function allot(units: readonly Unit[], markers: readonly string[], held: Held): Map<string, string | null> {
  const share = Math.ceil(units.reduce((sum, unit) => sum + unit.tasks.length, 0) / markers.length)
  const load = new Map(markers.map((one) => [one, 0]))
  const holders = new Map([...held].map(([answer, users]) => [answer, new Set(users)]))
  const found = new Map<string, string | null>()
  let last: string | undefined
  for (const { tasks, answers } of units) {
    const may = markers.filter((one) => answers.every((answer) => !holders.get(answer)?.has(one)))
    const room = (one: string) => (load.get(one) ?? 0) + tasks.length <= share
    const least = may.toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0))[0]
    const marker = last !== undefined && may.includes(last) && room(last) ? last : least
    for (const task of tasks) found.set(task, marker ?? null)
    if (marker === undefined) continue
    last = marker
    load.set(marker, (load.get(marker) ?? 0) + tasks.length)
    for (const answer of answers) holders.set(answer, (holders.get(answer) ?? new Set()).add(marker))
  }
  return found
}
