import { expect, test } from 'vitest'
import { cardWidth, needsFiller } from './card-width.ts'

test.each([
  [1, 24],
  [2, 12],
  [3, 8],
  [4, 6],
  [5, 8],
  [6, 8],
  [8, 6],
  [10, 12],
])('%i cards take %i columns each', (count, width) => {
  expect(cardWidth(count)).toBe(width)
})

test('the filler completes odd numbers and rows of fewer than three', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(needsFiller)).toEqual([true, true, true, true, false, true, false])
})
