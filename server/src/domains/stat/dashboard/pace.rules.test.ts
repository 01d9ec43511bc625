import { expect, test } from 'vitest'
import { paceOf } from './pace.rules.ts'

// 2026-11-26 is a Thursday
const TODAY = '2026-11-26'

test('a streak counts back from today, or from yesterday while today has nothing yet', () => {
  expect(paceOf(new Set(['2026-11-26', '2026-11-25', '2026-11-24', '2026-11-22']), TODAY)).toEqual({ streak: 3, week: 3 })
  expect(paceOf(new Set(['2026-11-25', '2026-11-24']), TODAY)).toEqual({ streak: 2, week: 2 })
  expect(paceOf(new Set(['2026-11-24', '2026-11-22']), TODAY)).toEqual({ streak: 0, week: 1 })
  expect(paceOf(new Set(), TODAY)).toEqual({ streak: 0, week: 0 })
})

test('a week begins on Monday, and a streak goes over months', () => {
  expect(paceOf(new Set(['2026-11-29', '2026-11-23', '2026-11-22']), '2026-11-29')).toEqual({ streak: 1, week: 2 })
  expect(paceOf(new Set(['2026-12-01', '2026-11-30', '2026-11-29']), '2026-12-01')).toEqual({ streak: 3, week: 2 })
})
