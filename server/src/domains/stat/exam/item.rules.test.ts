import { expect, test } from 'vitest'
import { correlationOf, difficultyOf, discriminationOf, groupSizeOf, optionsOf } from './item.rules.ts'

const sums = (pairs: [number, number][]) => ({
  n: pairs.length,
  sx: pairs.reduce((sum, [x]) => sum + x, 0),
  sxx: pairs.reduce((sum, [x]) => sum + x * x, 0),
  sy: pairs.reduce((sum, [, y]) => sum + y, 0),
  syy: pairs.reduce((sum, [, y]) => sum + y * y, 0),
  sxy: pairs.reduce((sum, [x, y]) => sum + x * y, 0),
})

test('difficulty is the mean share of the maximum', () => {
  expect(difficultyOf(4, 600, 200)).toBe(0.75)
  expect(difficultyOf(0, 0, 200)).toBeNull()
})

test('groups of 27 %', () => {
  expect([0, 1, 2, 10, 11, 100, 5_000].map(groupSizeOf)).toEqual([0, 0, 1, 3, 3, 27, 1_350])
})

test('discrimination: 0.9 in the upper group, 0.4 in the lower', () => {
  expect(discriminationOf({ n: 10, sum: 1_800 }, { n: 10, sum: 800 }, 200)).toBeCloseTo(0.5, 10)
  expect(discriminationOf({ n: 2, sum: 0 }, { n: 2, sum: 400 }, 200)).toBe(-1)
  expect(discriminationOf({ n: 0, sum: 0 }, { n: 2, sum: 400 }, 200)).toBeNull()
})

test('point-biserial, computed manually', () => {
  // right: rest 8, 6; wrong: rest 4, 2. Means 7 and 3, deviation of the rest √5, p = q = 1/2: (7 − 3)/√5 · 1/2 = 0.8944
  expect(
    correlationOf(
      sums([
        [1, 8],
        [1, 6],
        [0, 4],
        [0, 2],
      ]),
    ),
  ).toBeCloseTo(0.894_4, 4)
  expect(
    correlationOf(
      sums([
        [1, 8],
        [1, 6],
      ]),
    ),
  ).toBeNull()
  expect(
    correlationOf(
      sums([
        [0, 3],
        [1, 1],
      ]),
    ),
  ).toBeCloseTo(-1, 10)
})

test('a wrong option that the upper group prefers to the key is flagged', () => {
  const counts = [
    { tag: 'A', isRight: true, all: 4, upper: 1, lower: 2 },
    { tag: 'B', isRight: false, all: 5, upper: 2, lower: 1 },
    { tag: 'C', isRight: false, all: 1, upper: 0, lower: 0 },
  ]
  const found = optionsOf(counts, { n: 10, upper: 3, lower: 3 })
  expect(found.map((one) => one.beatsKey)).toEqual([false, true, false])
  expect(found[1]).toMatchObject({ count: 5, share: 0.5, strong: 2 / 3, weak: 1 / 3 })
  expect(optionsOf(counts, { n: 0, upper: 0, lower: 0 })[0]).toMatchObject({ share: 0, strong: null })
})
