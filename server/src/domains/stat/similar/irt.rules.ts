// The two-parameter logistic model of right and wrong answers: P(right) = 1/(1 + exp(−(a·θ + d))), and the ability θ of each person.
// Fitted by marginal maximum likelihood with EM (R. D. Bock & M. Aitkin, Psychometrika 46, 1981) on a grid of abilities.

/** The grid of abilities, −6 to 6 by 0.25, with the weights of a standard normal distribution. */
export const nodes = Float64Array.from({ length: 49 }, (_, at) => (at - 24) / 4)
const Q = nodes.length
const raw = nodes.map((node) => Math.exp((-node * node) / 2))
const sum = raw.reduce((total, one) => total + one, 0)
const logWeights = raw.map((one) => Math.log(one / sum))

/** Answers by person and item: 1 right, 0 wrong, −1 not answered or not on the paper. */
export type Answers = { people: number; items: number; right: Int8Array }
export type Irt = {
  /** discrimination and easiness of each item; its difficulty is −d/a */
  a: Float64Array
  d: Float64Array
  /** by person, the mean of the posterior (EAP) */
  theta: Float64Array
  logLikelihood: number
  seA: Float64Array
  seB: Float64Array
}

const MOST_ROUNDS = 500
const SMALL = 1e-6
/** Ridges shrink a to 1 and d to 0 in small exams; with n people the penalty is ridge/(2n)·(…)². */
export const ridge = { a: 200, d: 20 }

type Fit = { a: Float64Array; d: Float64Array; one: Float64Array; zero: Float64Array }

/** Fits the model. Items and people without answers keep a = 1, d = 0 and θ = 0. */
export function fitIrt(answers: Answers): Irt {
  const { people, items } = answers
  const a = new Float64Array(items).fill(1)
  const d = Float64Array.from({ length: items }, (_, item) => startOf(answers, item))
  const fit = { a, d, one: new Float64Array(items * Q), zero: new Float64Array(items * Q) }
  const posterior = new Float64Array(people * Q)
  const logLikelihood = climb(answers, fit, posterior)
  const theta = new Float64Array(people)
  for (let person = 0; person < people; person++) {
    let mean = 0
    for (let q = 0; q < Q; q++) mean += posterior[person * Q + q]! * nodes[q]!
    theta[person] = mean
  }
  return { a, d, theta, logLikelihood, ...errorsOf(answers, fit, posterior) }
}

/**
 * EM steps until no parameter changes. Two steps at a time are extrapolated (SQUAREM, R. Varadhan & C. Roland, Scand. J. Stat. 35, 2008); an
 * extrapolation that lowers the likelihood is taken back.
 */
function climb(answers: Answers, fit: Fit, posterior: Float64Array): number {
  const { a, d } = fit
  const size = a.length
  const read = () => Float64Array.from({ length: 2 * size }, (_, at) => (at < size ? a[at]! : d[at - size]!))
  const write = (values: Float64Array) => {
    a.set(values.subarray(0, size))
    d.set(values.subarray(size))
  }
  const likelihood = () => {
    fillLogs(fit)
    return expect(answers, fit, posterior)
  }
  let safe = read()
  let reached = -Infinity
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const now = likelihood()
    if (now < reached - 1e-9) {
      write(safe)
      likelihood()
    }
    const start = read()
    maximise(answers, fit, posterior)
    const first = read()
    reached = likelihood()
    if (maximise(answers, fit, posterior) < SMALL) break
    safe = read()
    const [r, v] = [first.map((one, at) => one - start[at]!), safe.map((one, at) => one - 2 * first[at]! + start[at]!)]
    const stretch = Math.min(16, Math.max(1, Math.sqrt(lengthOf(r) / (lengthOf(v) || 1))))
    write(start.map((one, at) => one + 2 * stretch * r[at]! + stretch * stretch * v[at]!))
  }
  return likelihood()
}

const lengthOf = (values: Float64Array) => values.reduce((total, one) => total + one * one, 0)

function startOf({ people, items, right }: Answers, item: number): number {
  let [n, rights] = [0, 0]
  for (let person = 0; person < people; person++) {
    const one = right[person * items + item]!
    if (one < 0) continue
    n++
    rights += one
  }
  return Math.log((rights + 0.5) / (n - rights + 0.5))
}

/** Logarithms of both chances at each node; log P(wrong) = −log(1 + exp(a·θ + d)). */
function fillLogs({ a, d, one, zero }: Fit) {
  for (let item = 0; item < a.length; item++)
    for (let q = 0; q < Q; q++) {
      const x = a[item]! * nodes[q]! + d[item]!
      const wrong = x > 0 ? -x - Math.log1p(Math.exp(-x)) : -Math.log1p(Math.exp(x))
      zero[item * Q + q] = wrong
      one[item * Q + q] = wrong + x
    }
}

/** The posterior of each person over the nodes. @returns the log-likelihood of all answers */
function expect({ people, items, right }: Answers, { one, zero }: Fit, posterior: Float64Array): number {
  const logs = new Float64Array(Q)
  let total = 0
  for (let person = 0; person < people; person++) {
    logs.set(logWeights)
    for (let item = 0; item < items; item++) {
      const answer = right[person * items + item]!
      if (answer < 0) continue
      const table = answer === 1 ? one : zero
      const from = item * Q
      for (let q = 0; q < Q; q++) logs[q]! += table[from + q]!
    }
    let top = -Infinity
    for (let q = 0; q < Q; q++) top = Math.max(top, logs[q]!)
    let mass = 0
    for (let q = 0; q < Q; q++) mass += posterior[person * Q + q] = Math.exp(logs[q]! - top)
    for (let q = 0; q < Q; q++) posterior[person * Q + q]! /= mass
    total += top + Math.log(mass)
  }
  return total
}

/** Newton steps for each item on the expected counts. @returns the largest change of a parameter */
function maximise({ people, items, right }: Answers, { a, d }: Fit, posterior: Float64Array): number {
  const counts = new Float64Array(items * Q)
  const rights = new Float64Array(items * Q)
  for (let person = 0; person < people; person++)
    for (let item = 0; item < items; item++) {
      const answer = right[person * items + item]!
      if (answer < 0) continue
      const [from, own] = [item * Q, person * Q]
      for (let q = 0; q < Q; q++) counts[from + q]! += posterior[own + q]!
      if (answer === 1) for (let q = 0; q < Q; q++) rights[from + q]! += posterior[own + q]!
    }
  let largest = 0
  for (let item = 0; item < items; item++) {
    const before = [a[item]!, d[item]!] as const
    const after = newton(before, { counts, rights, from: item * Q, people })
    a[item] = after[0]
    d[item] = after[1]
    largest = Math.max(largest, Math.abs(after[0] - before[0]), Math.abs(after[1] - before[1]))
  }
  return largest
}

type Counts = { counts: Float64Array; rights: Float64Array; from: number; people: number }

function newton([startA, startD]: readonly [number, number], { counts, rights, from, people }: Counts): [number, number] {
  let [a, d] = [startA, startD]
  const [ridgeA, ridgeD] = [ridge.a / people, ridge.d / people]
  for (let step = 0; step < 3; step++) {
    let [ga, gd, haa, had, hdd] = [ridgeA * (1 - a), -ridgeD * d, ridgeA, 0, ridgeD]
    for (let q = 0; q < Q; q++) {
      const node = nodes[q]!
      const chance = 1 / (1 + Math.exp(-(a * node + d)))
      const off = rights[from + q]! - counts[from + q]! * chance
      const weight = counts[from + q]! * chance * (1 - chance)
      ga += off * node
      gd += off
      haa += weight * node * node
      had += weight * node
      hdd += weight
    }
    const det = haa * hdd - had * had
    a = Math.max(-4, Math.min(6, a + Math.max(-1, Math.min(1, (hdd * ga - had * gd) / det))))
    d = Math.max(-9, Math.min(9, d + Math.max(-1, Math.min(1, (haa * gd - had * ga) / det))))
  }
  return [a, d]
}

/**
 * Standard errors from the cross products of each person's score vector, item by item (T. A. Louis, JRSS B 44, 1982, leaves the covariances between
 * items out here); that of the difficulty b = −d/a by the delta method.
 */
function errorsOf({ people, items, right }: Answers, { a, d }: Fit, posterior: Float64Array) {
  const [seA, seB] = [new Float64Array(items), new Float64Array(items)]
  for (let item = 0; item < items; item++) {
    const chances = nodes.map((node) => 1 / (1 + Math.exp(-(a[item]! * node + d[item]!))))
    let [aa, ad, dd] = [0, 0, 0]
    for (let person = 0; person < people; person++) {
      const answer = right[person * items + item]!
      if (answer < 0) continue
      let [sa, sd] = [0, 0]
      for (let q = 0; q < Q; q++) {
        const off = posterior[person * Q + q]! * (answer - chances[q]!)
        sa += off * nodes[q]!
        sd += off
      }
      aa += sa * sa
      ad += sa * sd
      dd += sd * sd
    }
    const det = aa * dd - ad * ad
    const b = -d[item]! / a[item]!
    const [varA, varD, cov] = [dd / det, aa / det, -ad / det]
    seA[item] = Math.sqrt(varA)
    seB[item] = Math.sqrt(varD + b * b * varA + 2 * b * cov) / Math.abs(a[item]!)
  }
  return { seA, seB }
}
