// Totals of a template, and whether the stock suffices.
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import type { QuLevel } from '@shuyuan/contract/qu/qu.ts'

export type DrawRow = { repoId: string; chapterId: string; quType: QuType; level: QuLevel | null; count: number; perScore: number }
export type GroupPlan = { draws: DrawRow[]; quList: { quId: string; score: number }[] }
/** A bank, chapter (empty: none), type and level in which a question occurs; `above`: the chapter of a section. */
export type StockPlace = { repoId: string; chapterId: string; above?: string | null; quType: number; level: number }
/** Number of contents that occur in the same places, usually in a single one; a question that two banks have counts once. */
export type StockCell = { places: StockPlace[]; count: number }

/** Number of questions and total score (1/100 point) of a template. */
export function totalsOf(groups: GroupPlan[]) {
  let quCount = 0
  let totalScore = 0
  for (const { draws, quList } of groups) {
    for (const row of draws) {
      quCount += row.count
      totalScore += row.count * row.perScore
    }
    for (const { score } of quList) {
      quCount += 1
      totalScore += score
    }
  }
  return { quCount, totalScore }
}

type Rule = Pick<DrawRow, 'repoId' | 'chapterId' | 'quType' | 'level'>

const fits = (row: Rule, { places }: StockCell) =>
  places.some(
    (place) =>
      row.repoId === place.repoId &&
      row.quType === place.quType &&
      (row.chapterId === '' || row.chapterId === place.chapterId || row.chapterId === place.above) &&
      (row.level === null || row.level === place.level),
  )

/** The number of different contents that a draw rule can choose from. */
export const stockFor = (row: Rule, cells: readonly StockCell[]): number =>
  cells.reduce((sum, cell) => sum + (fits(row, cell) ? cell.count : 0), 0)

/**
 * The number of questions that each draw rule lacks, if no content may occur twice on one paper.
 * Rules may overlap (a whole bank and one of its chapters), so this is a maximum flow from cells to rows: each row is filled as far as
 * possible, and augmenting paths move earlier choices to other cells.
 */
export function shortages(rows: DrawRow[], cells: StockCell[]): number[] {
  const left = cells.map((cell) => cell.count)
  const taken = rows.map(() => cells.map(() => 0))
  const open = rows.map((row) => cells.flatMap((cell, at) => (fits(row, cell) ? [at] : [])))
  const short = rows.map(() => 0)
  for (const [at, row] of rows.entries()) {
    let missing = row.count
    while (missing > 0) {
      const moved = augment(at, missing, { left, taken, open })
      if (moved === 0) break
      missing -= moved
    }
    short[at] = missing
  }
  return short
}

type Flow = { left: number[]; taken: number[][]; open: number[][] }
type Step = { row: number; cell: number; before: Step | undefined }

/** Assigns up to `want` more questions to a row, along the shortest augmenting path. @returns the number assigned */
function augment(start: number, want: number, { left, taken, open }: Flow): number {
  const seen = new Set<number>()
  let front: Step[] = (open[start] ?? []).map((cell) => ({ row: start, cell, before: undefined }))
  while (front.length > 0) {
    const next: Step[] = []
    for (const step of front) {
      if (seen.has(step.cell)) continue
      seen.add(step.cell)
      if ((left[step.cell] ?? 0) > 0) return apply(step, want, left, taken)
      for (const [row, cells] of taken.entries())
        if ((cells[step.cell] ?? 0) > 0) for (const cell of open[row] ?? []) if (!seen.has(cell)) next.push({ row, cell, before: step })
    }
    front = next
  }
  return 0
}

function apply(end: Step, want: number, left: number[], taken: number[][]): number {
  let amount = Math.min(want, left[end.cell] ?? 0)
  for (let step: Step | undefined = end; step?.before; step = step.before)
    amount = Math.min(amount, taken[step.row]?.[step.before.cell] ?? 0)
  left[end.cell]! -= amount
  for (let step: Step | undefined = end; step; step = step.before) {
    taken[step.row]![step.cell]! += amount
    if (step.before) taken[step.row]![step.before.cell]! -= amount
  }
  return amount
}
