// The timer follows the server's deadline on a monotonic clock.
import { expect, test } from 'vitest'
import { announcedMinutes, ExamClock, formatLeft, shownSeconds } from './clock.ts'

test('the clock counts on a monotonic clock from the receipt of the reply', () => {
  const clock = new ExamClock()
  expect(clock.leftMs(0)).toBe(Number.POSITIVE_INFINITY)
  clock.adopt({ leftMs: 60_000, timeRev: 0 }, 5_000)
  expect(clock.leftMs(5_000)).toBe(60_000)
  expect(clock.leftMs(35_500)).toBe(29_500)
  expect(clock.leftMs(70_000)).toBe(0)
})

test('a slower reply of the same revision does not add time, a faster one corrects it', () => {
  const clock = new ExamClock()
  clock.adopt({ leftMs: 60_000, timeRev: 0 }, 1_000)
  clock.adopt({ leftMs: 58_000, timeRev: 0 }, 5_000)
  expect(clock.leftMs(5_000)).toBe(56_000)
  clock.adopt({ leftMs: 40_000, timeRev: 0 }, 20_000)
  expect(clock.leftMs(20_000)).toBe(40_000)
})

test('a newer revision replaces the reading, an overtaken reply changes nothing', () => {
  const clock = new ExamClock()
  clock.adopt({ leftMs: 60_000, timeRev: 0 }, 0)
  clock.adopt({ leftMs: 300_000, timeRev: 1 }, 1_000)
  clock.adopt({ leftMs: 58_000, timeRev: 0 }, 2_000)
  expect(clock.leftMs(2_000)).toBe(299_000)
  clock.adopt({ leftMs: 10_000, timeRev: 2 }, 3_000)
  expect(clock.leftMs(3_000)).toBe(10_000)
})

test('at zero the server can grant remaining time', () => {
  const clock = new ExamClock()
  clock.adopt({ leftMs: 1_000, timeRev: 0 }, 0)
  clock.adopt({ leftMs: 2_000, timeRev: 0 }, 1_500)
  expect(clock.leftMs(1_500)).toBe(2_000)
})

test('after a suspend that stopped the monotonic clock, the next reading corrects the time', () => {
  const clock = new ExamClock()
  clock.adopt({ leftMs: 600_000, timeRev: 0 }, 0)
  clock.adopt({ leftMs: 100_000, timeRev: 0 }, 10_000)
  expect(clock.leftMs(10_000)).toBe(100_000)
})

test.each([
  [0, 0],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
])('%i ms are shown as %i s', (leftMs, seconds) => {
  expect(shownSeconds(leftMs)).toBe(seconds)
})

test.each([
  [0, '00:00'],
  [61, '01:01'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [36_061, '10:01:01'],
])('%i s read %s', (seconds, text) => {
  expect(formatLeft(seconds)).toBe(text)
})

test('each of the last five minutes is announced once', () => {
  const announced: number[] = []
  for (let left = 400; left > 0; left--) {
    const minutes = announcedMinutes(left, left - 1)
    if (minutes !== undefined) announced.push(minutes)
  }
  expect(announced).toEqual([5, 4, 3, 2, 1])
})

test('a jump over several minutes announces the new minute, and nothing above five is announced', () => {
  expect(announcedMinutes(700, 130)).toBe(3)
  expect(announcedMinutes(Number.POSITIVE_INFINITY, 301)).toBeUndefined()
  expect(announcedMinutes(Number.POSITIVE_INFINITY, 200)).toBe(4)
})
