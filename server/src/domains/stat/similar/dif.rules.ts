// Whether a question is harder for one of two groups of equal scores, and how far a score can be off by chance.

/** By person and item: 1 right, 0 wrong, −1 without. `focal`: the person belongs to the second group; null to none. */
export type Groups = { people: number; items: number; right: Int8Array; focal: (boolean | null)[] }
export type Dif = { delta: number; chi: number; level: 'A' | 'B' | 'C' }

/** Each of the two groups has at least so many people. */
export const LEAST_OF_GROUP = 100

/** Right and wrong answers of the first group, then of the second one, among people of equal scores. */
export type Stratum = readonly [number, number, number, number]

/** The total score of each person, which makes the strata. */
export const totalsOf = ({ people, items, right }: Groups): number[] =>
  Array.from({ length: people }, (_, person) => right.subarray(person * items, (person + 1) * items).filter((one) => one === 1).length)

/** The comparison of one item over the strata of `totals`. */
export function difOf({ people, items, right, focal }: Groups, totals: readonly number[], item: number): Dif | null {
  const strata = new Map<number, [number, number, number, number]>()
  for (let person = 0; person < people; person++) {
    const group = focal[person]
    const answer = right[person * items + item]!
    if (group === null || group === undefined || answer < 0) continue
    const cells = strata.get(totals[person]!) ?? [0, 0, 0, 0]
    cells[(group ? 2 : 0) + (answer === 1 ? 0 : 1)]!++
    strata.set(totals[person]!, cells)
  }
  return mantelHaenszel([...strata.values()])
}

/**
 * The Mantel-Haenszel odds ratio α over strata of equal total scores, on the scale of ETS: Δ = −2.35·ln α, negative where the item is harder for the
 * second group (P. W. Holland & D. T. Thayer, in Test Validity, 1988). Levels by R. Zwick (ETS RR-12-08, 2012): A below 1 or not significant at 5 %; C
 * from 1.5 on and significantly above 1; else B. Variance of ln α by A. Phillips & P. W. Holland (Biometrics 43, 1987).
 */
export function mantelHaenszel(strata: readonly Stratum[]): Dif | null {
  let [up, down, spread, seen, mean, variance] = [0, 0, 0, 0, 0, 0]
  for (const [a, b, c, d] of strata) {
    const n = a + b + c + d
    if (n < 2) continue
    up += (a * d) / n
    down += (b * c) / n
    seen += a
    mean += ((a + b) * (a + c)) / n
    variance += ((a + b) * (c + d) * (a + c) * (b + d)) / (n * n * (n - 1))
  }
  if (up === 0 || down === 0 || variance === 0) return null
  const alpha = up / down
  for (const [a, b, c, d] of strata) {
    const n = a + b + c + d
    if (n > 1) spread += ((a * d + alpha * b * c) * (a + d + alpha * (b + c))) / (n * n)
  }
  const delta = -2.35 * Math.log(alpha)
  const error = 2.35 * Math.sqrt(spread / (2 * up * up))
  const chi = Math.max(0, Math.abs(seen - mean) - 0.5) ** 2 / variance
  const size = Math.abs(delta)
  if (size < 1 || chi < 3.841_459) return { delta, chi, level: 'A' }
  return { delta, chi, level: size >= 1.5 && (size - 1) / error > 1.644_854 ? 'C' : 'B' }
}
