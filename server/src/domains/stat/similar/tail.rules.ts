// Tails of distributions and the choice of small probabilities among many.

/** ln of the chance that a standard normal value is above z (W. H. Press et al., Numerical Recipes, 2007, 6.2.2; relative error below 1.2e-7). */
export function logNormalTail(z: number): number {
  if (z < 0) return Math.log1p(-Math.exp(logNormalTail(-z)))
  const x = z / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const terms = [
    -1.265_512_23, 1.000_023_68, 0.374_091_96, 0.096_784_18, -0.186_288_06, 0.278_868_07, -1.135_203_98, 1.488_515_87, -0.822_152_23,
    0.170_872_77,
  ]
  return Math.log(t / 2) - x * x + terms.reduceRight((sum, term) => sum * t + term, 0)
}

/** The chance of at least `least` successes in independent trials of these chances, by convolution (Poisson-binomial distribution). */
export function exactTail(chances: readonly number[], least: number): number {
  if (least <= 0) return 1
  const weights = new Float64Array(chances.length + 1)
  weights[0] = 1
  for (const [at, chance] of chances.entries()) {
    for (let k = at + 1; k > 0; k--) weights[k] = weights[k]! * (1 - chance) + weights[k - 1]! * chance
    weights[0] *= 1 - chance
  }
  let tail = 0
  for (let k = chances.length; k >= least; k--) tail += weights[k]!
  return Math.min(1, tail)
}

/** The chance of `least` or more events of a Poisson distribution with this mean. */
export function poissonTail(mean: number, least: number): number {
  if (least <= 0) return 1
  if (mean <= 0) return 0
  let term = Math.exp(-mean)
  for (let k = 1; k <= least; k++) term *= mean / k
  let tail = 0
  for (let k = least; term > tail * 1e-17; k++) {
    tail += term
    term *= mean / (k + 1)
  }
  return Math.min(1, tail)
}

/**
 * The largest probability that passes when false ones shall be at most the share `q` of all that pass (Y. Benjamini & Y. Hochberg, JRSS B 57, 1995).
 * @param small the probabilities up to `q` in logarithms, in any order
 * @param all how many there are in total
 * @returns its logarithm; −Infinity if none passes
 */
export function logLimit(small: readonly number[], all: number, q: number): number {
  const sorted = small.toSorted((a, b) => a - b)
  for (let at = sorted.length - 1; at >= 0; at--) if (sorted[at]! <= Math.log(((at + 1) * q) / all)) return sorted[at]!
  return -Infinity
}
