import { expect, test } from 'vitest'
import { isSmall } from './signs.ts'

const plain = { outerWidth: 1440, outerHeight: 900, innerWidth: 1440, innerHeight: 790 }

test('half a screen is small, a full window beside a task bar is not', () => {
  const screen = { availWidth: 1440, availHeight: 900 }
  expect(isSmall(plain, screen)).toBe(false)
  expect(isSmall({ ...plain, outerWidth: 720 }, screen)).toBe(true)
  expect(isSmall(plain, { availWidth: 0, availHeight: 0 })).toBe(false)
})
