import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerNumbers, categoriesOf } from './category.rules.ts'
import { isPatterned } from './pattern.rules.ts'
import { comparePapers, Family, grouped, Level, type Pair, type World } from './similar.rules.ts'
import { exactTail, logLimit, logNormalTail, poissonTail } from './tail.rules.ts'

type Fixture = {
  keys: string
  answers: string[]
  departs: number[]
  pairs: { a: number; b: number; common: number; same: number; p: number; exact: number }[]
}
/** An exam of 120 people whose p-values a program of other algorithms computed: server/test/similar/make-similar.py. */
const fixture = JSON.parse(readFileSync(new URL('../../../../test/similar/similar.json', import.meta.url), 'utf8')) as Fixture

const numbered = (rows: readonly (readonly string[])[], items: number) => {
  const numberOf = answerNumbers(items)
  return Int32Array.from(rows.flatMap((row) => row.map((text, item) => numberOf(item, text))))
}

function worldOf({ keys, answers, departs }: Pick<Fixture, 'keys' | 'answers' | 'departs'>): World {
  const items = keys.length
  const rows = answers.map((row) => Array.from(row).map((one) => (one === '.' ? '' : one)))
  return {
    people: rows.length,
    items,
    picks: categoriesOf(numbered(rows, items), items),
    right: Int8Array.from(rows.flatMap((row) => row.map((one, at) => (one === '' ? -1 : one === keys[at] ? 1 : 0)))),
    parts: Array.from({ length: items }, () => 0),
    departs: Int32Array.from(departs),
    addresses: new Int32Array(rows.length).fill(-1),
    sittings: new Int32Array(rows.length),
  }
}
const compared = comparePapers(worldOf(fixture))
const nameOf = ({ a, b }: Pick<Pair, 'a' | 'b'>) => `${a}/${b}`

test('the tail of a sum of unequal chances agrees with convolution and DFT', () => {
  const chances = Array.from({ length: 50 }, (_, at) => (at < 25 ? 0.2 : 0.6))
  expect(exactTail(chances, 35) / 2.539_635_053e-6).toBeCloseTo(1, 8)
  expect([exactTail(chances, 0), exactTail([0.5], 1), exactTail([0.5], 2)]).toEqual([1, 0.5, 0])
})

test('tails of the normal and the Poisson distribution', () => {
  // Q(0), Q(1.96), Q(6), Q(−1)
  const tails = [0, 1.959_963_985, 6, -1].map((z) => Math.exp(logNormalTail(z)))
  const known = [0.5, 0.025, 9.865_876_45e-10, 0.841_344_746]
  for (const [at, tail] of tails.entries()) expect(tail / known[at]!).toBeCloseTo(1, 6)
  expect(poissonTail(1, 3)).toBeCloseTo(0.080_301_4, 7)
  expect([poissonTail(2, 0), poissonTail(0, 1)]).toEqual([1, 0])
})

test('the limit of Benjamini and Hochberg is the last probability below its line', () => {
  const logs = [0.001, 0.008, 0.039, 0.041, 0.042].map(Math.log)
  // 0.041 ≤ 4·0.05/5 is false, 0.042 ≤ 0.05 is true, and takes the earlier ones with it
  expect(Math.exp(logLimit(logs, 5, 0.05))).toBeCloseTo(0.042)
  expect(Math.exp(logLimit(logs, 8, 0.05))).toBeCloseTo(0.008)
  expect(logLimit(logs, 500, 0.01)).toBe(-Infinity)
})

test('p-values agree with an independent program, and planted pairs are shown', () => {
  expect(compared.problem).toBe('')
  const own = new Map(compared.pairs.map((one) => [nameOf(one), one]))
  expect(fixture.pairs.length).toBeGreaterThan(3)
  expect([...own.keys()].toSorted()).toEqual(fixture.pairs.map(nameOf).toSorted())
  for (const one of fixture.pairs) {
    const found = own.get(nameOf(one))!
    expect(found).toMatchObject({ common: one.common, same: one.same })
    expect(Math.abs(found.p - one.p)).toBeLessThan(1e-4)
    expect(Math.abs(found.exact - one.exact)).toBeLessThan(1e-4)
  }
  expect(
    compared.pairs
      .filter((one) => one.level > Level.kept)
      .map(nameOf)
      .toSorted(),
  ).toEqual(expect.arrayContaining(['0/1', '2/3']))
})

test('letters of each question in another order change nothing', () => {
  const turned = fixture.answers.map((row) =>
    Array.from(row)
      .map((one, at) => (one === '.' ? one : ('DABC'['ABCD'.indexOf(one) - (at % 2)] ?? 'C')))
      .join(''),
  )
  const keys = Array.from(fixture.keys)
    .map((one, at) => 'DABC'['ABCD'.indexOf(one) - (at % 2)] ?? 'C')
    .join('')
  const other = comparePapers(worldOf({ ...fixture, answers: turned, keys }))
  expect(other.pairs.map(nameOf)).toEqual(compared.pairs.map(nameOf))
  for (const [at, one] of other.pairs.entries()) expect(one.p).toBeCloseTo(compared.pairs[at]!.p, 6)
})

test('equal blanks are no equal answers', () => {
  const end = '.'.repeat(15)
  const answers = fixture.answers.map((row, at) => (at >= 10 && at < 20 ? row.slice(0, -15) + end : row))
  const shown = comparePapers(worldOf({ ...fixture, answers })).pairs.filter((one) => one.level > Level.kept)
  expect(shown.filter(({ a, b }) => a >= 10 && a < 20 && b >= 10 && b < 20)).toEqual([])
})

test('too few people or common questions are not compared', () => {
  const first = (n: number) => ({ ...fixture, answers: fixture.answers.slice(0, n), departs: fixture.departs.slice(0, n) })
  expect(comparePapers(worldOf(first(29)))).toMatchObject({ problem: 'few', pairs: [] })
  const short = fixture.answers.map((row) => row.slice(0, 19))
  expect(comparePapers(worldOf({ ...fixture, answers: short, keys: fixture.keys.slice(0, 19) }))).toMatchObject({ problem: 'few' })
  // two people with nine common answers among the others
  const [a = '', b = ''] = fixture.answers.slice(4, 6)
  const apart = fixture.answers.map((row, at) =>
    at === 4 ? `${a.slice(0, 9)}${'.'.repeat(31)}` : at === 5 ? `${a.slice(0, 9)}${b.slice(9)}` : row,
  )
  expect(comparePapers(worldOf({ ...fixture, answers: apart })).pairs.filter((one) => one.a === 4)).toEqual([])
})

test('people who sat at another time are a family of their own', () => {
  const world = worldOf(fixture)
  world.sittings[1] = 1
  const pair = comparePapers(world).pairs.find((one) => one.a === 0 && one.b === 1)!
  expect(pair.family).toBe(Family.sittings)
  expect(compared.counts[Family.sittings]).toBe(0)
})

test('answers of fewer than three people are no category, and the most frequent ones come first', () => {
  const column = ['A', 'B', 'B', 'B', 'A', 'A', 'A', 'C', 'C', '']
  expect([
    ...categoriesOf(
      numbered(
        column.map((one) => [one]),
        1,
      ),
      1,
    ),
  ]).toEqual([0, 1, 1, 1, 0, 0, 0, -1, -1, -1])
})

test('papers of a pattern', () => {
  const sheet = (letters: string, right = false) => Array.from(letters).map((one) => ({ letters: one === '.' ? '' : one, right }))
  expect(isPatterned(sheet('C'.repeat(13)))).toBe(true)
  expect(isPatterned(sheet('C'.repeat(12)))).toBe(false)
  expect(isPatterned(sheet('BDAC'.repeat(4)))).toBe(true)
  expect(isPatterned(sheet(`ADBBCADCB${'C'.repeat(20)}`))).toBe(true)
  expect(isPatterned(sheet('.'.repeat(40)))).toBe(false)
  // a bank whose right option is always the first one
  expect(isPatterned(sheet('A'.repeat(30), true))).toBe(false)
  expect(fixture.answers.filter((row) => isPatterned(sheet(row)))).toEqual([])
})

test('groups are connected pairs of three and more people that are shown', () => {
  const pair = (a: number, b: number, level: Pair['level'] = Level.look): Pair => ({
    a,
    b,
    level,
    family: Family.far,
    common: 0,
    same: 0,
    sameWrong: 0,
    expected: 0,
    p: 0,
    exact: 0,
    group: 0,
  })
  const pairs = grouped([pair(1, 2), pair(3, 4), pair(2, 5), pair(5, 6, Level.kept)])
  expect(pairs.map((one) => one.group)).toEqual([1, 0, 1, 0])
})
