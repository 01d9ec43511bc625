// Draws the questions of a paper: fixed questions, and for each draw rule questions of its stock; no question occurs twice.
import { type Random, shuffled } from './random.rules.ts'

export type DrawRow = { repoId: string; chapterId: string | null; quType: number; level: number | null; count: number; perScore: number }
export type PlanGroup = { title: string; fixed: { quId: string; score: number }[]; draws: DrawRow[] }
/** A question that may be drawn. */
export type Stocked = { id: string; version: number; repoId: string; chapterId: string | null; quType: number; level: number }
export type Picked = { quId: string; score: number }

const fits = (row: DrawRow, one: Stocked) =>
  row.repoId === one.repoId &&
  row.quType === one.quType &&
  (row.chapterId === null || row.chapterId === one.chapterId) &&
  (row.level === null || row.level === one.level)

/** The stock of each draw rule, computed once for many papers; fixed questions are left out. */
export function candidatesOf(groups: readonly PlanGroup[], stock: readonly Stocked[]): ReadonlyMap<DrawRow, readonly string[]> {
  const fixed = new Set(groups.flatMap((group) => group.fixed.map((one) => one.quId)))
  const free = stock.filter((one) => !fixed.has(one.id))
  return new Map(groups.flatMap((group) => group.draws.map((row) => [row, free.filter((one) => fits(row, one)).map((one) => one.id)])))
}

/**
 * Draws one paper: the questions of each group with their scores, fixed ones first, then draw rule by draw rule.
 * Draw rules may overlap (a whole bank and one of its chapters): a rule without a free question takes one from another rule, which then
 * draws another question, so a paper is found whenever one exists.
 * @returns null if the stock cannot fill every draw rule
 */
export function drawGroups(
  groups: readonly PlanGroup[],
  candidates: ReadonlyMap<DrawRow, readonly string[]>,
  random: Random,
): Picked[][] | null {
  const rows = groups.flatMap((group) => group.draws)
  const offers = new Map(rows.map((row) => [row, shuffled(candidates.get(row) ?? [], random)]))
  const holder = new Map<string, DrawRow>()
  const place = (row: DrawRow, seen: Set<string>): boolean => {
    const offered = offers.get(row)!
    const open = offered.find((id) => !holder.has(id))
    if (open !== undefined) {
      holder.set(open, row)
      return true
    }
    for (const id of offered) {
      const other = holder.get(id)!
      if (other === row || seen.has(id)) continue
      seen.add(id)
      if (!place(other, seen)) continue
      holder.set(id, row)
      return true
    }
    return false
  }
  // rules with little stock first, so that few questions have to move
  for (const row of rows.toSorted((a, b) => offers.get(a)!.length - offers.get(b)!.length))
    for (let i = 0; i < row.count; i++) if (!place(row, new Set())) return null
  return groups.map((group) => [
    ...group.fixed,
    ...group.draws.flatMap((row) => offers.get(row)!.flatMap((quId) => (holder.get(quId) === row ? [{ quId, score: row.perScore }] : []))),
  ])
}
