// Statistics of a set of scores: mean, spread, pass rate. Scores are in 1/100 point; means and deviations may be fractions of it.

export type Scored = { score: number; passed: boolean }

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

export const meanOf = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : sumOf(numbers) / numbers.length)

/** The median; for an even number of values the mean of the middle two. Null for an empty list. */
export function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** The standard deviation of a sample, √(Σ(x−x̄)²/(n−1)); null for fewer than two. */
export function deviationOf(numbers: readonly number[]): number | null {
  const mean = meanOf(numbers)
  if (mean === null || numbers.length < 2) return null
  return Math.sqrt(sumOf(numbers.map((one) => (one - mean) ** 2)) / (numbers.length - 1))
}

/** All figures of a set of papers; null where a figure is undefined. */
export function figuresOf(papers: readonly Scored[]) {
  const scores = papers.map((one) => one.score)
  const passed = papers.filter((one) => one.passed).length
  return {
    count: papers.length,
    mean: meanOf(scores),
    median: medianOf(scores),
    deviation: deviationOf(scores),
    highest: scores.length === 0 ? null : scores.reduce((a, b) => Math.max(a, b)),
    lowest: scores.length === 0 ? null : scores.reduce((a, b) => Math.min(a, b)),
    passed,
    passRate: papers.length === 0 ? null : passed / papers.length,
  }
}

const DEFAULT_CUTS = [60, 70, 80, 90]

/** Counts scores in each band [from, to) between the cuts; the last band includes its end. Default cuts: 60, 70, 80 and 90 % of the total. */
export function spreadOf(scores: readonly number[], total: number, given?: readonly number[]) {
  const cuts = (given ?? DEFAULT_CUTS.map((percent) => Math.round((total * percent) / 100))).filter((cut) => cut > 0 && cut < total)
  const nodes = [0, ...new Set(cuts.toSorted((a, b) => a - b)), total]
  return nodes.slice(0, -1).map((from, at) => {
    const to = nodes[at + 1]!
    const isLast = at === nodes.length - 2
    const count = scores.filter((score) => score >= from && (isLast || score < to)).length
    return { from, to, count, share: scores.length === 0 ? 0 : count / scores.length }
  })
}

const MINUTE = 60_000
const WIDTHS = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1_440, 2_880, 10_080, 43_200].map((minutes) => minutes * MINUTE)
const BARS = 16

/** Papers by hand-in time, in at most 16 intervals of a round width that begin at round times of the zone `offset` ms ahead of UTC. */
export function handTimesOf(papers: readonly { handTime: Date; score: number }[], offset: number) {
  if (papers.length === 0) return []
  const times = papers.map((one) => one.handTime.getTime() + offset)
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))]
  const widest = Math.ceil((last - first) / BARS / (43_200 * MINUTE)) * 43_200 * MINUTE
  const bars = (width: number) => Math.floor(last / width) - Math.floor(first / width) + 1
  const width = WIDTHS.find((one) => bars(one) <= BARS) ?? Math.max(widest, 43_200 * MINUTE) * 2
  const begin = Math.floor(first / width)
  const piles = Array.from({ length: bars(width) }, (): number[] => [])
  for (const [at, time] of times.entries()) piles[Math.floor(time / width) - begin]!.push(papers[at]!.score)
  return piles.map((scores, at) => ({
    from: new Date((begin + at) * width - offset),
    to: new Date((begin + at + 1) * width - offset),
    count: scores.length,
    mean: meanOf(scores),
  }))
}

export type Department = { deptCode: string; parentCode: string; deptName: string; depth: number; path: string }

/** `unseen`: candidates who opened a paper and whose department must stay hidden from a blind marker. */
export type Attendance = { sat: number; absent: number; unseen: number }

/**
 * Figures of each department with its branches; departments without candidates are left out.
 * @param attendance candidates by department code, including those whose papers do not count
 * @param expects whether the exam has a list of candidates; otherwise `required` is null
 */
export function byDepartment(
  departments: readonly Department[],
  papers: readonly (Scored & { deptCode: string })[],
  attendance: ReadonlyMap<string, Attendance>,
  expects: boolean,
) {
  const own = Map.groupBy(papers, (one) => one.deptCode)
  return departments.flatMap(({ path, ...department }) => {
    const branch = departments.filter((one) => one.path.startsWith(path))
    const of = (which: keyof Attendance) => sumOf(branch.map((one) => attendance.get(one.deptCode)?.[which] ?? 0))
    const people = of('sat')
    const required = people + of('absent') + of('unseen')
    if (required === 0) return []
    return [
      { ...department, required: expects ? required : null, people, ...figuresOf(branch.flatMap((one) => own.get(one.deptCode) ?? [])) },
    ]
  })
}
