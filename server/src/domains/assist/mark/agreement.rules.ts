// How well opinions agree with the marks of people. Marks are in 1/100 point.

/** `given`: the settled mark. */
export type Pair = { opinion: number; given: number }
export type Band = { n: number; bias: number }
export type Figures = { n: number; exact: number; within: number; bias: number; qwk: number | null; low: Band; mid: Band; high: Band }

const mean = (values: readonly number[]) => (values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length)
const round = (value: number, digits: number) => Number(value.toFixed(digits))

/**
 * Quadratic weighted kappa of two raters (Cohen 1968): one minus the mean squared difference over that of independent raters with the same
 * marks. 1: the same; 0: as by chance, also where one of them always gives the same mark; negative: worse.
 */
export function weightedKappa(pairs: readonly Pair[], step: number): number {
  const steps = pairs.map(({ opinion, given }) => [Math.round(opinion / step), Math.round(given / step)] as const)
  const observed = mean(steps.map(([one, other]) => (one - other) ** 2))
  const [ones, others] = [steps.map(([one]) => one), steps.map(([, other]) => other)]
  const [first, second] = [mean(ones), mean(others)]
  const expected = mean(ones.map((one) => (one - first) ** 2)) + mean(others.map((one) => (one - second) ** 2)) + (first - second) ** 2
  if (expected === 0) return 1
  return 1 - observed / expected
}

const biasOf = (pairs: readonly Pair[]) => mean(pairs.map(({ opinion, given }) => opinion - given))
/** @returns the bias in points */
const bandOf = (pairs: readonly Pair[]): Band => ({ n: pairs.length, bias: round(biasOf(pairs) / 100, 2) })

/** Of a question: the step of marks, the points, and the number of pairs below which nothing is said about them. */
export type Scale = { step: number; max: number; least: number }

/** The figures of a question; kappa is null for too few pairs. */
export function figuresOf(pairs: readonly Pair[], { step, max, least }: Scale): Figures {
  const share = (isSo: (pair: Pair) => boolean) => (pairs.length === 0 ? 0 : round(pairs.filter(isSo).length / pairs.length, 4))
  const third = max / 3
  return {
    n: pairs.length,
    exact: share(({ opinion, given }) => opinion === given),
    within: share(({ opinion, given }) => Math.abs(opinion - given) <= step),
    bias: round(biasOf(pairs) / 100, 2),
    qwk: pairs.length < least ? null : round(weightedKappa(pairs, step), 2),
    low: bandOf(pairs.filter(({ given }) => given <= third)),
    mid: bandOf(pairs.filter(({ given }) => given > third && given <= 2 * third)),
    high: bandOf(pairs.filter(({ given }) => given > 2 * third)),
  }
}

const LEAST_KAPPA = 0.7
const MOST_BIAS = 0.05
/** Why opinions may not be shown before the own mark; undefined where they may. Not by the rounded figures. */
export function barTo(pairs: readonly Pair[], { step, max, least }: Scale): 'few' | 'apart' | undefined {
  if (pairs.length < least) return 'few'
  return weightedKappa(pairs, step) >= LEAST_KAPPA && Math.abs(biasOf(pairs)) <= max * MOST_BIAS ? undefined : 'apart'
}
