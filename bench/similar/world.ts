// Exams without people: abilities and questions are drawn, answers follow a nominal response model, and copied pairs are planted.
import { answerNumbers } from '../../server/src/domains/stat/similar/category.rules.ts'
import { isPatterned } from '../../server/src/domains/stat/similar/pattern.rules.ts'
import { Level } from '../../server/src/domains/stat/similar/similar.rules.ts'
import type { Studied, Study } from '../../server/src/domains/stat/similar/study.rules.ts'

export const worlds = [
  'plain',
  'rooms',
  'classes',
  'lazy',
  'passages',
  'guessing',
  'easy',
  'keys',
  'truefalse',
  'subjects',
  'drawn',
] as const
type Name = (typeof worlds)[number]
export type Wish = { seed: number; people: number; items: number; copied: number; world: Name }
export type Planted = { study: Study; shares: Map<string, number>; group: number[]; letters: number[][]; keys: number[] }

const pairName = (a: number, b: number) => (a < b ? `${a}/${b}` : `${b}/${a}`)
const SHARES = [0.3, 0.5, 0.8]
const GROUP = 10
const KNOWN = 30
const KNOWN_WRONG = 3

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function normalFrom(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

type Question = { slopes: number[]; levels: number[]; key: number }

export function plant(wish: Wish): Planted {
  const random = randomFrom(wish.seed * 7_919 + wish.people)
  const normal = normalFrom(random)
  const questions = Array.from({ length: wish.items }, () => questionOf(wish, random, normal))
  const letters = answersOf(wish, questions, random, normal)
  const { shares, group } = copy(wish, letters, questions, random)
  if (wish.world === 'lazy') beLazy(letters, wish)
  // two questions with a wrong key
  const keys = questions.map(({ key }, item) => (wish.world === 'keys' && item < 2 ? (key + 1) % 4 : key))
  return { study: studyOf(wish, letters, keys), shares, group, letters, keys }
}

function questionOf({ world }: Wish, random: () => number, normal: () => number): Question {
  const options = world === 'truefalse' ? 2 : 4
  const key = Math.floor(random() * options)
  const slopes = Array.from({ length: options }, (_, at) => (at === key ? Math.exp(normal() * 0.3) : normal() * 0.35 - 0.2))
  const easy = world === 'easy' ? 2 : options === 2 ? 0.4 : 0.8
  const levels = Array.from({ length: options }, (_, at) => (at === key ? easy + normal() * 0.8 : normal() * 0.6))
  return { slopes, levels, key }
}

/** Classes of 50 people. */
const classesOf = (people: number) => Math.max(2, Math.round(people / 50))

/** A class or passage moves the levels of the options for its people. */
function answersOf({ people, items, world }: Wish, questions: readonly Question[], random: () => number, normal: () => number): number[][] {
  const classes = Array.from({ length: classesOf(people) }, () =>
    questions.map((one) => one.levels.map(() => (world === 'classes' ? normal() : 0))),
  )
  return Array.from({ length: people }, (_, person) => {
    const abilities = [normal(), normal()]
    const passages = Array.from({ length: Math.ceil(items / 5) }, () => (world === 'passages' ? normal() : 0))
    const start = world === 'guessing' && random() < 0.3 ? 30 : items
    const absent = world === 'drawn' ? new Set(shuffled(items, random).slice(Math.floor(items / 2))) : new Set<number>()
    return questions.map(({ slopes, levels }, item) => {
      if (absent.has(item)) return -1
      if (item >= start) return Math.floor(random() * levels.length)
      const ability = abilities[world === 'subjects' && item >= items / 2 ? 1 : 0]! + passages[Math.floor(item / 5)]!
      const own = classes[person % classes.length]![item]!
      const weights = levels.map((level, k) => Math.exp(level + own[k]! + slopes[k]! * ability))
      let rest = random() * weights.reduce((sum, one) => sum + one, 0)
      const chosen = weights.findIndex((one) => (rest -= one) < 0)
      return chosen < 0 ? weights.length - 1 : chosen
    })
  })
}

const shuffled = (n: number, random: () => number) =>
  Array.from({ length: n }, (_, at) => ({ at, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map((one) => one.at)

function copy({ people, items, copied, world }: Wish, letters: number[][], questions: readonly Question[], random: () => number) {
  const shares = new Map<string, number>()
  if (copied === 0) return { shares, group: [] }
  const order = shuffled(people, random)
  // neighbours sit in one room
  const rooms = Map.groupBy(order, (person) => person % 50)
  const next = () => {
    if (world !== 'rooms') return [order.pop()!, order.pop()!] as const
    const room = [...rooms.values()].find((one) => one.length > 30) ?? order
    return [room.pop()!, room.pop()!] as const
  }
  for (const share of SHARES)
    for (let at = 0; at < copied; at++) {
      const [a, b] = next()
      shares.set(pairName(a, b), share)
      for (const item of shuffled(items, random).slice(0, Math.round(share * items))) letters[b]![item] = letters[a]![item]!
    }
  const known = shuffled(items, random).slice(0, KNOWN)
  const group = order.slice(0, GROUP)
  for (const [at, item] of known.entries()) {
    const { key, levels } = questions[item]!
    for (const person of group) letters[person]![item] = at < KNOWN_WRONG ? (key + 1) % levels.length : key
  }
  return { shares, group }
}

/** Ten papers all C, ten ABCD…, ten with C in the last twenty questions. */
function beLazy(letters: number[][], { people, items }: Wish) {
  const lazy = Array.from({ length: 30 }, (_, at) => people - 1 - at)
  for (const [at, person] of lazy.entries())
    for (let item = 0; item < items; item++) {
      if (at < 10) letters[person]![item] = 2
      else if (at < 20) letters[person]![item] = item % 4
      else if (item >= items - 20) letters[person]![item] = 2
    }
}

function studyOf(wish: Wish, letters: readonly number[][], keys: readonly number[]): Study {
  const { seed, people, items, world } = wish
  const group = world === 'classes' ? classesOf(people) : 50
  const random = randomFrom(seed + people)
  const numberOf = answerNumbers(items)
  const right = letters.flatMap((own) => own.map((one, item) => (one < 0 ? -1 : one === keys[item] ? 1 : 0)))
  return {
    people,
    items,
    answers: Int32Array.from(letters.flatMap((own) => own.map((one, item) => numberOf(item, one < 0 ? '' : 'ABCD'[one]!)))),
    right: Int8Array.from(right),
    parts: Array.from({ length: items }, (_, item) => (world === 'subjects' && item >= items / 2 ? 1 : 0)),
    // in the plain exam two departments of 100 people, so that questions are compared between them
    departs: Int32Array.from({ length: people }, (_, person) =>
      world === 'classes' ? person % group : world === 'plain' && person < 200 ? person % 2 : -1,
    ),
    addresses: Int32Array.from({ length: people }, (_, person) => (world === 'rooms' ? person % group : -1)),
    sittings: new Int32Array(people),
    seconds: secondsOf(wish, random),
    texts: textsOf(people, random),
    patterned: letters.flatMap((own, person) => {
      const ordered = own.map((one, item) => ({ letters: one < 0 ? '' : 'ABCD'[one]!, right: one === keys[item] }))
      return world !== 'truefalse' && isPatterned(ordered) ? [person] : []
    }),
    across: null,
  }
}

/** Lognormal times. */
function secondsOf({ people, items }: Wish, random: () => number): Float64Array {
  const normal = normalFrom(random)
  const usual = Array.from({ length: items }, () => 3.5 + normal() * 0.4)
  const seconds = new Float64Array(people * items)
  for (let person = 0; person < people; person++) {
    const pace = normal() * 0.3
    for (let item = 0; item < items; item++) seconds[person * items + item] = Math.exp(usual[item]! + pace + normal() * 0.4)
  }
  return seconds
}

const TEXTS = 2
const PHRASES = 60
const PHRASES_EACH = 8
const PHRASE = 13

/** Short answers of 104 characters, made of phrases that many have. */
function textsOf(people: number, random: () => number): Study['texts'] {
  const letter = () => String.fromCodePoint(0x4e00 + Math.floor(random() * 2_000))
  const textOf = (length: number) => Array.from({ length }, letter).join('')
  return Array.from({ length: TEXTS }, (_, at) => {
    const phrases = Array.from({ length: PHRASES }, () => textOf(PHRASE))
    return {
      quId: `t${at}`,
      known: [textOf(40)],
      answers: Array.from({ length: people }, () =>
        Array.from({ length: PHRASES_EACH }, () => (random() < 0.5 ? phrases[Math.floor(random() * PHRASES)]! : textOf(PHRASE))).join(''),
      ),
    }
  })
}

/** What was found of what was planted. */
export function foundOf({ pairs }: Pick<Studied, 'pairs'>, planted: Planted) {
  const shown = pairs.filter((one) => one.level > Level.kept).map((one) => pairName(one.a, one.b))
  const group = new Set(planted.group.flatMap((a) => planted.group.map((b) => pairName(a, b))))
  const found = (share: number) => shown.filter((name) => planted.shares.get(name) === share).length
  return {
    falsePairs: shown.filter((name) => !planted.shares.has(name) && !group.has(name)).length,
    found80: found(0.8),
    found50: found(0.5),
    found30: found(0.3),
    foundGroup: shown.filter((name) => group.has(name)).length,
  }
}
