import { expect, test } from 'vitest'
import { chosenScore, signed } from './rubric.ts'

const line = (id: string, points: number) => ({ id, text: id, points, version: 0, used: 0 })
const lines = [line('a', 2), line('b', 3.5), line('c', -1)]

test('the sum of chosen lines stays within the question, and a manual adjustment is preserved', () => {
  expect(chosenScore(lines, { before: [], after: ['a'], score: null, max: 10 })).toBe(2)
  expect(chosenScore(lines, { before: ['a'], after: ['a', 'b'], score: 2, max: 10 })).toBe(5.5)
  expect(chosenScore(lines, { before: ['a', 'b'], after: ['a', 'b', 'c'], score: 6, max: 10 })).toBe(5)
  expect(chosenScore(lines, { before: ['a'], after: [], score: 2, max: 10 })).toBe(0)
  expect(chosenScore(lines, { before: [], after: ['c'], score: null, max: 10 })).toBe(0)
  expect(chosenScore(lines, { before: ['a'], after: ['a', 'b'], score: 2, max: 4 })).toBe(4)
})

test('the points of a line have a sign', () => {
  expect([2, -0.5, 0].map(signed)).toEqual(['+2', '-0.5', '0'])
})
