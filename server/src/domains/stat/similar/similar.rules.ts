// Pairs of papers whose answers agree more than the abilities explain: ω (J. A. Wollack, Appl. Psychol. Meas. 21, 1997) both ways.
import { abilitiesOf } from './ability.rules.ts'
import type { Irt } from './irt.rules.ts'
import { answerChances, type Chances } from './logit.rules.ts'
import { exactTail, logLimit, logNormalTail } from './tail.rules.ts'

export type World = {
  people: number
  items: number
  /** by person and item: the category of the answer, −1 for answers that are not compared */
  picks: Int8Array
  /** 1 right, 0 wrong, −1 not answered or not on the paper */
  right: Int8Array
  /** the part of each item (its subject) */
  parts: number[]
  /** numbers of department, address and sitting of each person; −1: none */
  departs: Int32Array
  addresses: Int32Array
  sittings: Int32Array
  /** Only pairs with one of the first people are compared (default: all), and where `cross` is true only those of one of them and one of the others. */
  own?: number
  cross?: boolean
  /** numbers of the users, who are not compared with themselves; default: each person is another one */
  users?: Int32Array
}
/** Each family of pairs has its own number of false alarms that is allowed. */
export const Family = { near: 0, far: 1, sittings: 2 } as const
type FamilyCode = (typeof Family)[keyof typeof Family]
/** `kept`: stored for the export only; `look` and `first` are shown. */
export const Level = { kept: 0, look: 1, first: 2 } as const
export type Pair = {
  a: number
  b: number
  family: FamilyCode
  /** items that both answered, equal answers, equal wrong ones, and equal ones to be expected */
  common: number
  same: number
  sameWrong: number
  expected: number
  /** logarithms to the base of 10 */
  p: number
  exact: number
  level: (typeof Level)[keyof typeof Level]
  /** number of the connected group among the pairs that are shown */
  group: number
}
export type Compared = { lambda: number; pairs: Pair[]; counts: number[]; problem: '' | 'few' | 'unfit'; irt: Irt | null }

export const LEAST_COMMON = 10
export const LEAST_PEOPLE = 30
export const LEAST_ITEMS = 20
export const Q_LIMIT = 0.01
/** Above this the model does not describe the exam, and nothing is shown. */
export const MOST_LAMBDA = 1.2
const STORED = Math.log(1e-3)
const SAMPLE = 200_000
/** The median of χ² with one degree of freedom. */
const MEDIAN = 0.454_936

export function comparePapers(world: World): Compared {
  const none = { lambda: 0, pairs: [], counts: [0, 0, 0], irt: null }
  if (world.people < LEAST_PEOPLE) return { ...none, problem: 'few' }
  const { irt, theta } = abilitiesOf(world, world.parts)
  const found = answerChances(world, theta, world.departs)
  const codes = codesOf(world, found)
  const fit = fitOf(world, found, codes)
  if (fit.common < LEAST_ITEMS) return { ...none, irt, problem: 'few' }
  if (fit.lambda > MOST_LAMBDA) return { ...none, irt, lambda: fit.lambda, problem: 'unfit' }
  const { close, counts } = allPairs(world, found, codes)
  return { irt, lambda: fit.lambda, counts, pairs: judge(world, { found, codes, close, counts }), problem: '' }
}

/** Pairs are made of the first `own` people and of those from `first` on. */
const spanOf = ({ people, own = people, cross }: World) => ({ own, first: cross ? own : 0 })
const isOneUser = ({ users }: World, a: number, b: number) => users !== undefined && users[a] === users[b]

/** The place of each answer among all categories; −1: not compared. */
function codesOf({ people, items, picks }: World, { offsets }: Chances): Int32Array {
  const codes = new Int32Array(people * items)
  for (let at = 0; at < codes.length; at++) codes[at] = picks[at]! < 0 ? -1 : offsets[at % items]! + picks[at]!
  return codes
}

/**
 * λ: the median of the squared z of GBT (W. J. van der Linden & L. Sotaridona, J. Educ. Behav. Stat. 31, 2006) against χ²₁, over pairs at equal
 * distances; and the mean number of common items.
 */
function fitOf(world: World, { total, offsets, chances }: Chances, codes: Int32Array): { lambda: number; common: number } {
  const { people, items } = world
  const { own, first } = spanOf(world)
  const all = first === 0 ? (own * (2 * people - own - 1)) / 2 : own * (people - own)
  const step = Math.max(1, Math.floor(all / SAMPLE))
  const squares: number[] = []
  let [sampled, commons, at] = [0, 0, 0]
  for (let a = 0; a < own; a++)
    for (let b = Math.max(a + 1, first); b < people; b++) {
      if (at++ % step !== 0 || isOneUser(world, a, b)) continue
      let [common, same, mean, variance] = [0, 0, 0, 0]
      for (let item = 0; item < items; item++) {
        const [one, other] = [codes[a * items + item]!, codes[b * items + item]!]
        if (one < 0 || other < 0) continue
        common++
        if (one === other) same++
        let chance = 0
        const end = item + 1 < items ? offsets[item + 1]! : total
        for (let k = offsets[item]!; k < end; k++) chance += chances[a * total + k]! * chances[b * total + k]!
        mean += chance
        variance += chance * (1 - chance)
      }
      sampled++
      commons += common
      if (common >= LEAST_COMMON && variance > 0) squares.push((same - mean) ** 2 / variance)
    }
  squares.sort((x, y) => x - y)
  return { lambda: (squares[Math.floor(squares.length / 2)] ?? 0) / MEDIAN, common: sampled === 0 ? 0 : commons / sampled }
}

type Close = { a: number; b: number; family: FamilyCode; common: number; same: number; expected: number; log: number }

/** All pairs; only those with p ≤ `Q_LIMIT` are kept, because no larger one can pass. */
function allPairs(world: World, { total, chances }: Chances, codes: Int32Array): { close: Close[]; counts: number[] } {
  const { people, items } = world
  const close: Close[] = []
  const counts = [0, 0, 0]
  const { own, first } = spanOf(world)
  for (let a = 0; a < own; a++)
    for (let b = Math.max(a + 1, first); b < people; b++) {
      if (isOneUser(world, a, b)) continue
      const [rowA, rowB, fromA, fromB] = [a * total, b * total, a * items, b * items]
      let [common, same, meanA, meanB, varA, varB] = [0, 0, 0, 0, 0, 0]
      for (let item = 0; item < items; item++) {
        const one = codes[fromA + item]!
        const other = codes[fromB + item]!
        if (one < 0 || other < 0) continue
        common++
        if (one === other) same++
        const chanceA = chances[rowA + other]!
        const chanceB = chances[rowB + one]!
        meanA += chanceA
        varA += chanceA * (1 - chanceA)
        meanB += chanceB
        varB += chanceB * (1 - chanceB)
      }
      if (common < LEAST_COMMON) continue
      const family = familyOf(world, a, b)
      counts[family]!++
      const z = Math.max((same - meanA) / Math.sqrt(varA), (same - meanB) / Math.sqrt(varB))
      // 2·Q(2.5) is above the limit
      if (!(z > 2.5)) continue
      const log = Math.min(0, Math.LN2 + logNormalTail(z))
      if (log <= Math.log(Q_LIMIT)) close.push({ a, b, family, common, same, expected: (meanA + meanB) / 2, log })
    }
  return { close, counts }
}

function familyOf({ departs, addresses, sittings }: World, a: number, b: number): FamilyCode {
  if (sittings[a] !== sittings[b]) return Family.sittings
  const isOf = (places: Int32Array) => places[a]! >= 0 && places[a] === places[b]
  const isNear = isOf(departs) || isOf(addresses)
  return isNear ? Family.near : Family.far
}

type Found = { found: Chances; codes: Int32Array; close: Close[]; counts: number[] }

function judge(world: World, { found, codes, close, counts }: Found): Pair[] {
  const limits = counts.map((all, family) =>
    logLimit(
      close.filter((one) => one.family === family).map((one) => one.log),
      all,
      Q_LIMIT,
    ),
  )
  const pairs = close
    .filter((one) => one.log <= Math.max(STORED, limits[one.family]!))
    .map(({ log, ...one }): Pair => {
      const { exact, sameWrong } = closely(world, found, codes, one)
      const shown = log <= limits[one.family]!
      const level = !shown ? Level.kept : exact <= Q_LIMIT / counts[one.family]! ? Level.first : Level.look
      return { ...one, sameWrong, p: log / Math.LN10, exact: Math.max(-300, Math.log10(exact)), level, group: 0 }
    })
  return grouped(pairs)
}

function closely({ items, right }: World, { total, chances }: Chances, codes: Int32Array, { a, b, same }: Pick<Close, 'a' | 'b' | 'same'>) {
  const [ofA, ofB]: [number[], number[]] = [[], []]
  let sameWrong = 0
  for (let item = 0; item < items; item++) {
    const [one, other] = [codes[a * items + item]!, codes[b * items + item]!]
    if (one < 0 || other < 0) continue
    ofA.push(chances[a * total + other]!)
    ofB.push(chances[b * total + one]!)
    if (one === other && right[a * items + item] === 0 && right[b * items + item] === 0) sameWrong++
  }
  return { exact: Math.min(1, 2 * Math.min(exactTail(ofA, same), exactTail(ofB, same))), sameWrong }
}

/** Numbers the connected groups of three and more people among the pairs that are shown, from 1 on; 0: none. */
export function grouped(pairs: readonly Pair[]): Pair[] {
  const heads = new Map<number, number>()
  const headOf = (person: number): number => {
    let at = person
    for (let next = heads.get(at) ?? at; next !== at; next = heads.get(at) ?? at) at = next
    return at
  }
  const shown = pairs.filter((one) => one.level > Level.kept)
  for (const { a, b } of shown) heads.set(headOf(b), headOf(a))
  const members = Map.groupBy(new Set(shown.flatMap(({ a, b }) => [a, b])), headOf)
  const numbers = new Map([...members].filter(([, people]) => people.length > 2).map(([head], at) => [head, at + 1]))
  return pairs.map((one) => ({ ...one, group: one.level > Level.kept ? (numbers.get(headOf(one.a)) ?? 0) : 0 }))
}
