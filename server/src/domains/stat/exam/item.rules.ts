// Classical item analysis from sums: difficulty, discrimination, and reliability of the test.

/** Sums over the papers that have the question: x is the question's score, y the score of the rest of the paper. */
export type ItemSums = { n: number; sx: number; sxx: number; sy: number; syy: number; sxy: number }

/**
 * Difficulty index p: the mean score as a share of the maximum; for right-or-wrong questions the share of right answers. A higher value means an
 * easier question (Crocker & Algina, Introduction to Classical and Modern Test Theory, 1986, ch. 14).
 */
export const difficultyOf = (n: number, sum: number, max: number): number | null => (n === 0 || max === 0 ? null : sum / n / max)

/** The number of papers in the upper and in the lower group: 27 % each, at least one (T. L. Kelley, J. Educ. Psychol. 30, 1939). */
export const groupSizeOf = (papers: number): number => (papers < 2 ? 0 : Math.max(1, Math.round(papers * 0.27)))

type Group = { n: number; sum: number }
/**
 * Discrimination index D: difficulty in the upper group minus difficulty in the lower group, −1 to 1; good from 0.4, poor below 0.2 (Ebel & Frisbie,
 * Essentials of Educational Measurement, 1991). Null if no paper of one group has the question.
 */
export function discriminationOf(upper: Group, lower: Group, max: number): number | null {
  const [high, low] = [difficultyOf(upper.n, upper.sum, max), difficultyOf(lower.n, lower.sum, max)]
  return high === null || low === null ? null : high - low
}

/**
 * Pearson's r between the question and the rest of the paper; for right-or-wrong questions this is the corrected point-biserial coefficient, which
 * leaves the question itself out of the total (S. Henrysson, Psychometrika 28, 1963). Null if either does not vary.
 */
export function correlationOf({ n, sx, sxx, sy, syy, sxy }: ItemSums): number | null {
  const [vx, vy] = [n * sxx - sx * sx, n * syy - sy * sy]
  if (n < 2 || vx <= 0 || vy <= 0) return null
  return Math.max(-1, Math.min(1, (n * sxy - sx * sy) / Math.sqrt(vx * vy)))
}

export type OptionCount = { tag: string; isRight: boolean; all: number; upper: number; lower: number }

/** Shares of each option, with a hint if a wrong option attracts more of the upper group than any right one: the key may be wrong. */
export function optionsOf(counts: readonly OptionCount[], { n, upper, lower }: { n: number; upper: number; lower: number }) {
  const best = Math.max(0, ...counts.filter((one) => one.isRight).map((one) => one.upper))
  return counts.map(({ tag, isRight, all, upper: strong, lower: weak }) => ({
    tag,
    isRight,
    count: all,
    share: n === 0 ? 0 : all / n,
    strong: upper === 0 ? null : strong / upper,
    weak: lower === 0 ? null : weak / lower,
    beatsKey: !isRight && strong > best,
  }))
}
