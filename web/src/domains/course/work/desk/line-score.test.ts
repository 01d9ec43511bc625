import { expect, test } from 'vitest'
import { lineScore } from './line-score.ts'

const lines = [
  { id: 'a', text: '完整', points: 60 },
  { id: 'b', text: '清楚', points: 50.5 },
  { id: 'c', text: '迟到', points: -10 },
]
const score = (before: string[], after: string[], now: number | null) => lineScore(lines, { before, after, score: now, max: 100 })

test('lines add up within 0 and the full score', () => {
  expect(score([], ['a'], null)).toBe(60)
  expect(score(['a'], ['a', 'b'], 60)).toBe(100)
  expect(score([], ['c'], null)).toBe(0)
  expect(score(['a'], ['a', 'c'], 60)).toBe(50)
})

test('what was added by hand stays', () => {
  expect(score(['a'], ['a', 'c'], 65)).toBe(55)
  expect(score([], ['a'], 5)).toBe(65)
})
