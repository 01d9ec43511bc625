import { expect, test } from 'vitest'
import { hasTools } from './docked-tools.ts'

const plain = { outerWidth: 1440, outerHeight: 900, innerWidth: 1440, innerHeight: 790 }

test('docked developer tools are detected, the frame of a browser is not', () => {
  expect(hasTools(plain)).toBe(false)
  expect(hasTools({ ...plain, innerWidth: 1000 })).toBe(true)
  expect(hasTools({ ...plain, innerHeight: 400 })).toBe(true)
})

test('a zoom of 200 % is not detected as developer tools', () => {
  expect(hasTools({ ...plain, innerWidth: 720, innerHeight: 395 })).toBe(false)
  expect(hasTools({ ...plain, innerWidth: 500, innerHeight: 395 })).toBe(true)
  expect(hasTools({ ...plain, innerWidth: 0, innerHeight: 0 })).toBe(false)
})
