import { expect, test } from 'vitest'
import { awardFor } from './award.rules.ts'

const bands = [
  { scores: '85~100', points: 20 },
  { scores: '60~70;90', points: 30 },
]

test.each([
  [4_000, 5],
  [6_000, 35],
  [7_000, 35],
  [7_001, 5],
  [8_500, 25],
  // two bands fit: the higher one counts
  [9_000, 35],
  [10_000, 25],
  [null, 5],
])('a score of %s hundredths is worth %s points', (score, points) =>
  expect(awardFor({ awardPoints: 5, awardBands: bands }, score)).toBe(points),
)
