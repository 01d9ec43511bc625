import { expect, test } from 'vitest'
import { freeSecond, lengthOfLine, movedStop, placed } from './stop-line.ts'

const stop = (atSec: number, quId = String(atSec)) => ({ atSec, quId, title: '题' })
const times = (stops: { atSec: number }[]) => stops.map((one) => one.atSec)

test('questions are placed at the chosen second, further ones beside it, none beyond the end', () => {
  expect(times(placed([stop(20)], [{ quId: 'a', title: '' }], 20, 100))).toEqual([20, 21])
  expect(
    times(
      placed(
        [],
        [
          { quId: 'a', title: '' },
          { quId: 'b', title: '' },
        ],
        5,
        100,
      ),
    ),
  ).toEqual([5, 6])
  expect(
    times(
      placed(
        [],
        [
          { quId: 'a', title: '' },
          { quId: 'b', title: '' },
        ],
        200,
        100,
      ),
    ),
  ).toEqual([98, 99])
  expect(freeSecond(3, 2, new Set([0, 1]))).toBeUndefined()
})

test('a question moves over another one, and stays within the film', () => {
  expect(times(movedStop([stop(10), stop(20)], 0, 20, 100))).toEqual([20, 21])
  expect(movedStop([stop(10), stop(20)], 0, 20, 100).map((one) => one.quId)).toEqual(['20', '10'])
  expect(times(movedStop([stop(10), stop(20)], 1, 10, 100))).toEqual([9, 10])
  expect(times(movedStop([stop(10)], 0, 500, 100))).toEqual([99])
  expect(times(movedStop([stop(0), stop(1)], 1, 0, 100))).toEqual([0, 1])
})

test('a film of unknown length has a line that reaches all its questions', () => {
  expect(lengthOfLine(90, [])).toBe(90)
  expect(lengthOfLine(0, [stop(900)])).toBe(901)
})
