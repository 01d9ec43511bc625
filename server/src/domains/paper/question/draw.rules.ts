// Draws the questions of a paper: fixed questions, and for each draw rule questions of its stock; no content occurs twice.
import { type Random, shuffled } from './random.rules.ts'

export type DrawRow = {
  repoId: string
  chapterId: string | null
  /** of the chapter */
  sections?: readonly string[]
  quType: number
  level: number | null
  count: number
  perScore: number
}
export type PlanGroup = { title: string; fixed: { quId: string; score: number }[]; draws: DrawRow[] }
/** A question that may be drawn; `content`: its fingerprint, which questions with the same content share. */
export type Stocked = {
  id: string
  version: number
  repoId: string
  chapterId: string | null
  quType: number
  level: number
  content: string
}
/** A question that a draw rule may choose. */
export type Candidate = Pick<Stocked, 'id' | 'content'>
export type Candidates = ReadonlyMap<DrawRow, readonly Candidate[]>
export type Picked = { quId: string; score: number }

const fits = (row: DrawRow, one: Stocked) =>
  row.repoId === one.repoId &&
  row.quType === one.quType &&
  (row.chapterId === null ||
    row.chapterId === one.chapterId ||
    (one.chapterId !== null && row.sections?.includes(one.chapterId) === true)) &&
  (row.level === null || row.level === one.level)

/**
 * The stock of each draw rule, computed once for many papers: of questions with the same content the first one, and none with the content
 * of a fixed question.
 * @param fixedContents the fingerprints of the fixed questions
 */
export function candidatesOf(groups: readonly PlanGroup[], stock: readonly Stocked[], fixedContents: ReadonlySet<string>): Candidates {
  const free = stock.filter((one) => !fixedContents.has(one.content))
  return new Map(groups.flatMap((group) => group.draws.map((row) => [row, eachOnce(free.filter((one) => fits(row, one)))])))
}

function eachOnce(stock: readonly Stocked[]): Candidate[] {
  const byContent = new Map<string, Candidate>()
  for (const { id, content } of stock) if (!byContent.has(content)) byContent.set(content, { id, content })
  return [...byContent.values()]
}

/**
 * Draws one paper: the questions of each group with their scores, fixed ones first, then draw rule by draw rule. No content is drawn twice,
 * also if it is in several banks.
 * Draw rules may overlap (a whole bank and one of its chapters): a rule without a free question takes one from another rule, which then
 * draws another question, so a paper is found whenever one exists.
 * @returns null if the stock cannot fill every draw rule
 */
export function drawGroups(groups: readonly PlanGroup[], candidates: Candidates, random: Random): Picked[][] | null {
  const rows = groups.flatMap((group) => group.draws)
  const offers = new Map(rows.map((row) => [row, shuffled(candidates.get(row) ?? [], random)]))
  /** by content */
  const holder = new Map<string, DrawRow>()
  const place = (row: DrawRow, seen: Set<string>): boolean => {
    const offered = offers.get(row)!
    const open = offered.find(({ content }) => !holder.has(content))
    if (open !== undefined) {
      holder.set(open.content, row)
      return true
    }
    for (const { content } of offered) {
      const other = holder.get(content)!
      if (other === row || seen.has(content)) continue
      seen.add(content)
      if (!place(other, seen)) continue
      holder.set(content, row)
      return true
    }
    return false
  }
  // rules with little stock first, so that few questions have to move
  for (const row of rows.toSorted((a, b) => offers.get(a)!.length - offers.get(b)!.length))
    for (let i = 0; i < row.count; i++) if (!place(row, new Set())) return null
  return groups.map((group) => [
    ...group.fixed,
    ...group.draws.flatMap((row) =>
      offers.get(row)!.flatMap(({ id, content }) => (holder.get(content) === row ? [{ quId: id, score: row.perScore }] : [])),
    ),
  ])
}
