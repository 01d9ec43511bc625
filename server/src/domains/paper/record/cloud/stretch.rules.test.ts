import { expect, test } from 'vitest'
import { areInOrder, lengthWithin } from './cloud.rules.ts'
import { stretchesOf } from './stretch.rules.ts'

const part = {
  clusters: [0, 1, 2, 3].map((at) => ({ at: 100 + at * 100, time: at * 5_000 })),
  bytes: 500,
  initBytes: 100,
  lengthMs: 18_000,
}
const spans = (missing: [from: number, to: number][]) =>
  stretchesOf(
    part,
    missing.map(([from, to]) => ({ from, to })),
  ).map(({ bytes, fromMs, toMs, clusters }) => [clusters.length, bytes, fromMs, toMs])

test('a missing piece takes the clusters that it touches', () => {
  expect(spans([])).toEqual([[4, 500, 0, 18_000]])
  expect(spans([[250, 310]])).toEqual([
    [1, 200, 0, 5_000],
    [1, 500, 15_000, 18_000],
  ])
  expect(spans([[200, 300]])).toEqual([
    [1, 200, 0, 5_000],
    [2, 500, 10_000, 18_000],
  ])
  expect(spans([[450, 500]])).toEqual([[3, 400, 0, 15_000]])
})

test('without the head of the file nothing can be played', () => {
  expect(spans([[0, 60]])).toEqual([])
})

test('what a browser says of its recording is bounded by the time that has passed', () => {
  expect([lengthWithin(30_000, 0, 31_000), lengthWithin(9_000_000, 0, 31_000), lengthWithin(1_000, 5_000, 31_000)]).toEqual([
    30_000, 91_000, 5_000,
  ])
  const within = { end: 500, lengthMs: 10_000 }
  expect(areInOrder([{ at: 100, time: 0 }], undefined, within)).toBe(true)
  const wrong = [
    { at: 500, time: 0 },
    { at: 100, time: 10_001 },
  ]
  expect(wrong.map((one) => areInOrder([one], undefined, within))).toEqual([false, false])
  expect(areInOrder([{ at: 100, time: 1 }], { at: 100, time: 1 }, within)).toBe(false)
})
