import { expect, test } from 'vitest'
import { dateEvery, marksOf, nearest, placeOf } from './line-scale.ts'

test.each([
  [
    [0, 0],
    [0, 1],
  ],
  [[1], [0, 1]],
  [
    [3, 2],
    [0, 1, 2, 3],
  ],
  [[7], [0, 2, 4, 6, 8]],
  [
    [40, 13],
    [0, 10, 20, 30, 40],
  ],
  [[41], [0, 20, 40, 60]],
  [[1_234], [0, 500, 1_000, 1_500]],
  [[], [0, 1]],
])('the marks for %j are round', (values, marks) => {
  expect(marksOf(values)).toEqual(marks)
})

test('points are spread over the line, and the nearest one is found', () => {
  expect([0, 1, 2].map((at) => placeOf(at, 3, 100))).toEqual([0, 50, 100])
  expect(placeOf(0, 1, 100)).toBe(50)
  expect([-10, 24, 26, 76, 300].map((x) => nearest(x, 3, 100))).toEqual([0, 0, 1, 2, 2])
  expect(nearest(80, 1, 100)).toBe(0)
})

test('dates are left out where there is no room for all', () => {
  expect(dateEvery(7, 600)).toBe(1)
  expect(dateEvery(31, 600)).toBe(3)
  expect(dateEvery(5, 0)).toBeGreaterThan(4)
})
