import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alphaOf, scoreErrorOf, varianceOf } from './reliability.rules.ts'

test("Cronbach's alpha by hand", () => {
  // three questions, four papers 111 110 100 000: variances 3/16, 1/4, 3/16; totals 3 2 1 0, variance 5/4: 3/2·(1 − 0.625/1.25) = 0.75
  expect(varianceOf(4, 3, 3)).toBeCloseTo(3 / 16, 10)
  expect(alphaOf([3 / 16, 1 / 4, 3 / 16], 5 / 4)).toBeCloseTo(0.75, 10)
  expect(alphaOf([1], 1)).toBeNull()
  expect(alphaOf([0, 0], 0)).toBeNull()
})

/** The first 120 people of a test of 50 questions, 1 point each. */
const rows = readFileSync(new URL('../../../../test/similar/irt.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(0, 120)
  .map((line) => line.split(',').map(Number))
const totalOf = (row: readonly number[]) => row.reduce((sum, one) => sum + one, 0)
const sumsOf = (data: readonly (readonly number[])[]) =>
  data[0]!.map((_, item) => {
    const values = data.map((row) => row[item]!)
    return { n: data.length, sx: totalOf(values), sxx: totalOf(values.map((one) => one * one)) }
  })
const papersOf = (data: readonly (readonly number[])[], passScore: number) => data.map((row) => ({ score: totalOf(row), passScore }))

test('the standard error of a score and who lies within it of the pass mark', () => {
  // in Python, with fractions: KR-20 0.883803232, deviation 8.992585648, error 3.065360851; |score − 30| within it: 17
  const found = scoreErrorOf(papersOf(rows, 30), sumsOf(rows))!
  expect(found.points).toBeCloseTo(3.065_360_851, 8)
  expect(found.near).toBe(17)
  // scores of 1/100 points have an error of 1/100 points
  const scaled = rows.map((row) => row.map((one) => one * 200))
  expect(scoreErrorOf(papersOf(scaled, 6_000), sumsOf(scaled))!.points / 200).toBeCloseTo(3.065_360_851, 8)
})

test('no error of a score for few papers, or papers of different questions; without reliability it is the whole deviation', () => {
  expect(scoreErrorOf(papersOf(rows.slice(0, 29), 30), sumsOf(rows.slice(0, 29)))).toBeNull()
  const [first, ...others] = sumsOf(rows)
  expect(scoreErrorOf(papersOf(rows, 30), [{ ...first!, n: 119 }, ...others])).toBeNull()
  // two questions that exclude each other mostly: alpha is negative
  const apart = Array.from({ length: 40 }, (_, at) => (at < 36 ? [at % 2, (at + 1) % 2] : [1, 1]))
  const { points } = scoreErrorOf(papersOf(apart, 1), sumsOf(apart))!
  // 36 times 1 and 4 times 2: variance 40/39·0.09
  expect(points).toBeCloseTo(Math.sqrt((0.09 * 40) / 39), 10)
})
