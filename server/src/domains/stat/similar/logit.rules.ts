// The chance of each answer to a question, given the ability: a multinomial logit in θ and θ² for each item, times a factor of the department.

/** The answers that are compared, by person and item: the number of a category, −1 for all others. */
export type Picks = { people: number; items: number; picks: Int8Array }
export type Chances = {
  /** the number of categories of all items together, and the place of the first one of each item */
  total: number
  offsets: Int32Array
  /** by person and place */
  chances: Float64Array
}

const TERMS = 3
/** Ridges of intercept, θ and θ². */
export const logitRidge = [0.05, 1, 1] as const
const MOST_STEPS = 30
const SMALL = 1e-8
/** A smaller department has no factor; the factor is shrunk as by so many people who answer like everybody. */
export const FACTOR = { least: 15, shrink: 8 }

/**
 * @param theta the ability by person and item
 * @param departs the department of each person; −1: none
 */
export function answerChances(world: Picks, theta: (person: number, item: number) => number, departs: Int32Array): Chances {
  const { people, items, picks } = world
  const sizes = new Int32Array(items)
  for (let at = 0; at < picks.length; at++) sizes[at % items] = Math.max(sizes[at % items]!, picks[at]! + 1)
  const offsets = new Int32Array(items)
  for (let item = 1; item < items; item++) offsets[item] = offsets[item - 1]! + sizes[item - 1]!
  const total = items === 0 ? 0 : offsets[items - 1]! + sizes[items - 1]!
  const chances = new Float64Array(people * total)
  for (let item = 0; item < items; item++) {
    const size = sizes[item]!
    if (size === 0) continue
    const abilities = Float64Array.from({ length: people }, (_, person) => theta(person, item))
    const answers = Int8Array.from({ length: people }, (_, person) => picks[person * items + item]!)
    const weights = fitLogit(abilities, answers, size)
    const row = new Float64Array(size)
    for (let person = 0; person < people; person++) {
      softmax(weights, abilities[person]!, row)
      chances.set(row, person * total + offsets[item]!)
    }
  }
  const found = { total, offsets, chances }
  applyFactors(world, found, { departs, sizes })
  return found
}

function softmax(weights: Float64Array, ability: number, row: Float64Array) {
  let top = -Infinity
  for (let k = 0; k < row.length; k++) {
    row[k] = weights[k * TERMS]! + weights[k * TERMS + 1]! * ability + weights[k * TERMS + 2]! * ability * ability
    top = Math.max(top, row[k]!)
  }
  let mass = 0
  for (let k = 0; k < row.length; k++) mass += row[k] = Math.exp(row[k]! - top)
  for (let k = 0; k < row.length; k++) row[k]! /= mass
}

/**
 * Newton's method on the penalised likelihood, which is concave (the nominal response model of R. D. Bock, Psychometrika 37, 1972, with given
 * abilities and a square term). @returns three weights for each category
 */
export function fitLogit(abilities: Float64Array, answers: Int8Array, size: number): Float64Array {
  const counts = new Float64Array(size)
  for (const one of answers) if (one >= 0) counts[one]!++
  const total = counts.reduce((sum, one) => sum + one, 0)
  const n = size * TERMS
  let weights = new Float64Array(n)
  for (let k = 0; k < size; k++) weights[k * TERMS] = Math.log((counts[k]! + 0.5) / (total + 0.5 * size))
  const gradient = new Float64Array(n)
  const hessian = new Float64Array(n * n)
  let reached = slopes({ abilities, answers, size }, weights, gradient, hessian)
  for (let step = 0; step < MOST_STEPS; step++) {
    const move = solve(hessian, gradient, n)
    let next = weights.map((one, at) => one + move[at]!)
    let value = slopes({ abilities, answers, size }, next, gradient, hessian)
    for (let half = 0; value < reached - 1e-12 && half < 20; half++) {
      next = next.map((one, at) => (one + weights[at]!) / 2)
      value = slopes({ abilities, answers, size }, next, gradient, hessian)
    }
    const gain = value - reached
    weights = next
    reached = value
    if (gain < SMALL && move.every((one) => Math.abs(one) < 1e-6)) break
  }
  return weights
}

type Data = { abilities: Float64Array; answers: Int8Array; size: number }

/** @returns the penalised log-likelihood; fills its gradient and the negative Hessian */
function slopes({ abilities, answers, size }: Data, weights: Float64Array, gradient: Float64Array, hessian: Float64Array): number {
  const n = size * TERMS
  const row = new Float64Array(size)
  const moments = new Float64Array(size * size * 5)
  let value = 0
  gradient.fill(0)
  for (let person = 0; person < answers.length; person++) {
    const answer = answers[person]!
    if (answer < 0) continue
    const x = abilities[person]!
    softmax(weights, x, row)
    value += Math.log(row[answer]!)
    for (let k = 0; k < size; k++) {
      const off = (k === answer ? 1 : 0) - row[k]!
      gradient[k * TERMS]! += off
      gradient[k * TERMS + 1]! += off * x
      gradient[k * TERMS + 2]! += off * x * x
      for (let l = 0; l <= k; l++) {
        let term = k === l ? row[k]! * (1 - row[k]!) : -row[k]! * row[l]!
        const at = (k * size + l) * 5
        for (let power = 0; power < 5; power++) {
          moments[at + power]! += term
          term *= x
        }
      }
    }
  }
  for (let k = 0; k < size; k++)
    for (let l = 0; l <= k; l++)
      for (let f = 0; f < TERMS; f++)
        for (let g = 0; g < TERMS; g++) {
          const one = moments[(k * size + l) * 5 + f + g]!
          hessian[(k * TERMS + f) * n + l * TERMS + g] = one
          hessian[(l * TERMS + g) * n + k * TERMS + f] = one
        }
  for (let at = 0; at < n; at++) {
    const penalty = logitRidge[at % TERMS]!
    value -= (penalty * weights[at]! * weights[at]!) / 2
    gradient[at]! -= penalty * weights[at]!
    hessian[at * n + at]! += penalty
  }
  return value
}

/** Solves matrix · x = right for a symmetric positive definite matrix, by Cholesky's decomposition. */
export function solve(matrix: Float64Array, right: Float64Array, n: number): Float64Array {
  const low = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * n + j]!
      for (let k = 0; k < j; k++) rest -= low[i * n + k]! * low[j * n + k]!
      low[i * n + j] = i === j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / low[j * n + j]!
    }
  const x = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let rest = right[i]!
    for (let k = 0; k < i; k++) rest -= low[i * n + k]! * x[k]!
    x[i] = rest / low[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    let rest = x[i]!
    for (let k = i + 1; k < n; k++) rest -= low[k * n + i]! * x[k]!
    x[i] = rest / low[i * n + i]!
  }
  return x
}

type Groups = { departs: Int32Array; sizes: Int32Array }

/**
 * What people of one department prefer for a common reason (one teacher, one book) is not unusual among them: each chance is multiplied by
 * (observed + s)/(expected + s), where s is what `FACTOR.shrink` people would give, and the chances of an item are brought to the sum 1 again.
 */
function applyFactors({ items, picks }: Picks, { total, offsets, chances }: Chances, { departs, sizes }: Groups) {
  for (const members of membersOf(departs)) {
    for (let item = 0; item < items; item++) {
      const [size, offset] = [sizes[item]!, offsets[item]!]
      const observed = new Float64Array(size)
      const expected = new Float64Array(size)
      let answered = 0
      for (const person of members) {
        const pick = picks[person * items + item]!
        if (pick < 0) continue
        answered++
        observed[pick]!++
        for (let k = 0; k < size; k++) expected[k]! += chances[person * total + offset + k]!
      }
      if (answered < FACTOR.least) continue
      const factors = observed.map((one, k) => {
        const shrink = (FACTOR.shrink * expected[k]!) / answered
        return (one + shrink) / (expected[k]! + shrink)
      })
      for (const person of members) {
        const from = person * total + offset
        let mass = 0
        for (let k = 0; k < size; k++) mass += chances[from + k]! *= factors[k]!
        for (let k = 0; k < size; k++) chances[from + k]! /= mass
      }
    }
  }
}

function membersOf(departs: Int32Array): number[][] {
  const byDepart = Map.groupBy([...departs.keys()], (person) => departs[person]!)
  return [...byDepart].filter(([depart, people]) => depart >= 0 && people.length >= FACTOR.least).map(([, people]) => people)
}
