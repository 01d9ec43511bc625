// How far the scores of a test can be relied on.

/** The population variance from sum and sum of squares. */
export const varianceOf = (n: number, sum: number, squares: number): number => (n === 0 ? 0 : Math.max(0, squares / n - (sum / n) ** 2))

/**
 * Cronbach's alpha: k/(k−1)·(1 − Σσᵢ²/σ²) (L. J. Cronbach, Psychometrika 16, 1951). Null for fewer than two questions or if the totals do not vary.
 * Valid only if all papers have the same questions.
 */
export function alphaOf(variances: readonly number[], totalVariance: number): number | null {
  const k = variances.length
  if (k < 2 || totalVariance <= 0) return null
  return (k / (k - 1)) * (1 - variances.reduce((sum, one) => sum + one, 0) / totalVariance)
}

/** Sums over the papers that have the question. */
type Sums = { n: number; sx: number; sxx: number }
/** With fewer papers alpha is uncertain. */
const LEAST_PAPERS = 30

/**
 * The standard error of measurement of a score, s·√(1 − α), in the unit of the scores (H. Gulliksen, Theory of Mental Tests, 1950, ch. 2; F. M. Lord &
 * M. R. Novick, Statistical Theories of Mental Test Scores, 1968, 3.8), with the standard deviation of a sample and Cronbach's alpha; `near`: papers
 * whose score lies within it of their pass mark. As alpha is a lower bound of reliability, the error is an upper one.
 * @param questions the whole questions; all papers have to have the same ones, else null
 */
export function scoreErrorOf(
  papers: readonly { score: number; passScore: number }[],
  questions: readonly Sums[],
): { points: number; near: number } | null {
  const n = papers.length
  if (n < LEAST_PAPERS || questions.some((one) => one.n !== n)) return null
  const sum = papers.reduce((total, { score }) => total + score, 0)
  const squares = papers.reduce((total, { score }) => total + score * score, 0)
  const variance = varianceOf(n, sum, squares)
  const alpha = alphaOf(
    questions.map(({ sx, sxx }) => varianceOf(n, sx, sxx)),
    variance,
  )
  if (alpha === null) return null
  // a negative alpha is an estimate of 0
  const points = Math.sqrt(((variance * n) / (n - 1)) * (1 - Math.max(0, alpha)))
  return { points, near: papers.filter(({ score, passScore }) => Math.abs(score - passScore) <= points).length }
}
