import { expect, test } from 'vitest'
import { allowedSec, checkIn, isOverdue } from './read-check.rules.ts'

test.each([
  [
    { every: 0, unchecked: 9_999 },
    { counted: 10, next: null, overdue: false },
  ],
  [
    { every: 60, unchecked: 0 },
    { counted: 10, next: 60, overdue: false },
  ],
  [
    { every: 60, unchecked: 60 },
    { counted: 10, next: 0, overdue: false },
  ],
  [
    { every: 60, unchecked: 84 },
    { counted: 6, next: -24, overdue: false },
  ],
  [
    { every: 60, unchecked: 90 },
    { counted: 0, next: -30, overdue: true },
  ],
  // the interval was shortened meanwhile
  [
    { every: 60, unchecked: 500 },
    { counted: 0, next: -440, overdue: true },
  ],
])('%o: of ten seconds %o', (check, { counted, next, overdue }) => {
  expect([allowedSec(10, check), checkIn(check), isOverdue(check)]).toEqual([counted, next, overdue])
})
