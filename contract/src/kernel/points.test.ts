// Scores as text.
import { expect, test } from 'vitest'
import { formatPoints } from './points.ts'

test.each([
  [0, '0'],
  [5, '0.05'],
  [50, '0.5'],
  [100, '1'],
  [205, '2.05'],
  [250, '2.5'],
  [10_000, '100'],
  [-5, '-0.05'],
  [-250, '-2.5'],
])('Display drops trailing zeros: %i → %s', (hundredths, text) => {
  expect(formatPoints(hundredths)).toBe(text)
})
