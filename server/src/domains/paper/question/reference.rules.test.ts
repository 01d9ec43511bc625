import { expect, test } from 'vitest'
import { drawReferences, isReference } from './reference.rules.ts'

test('references of a paper are different numbers of 18 digits, from the whole range', () => {
  const drawn = drawReferences(3_000)
  expect(new Set(drawn).size).toBe(3_000)
  expect(drawn.every(isReference)).toBe(true)
  expect(new Set(drawn.map((one) => one[0])).size).toBe(9)
  expect(new Set(drawn.map((one) => one.at(-1))).size).toBe(10)
  expect(drawReferences(0)).toEqual([])
})
