// Stored position and flags: reload, and invalid stored text.
import { beforeEach, expect, test } from 'vitest'
import { clearPlace, readPlace, writePlace } from './place.ts'

beforeEach(() => localStorage.clear())

test('a stored place is read for the same user and paper only', () => {
  writePlace('1', '7', { flagged: ['3'], at: 4 })
  expect(readPlace('1', '7')).toEqual({ flagged: ['3'], at: 4 })
  expect(readPlace('2', '7')).toEqual({ flagged: [], at: 0 })
  clearPlace('1', '7')
  expect(readPlace('1', '7')).toEqual({ flagged: [], at: 0 })
})

test.each(['{', '"x"', '{"flagged":1,"at":"2"}', 'null'])('invalid text %s yields the first question', (text) => {
  localStorage.setItem('exam-place:1:7', text)
  expect(readPlace('1', '7')).toEqual({ flagged: [], at: 0 })
})
