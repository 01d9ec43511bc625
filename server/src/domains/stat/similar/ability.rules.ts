// Abilities of the people of an exam, for each part of the paper.
import { type Answers, fitIrt, type Irt } from './irt.rules.ts'
import { solve } from './logit.rules.ts'

/** A part with fewer items has no ability of its own. */
export const LEAST_OF_PART = 15

/**
 * The ability by person and item. A paper of several subjects has one for each part, which borrows from the others as far as they go together:
 * augmented subscores (H. Wainer et al., in Test Scoring, 2001, ch. 9) on the means of the posteriors.
 * @param parts the part of each item
 */
export function abilitiesOf(answers: Answers, parts: readonly number[]): { irt: Irt; theta: (person: number, item: number) => number } {
  const { people } = answers
  const byPart = Map.groupBy(parts.keys(), (item) => parts[item]!)
  const large = [...byPart.values()].filter((items) => items.length >= LEAST_OF_PART)
  const rest = [...byPart.values()].filter((items) => items.length < LEAST_OF_PART).flat()
  const groups = rest.length >= LEAST_OF_PART ? [...large, rest] : large
  const irt = fitIrt(answers)
  const whole = irt.theta
  if (groups.length < 2) return { irt, theta: (person) => whole[person]! }
  const thetas = augmented(groups.map((items) => fitIrt(only(answers, items)).theta))
  const groupOf = new Int16Array(parts.length).fill(-1)
  for (const [group, items] of groups.entries()) for (const item of items) groupOf[item] = group
  const places = Array.from({ length: people }, (_, person) => thetas.map((one) => one[person]!))
  return { irt, theta: (person, item) => (groupOf[item]! < 0 ? whole[person]! : places[person]![groupOf[item]!]!) }
}

function only({ people, items, right }: Answers, kept: readonly number[]): Answers {
  const own = new Int8Array(people * kept.length)
  for (let person = 0; person < people; person++)
    for (const [at, item] of kept.entries()) own[person * kept.length + at] = right[person * items + item]!
  return { people, items: kept.length, right: own }
}

/** The best linear prediction of each part's ability from all posterior means; the variance of such a mean is its reliability. */
function augmented(means: readonly Float64Array[]): Float64Array[] {
  const size = means.length
  const people = means[0]!.length
  const centred = means.map((one) => {
    const mean = one.reduce((sum, value) => sum + value, 0) / people
    return one.map((value) => value - mean)
  })
  const covariance = new Float64Array(size * size)
  for (let j = 0; j < size; j++)
    for (let k = 0; k < size; k++) {
      let total = 0
      for (let person = 0; person < people; person++) total += centred[j]![person]! * centred[k]![person]!
      covariance[j * size + k] = total / people
    }
  for (let k = 0; k < size; k++) covariance[k * size + k]! += 1e-6
  return means.map((_, k) => {
    const reliability = covariance[k * size + k]!
    // with the ability itself: cov(mean j, mean k) = reliability k · cov(mean j, ability k), at most that of equal abilities
    const target = Float64Array.from({ length: size }, (_, j) =>
      j === k ? reliability : Math.min(covariance[j * size + j]!, covariance[k * size + j]! / reliability),
    )
    const weights = solve(covariance, target, size)
    return Float64Array.from({ length: people }, (_, person) => weights.reduce((sum, weight, j) => sum + weight * centred[j]![person]!, 0))
  })
}
