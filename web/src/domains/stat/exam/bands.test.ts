import { expect, test } from 'vitest'
import { cutsAt, cutsOf, cutsWithin, rangesText } from './bands.ts'

test('cuts between the bounds become ranges, and ranges become cuts', () => {
  expect(rangesText([80, 60, 60, 0, 100, 120], 0, 100)).toBe('0-60;60-80;80-100')
  expect(rangesText([], 0, 7.5)).toBe('0-7.5')
  expect(cutsOf('0-60;60-80;80-100')).toEqual([60, 80])
  expect(cutsOf('0-100')).toEqual([])
  expect(cutsOf('60-;x')).toBeUndefined()
  expect(cutsOf('')).toBeUndefined()
})

test('cuts are sorted and unique', () => {
  expect(cutsAt([60, 90], 8)).toEqual([4.8, 7.2])
  expect(cutsWithin([5, 3, 3.001, -1], 0, 5)).toEqual([3])
})
