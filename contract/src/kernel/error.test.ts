// Codes that other systems know: api.md.
import { expect, test } from 'vitest'
import { errors } from './error.ts'

test('each failure has a code of its own, except those that end a session', () => {
  const named = Map.groupBy(Object.keys(errors) as (keyof typeof errors)[], (name) => errors[name][0])
  named.delete(errors.signedOut[0])
  expect(
    [...named.values()].filter((names) => names.length > 1),
    'names with the same code: give the new one the next number of its domain',
  ).toEqual([])
})

test('the codes that the specification fixes', () => {
  expect(errors.badInput[0]).toBe(10010001)
  expect(errors.signedOut[0]).toBe(10010002)
  expect(errors.kickedOut[0]).toBe(10010002)
  expect(errors.forbidden[0]).toBe(10010003)
  expect(errors.notFound[0]).toBe(10010004)
  expect(errors.conflict[0]).toBe(10010009)
  expect(errors.licence[0]).toBe(10010015)
  expect(errors.questionHidden[0]).toBe(20010001)
})
