import { expect, test } from 'vitest'
import { isWithinParts, nodesOf, partsOf, partsText, ranges, tidyParts } from './ranges.ts'

test.each([
  [
    '60;80~90',
    [
      [60, 60],
      [80, 90],
    ],
  ],
  [
    '80~90；60',
    [
      [80, 90],
      [60, 60],
    ],
  ],
  [' 1.5 ~ 2', undefined],
  ['0~300;', [[0, 300]]],
  ['', []],
  ['80-90', undefined],
  ['a', undefined],
])('%j is read as %j', (text, parts) => expect(partsOf(text)).toEqual(parts))

test('parts are clamped to 0 and 300, sorted, and merged where they overlap or touch', () => {
  expect(
    partsText(
      tidyParts([
        [290, 400],
        [20, 10],
        [15, 30],
        [30, 40],
        [50, 50],
        [5, 5],
      ]),
    ),
  ).toBe('5;10~40;50;290~300')
  expect(
    partsText(
      tidyParts(
        [
          [5, 40],
          [90, 120],
        ],
        { min: 10, max: 100 },
      ),
    ),
  ).toBe('10~40;90~100')
})

test('a range has its two ends, and cuts a scale at both', () => {
  expect([isWithinParts('80~90', 80), isWithinParts('80~90', 90), isWithinParts('80~90', 90.5)]).toEqual([true, true, false])
  expect(nodesOf('80~90;60')).toEqual([60, 80, 90])
})

test('the field stores what it is given sorted and merged, and refuses anything else', () => {
  const field = ranges('奖励分数段')
  expect(field.parse('80~90；60;85~95')).toBe('60;80~95')
  expect(field.parse('')).toBe('')
  expect(field.safeParse('60-80').error?.issues[0]?.message).toContain('rangesForm')
  expect(field.safeParse(Array.from({ length: 21 }, (_, at) => at * 2).join(';')).success).toBe(false)
})
