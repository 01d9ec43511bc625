// Scores of a template changed to a total that the user names.
import type { GroupForm } from './tmpl-form.ts'

/** `share`: scores keep their proportions; `even`: every question scores the same. */
export type ScaleBy = 'share' | 'even'

/** A score that can be set, in hundredths; a draw rule has one score for `count` questions. */
type Row = { count: number; ideal: number }

const MAX_SHARE = 100_000
/** Whole points first: a paper is read more easily with them. */
const STEPS = [100, 50, 10, 1]

const rowsOf = (groups: readonly GroupForm[]) =>
  groups.flatMap(({ mode, draws, quList }) =>
    mode === 'fixed'
      ? quList.map(({ score }) => ({ count: 1, score: score ?? 0 }))
      : draws.map(({ count, perScore }) => ({ count: count ?? 0, score: perScore ?? 0 })),
  )

/** Rounds down to the step, then hands out the rest, first to the rows that lost most. */
function rounded(rows: readonly Row[], total: number, step: number): number[] {
  const scores = rows.map(({ ideal }) => Math.floor(ideal / step + 1e-9) * step)
  let left = total - rows.reduce((sum, { count }, index) => sum + count * (scores[index] ?? 0), 0)
  const lost = (index: number) => (rows[index]?.ideal ?? 0) - (scores[index] ?? 0)
  const order = rows.map((_, index) => index).toSorted((one, other) => lost(other) - lost(one))
  for (const index of order) {
    const price = (rows[index]?.count ?? 0) * step
    if (price === 0 || price > left) continue
    scores[index] = (scores[index] ?? 0) + step
    left -= price
  }
  return scores
}

/** Whether the total is met and no score is more than a tenth away from its proportion. */
const fits = (rows: readonly Row[], scores: readonly number[], total: number) =>
  rows.reduce((sum, { count }, index) => sum + count * (scores[index] ?? 0), 0) === total &&
  rows.every(({ count, ideal }, index) => count === 0 || Math.abs((scores[index] ?? 0) - ideal) <= ideal / 10 + 1e-6)

/**
 * The groups with scores of `points` altogether, in the coarsest of whole, half, tenth and hundredth points. Where no scores give exactly
 * that (thirty drawn questions of equal score cannot make 100), the nearest below it.
 */
export function scaledTo(groups: readonly GroupForm[], points: number, by: ScaleBy): GroupForm[] {
  const total = Math.round(points * 100)
  const present = rowsOf(groups)
  const even = by === 'even' || present.every(({ count, score }) => count * score === 0)
  const weights = present.map(({ score }) => (even ? 1 : score))
  const whole = present.reduce((sum, { count }, index) => sum + count * (weights[index] ?? 0), 0)
  if (whole === 0) return [...groups]
  const rows = present.map(({ count }, index) => ({ count, ideal: Math.min(MAX_SHARE, ((weights[index] ?? 0) * total) / whole) }))
  const tries = STEPS.map((step) => rounded(rows, total, step))
  const scores = (tries.find((one) => fits(rows, one, total)) ?? tries.at(-1) ?? []).map((one) => one / 100)
  return withScores(groups, scores)
}

/** A rule without a number of questions keeps its score. */
function withScores(groups: readonly GroupForm[], scores: readonly number[]): GroupForm[] {
  const next = scores.values()
  return groups.map((group) => {
    if (group.mode === 'fixed') return { ...group, quList: group.quList.map((one) => ({ ...one, score: next.next().value })) }
    const draws = group.draws.map((one) => {
      const perScore = next.next().value
      return one.count ? { ...one, perScore } : one
    })
    return { ...group, draws }
  })
}
