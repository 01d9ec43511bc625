import { expect, test } from 'vitest'
import { reviewed } from './card.rules.ts'

const DAY_MS = 86_400_000
const start = new Date('2026-11-01T08:00:00Z')
const days = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / DAY_MS)

test('a wrong answer is asked again the next day, right answers after longer and longer times', () => {
  let card = reviewed(undefined, false, start)
  expect(days(start, card.due)).toBe(1)
  const waits: number[] = []
  for (let at = 0; at < 4; at++) {
    const now = card.due
    card = reviewed(card, true, now)
    waits.push(days(now, card.due))
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.at(-1)).toBeGreaterThan(waits[0]!)
  expect(card.reps).toBe(5)
})

test('a wrong answer after many right ones shortens the wait and counts a lapse', () => {
  let card = reviewed(undefined, true, start)
  for (let at = 0; at < 3; at++) card = reviewed(card, true, card.due)
  const long = card.scheduledDays
  const after = reviewed(card, false, card.due)
  expect(after.scheduledDays).toBeLessThan(long)
  expect(after.lapses).toBe(card.lapses + 1)
})
