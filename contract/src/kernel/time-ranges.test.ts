import { expect, test } from 'vitest'
import { hoursText, isWithinHours, meetsHours, tidyRanges } from './time-ranges.ts'

/** A time of 2026-11-24 in UTC+8. */
const at = (clock: string) => new Date(`2026-11-24T${clock}:00+08:00`)

test.each([
  ['', '03:00', true],
  ['08:00-12:00', '08:00', true],
  ['08:00-12:00', '11:59', true],
  ['08:00-12:00', '12:00', false],
  ['08:00-12:00', '07:59', false],
  ['08:00-12:00\n14:00-18:00', '13:00', false],
  ['08:00-12:00\n14:00-18:00', '17:30', true],
  // past midnight
  ['22:00-02:00', '23:30', true],
  ['22:00-02:00', '01:59', true],
  ['22:00-02:00', '02:00', false],
  ['08:00-00:00', '23:59', true],
])('%j at %s: %s', (hours, clock, open) => expect(isWithinHours(hours, at(clock))).toBe(open))

test.each([
  ['08:00-12:00', '13:00', '14:00', false],
  ['08:00-12:00', '07:00', '08:00', false],
  ['08:00-12:00', '07:00', '08:01', true],
  ['', '13:00', '14:00', true],
])('%j has a minute of %s to %s: %s', (hours, from, to, meets) => expect(meetsHours(hours, at(from), at(to))).toBe(meets))

test('a window of a day has a minute of any hours', () => {
  expect(meetsHours('08:00-08:01', at('09:00'), new Date(at('09:00').getTime() + 86_400_000))).toBe(true)
})

test('ranges are shown in one line, and stored in the order of the day without repeats', () => {
  expect(hoursText('08:00-12:00\n14:00-18:00')).toBe('08:00-12:00、14:00-18:00')
  expect(tidyRanges(['14:00-18:00', '08:00-12:00', '14:00-18:00'])).toBe('08:00-12:00\n14:00-18:00')
})
