import { expect, test } from 'vitest'
import { ActiveTime } from './active-time.ts'

test('seconds count for the shown question; fractions are carried over, hidden time does not count', () => {
  let now = 0
  const time = new ActiveTime(() => now)
  time.on('1')
  now = 2_600
  time.on('2')
  now = 3_300
  expect(time.take()).toEqual([{ quId: '1', seconds: 2 }])
  time.on('1')
  now = 3_800
  time.on(undefined)
  now = 60_000
  expect(time.take()).toEqual([{ quId: '1', seconds: 1 }])
  expect(time.take()).toEqual([])
})

test('suspended time does not count', () => {
  let now = 0
  const time = new ActiveTime(() => now)
  time.on('1')
  now = 4 * 3_600_000
  expect(time.take()).toEqual([{ quId: '1', seconds: 90 }])
})
