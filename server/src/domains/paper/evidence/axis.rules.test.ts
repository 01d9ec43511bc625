import { expect, test } from 'vitest'
import { holesOf } from './axis.rules.ts'

const span = (fromMs: number, toMs: number) => ({ fromMs, toMs })

test('what no part covers is a hole, and a short gap is none', () => {
  expect(holesOf([], 10_000)).toEqual([span(0, 10_000)])
  expect(holesOf([span(3_000, 20_000), span(21_000, 40_000), span(60_000, 90_000)], 100_000)).toEqual([
    span(0, 3_000),
    span(40_000, 60_000),
    span(90_000, 100_000),
  ])
})

test('parts that overlap or come in any order, and what was recorded after the end', () => {
  expect(holesOf([span(50_000, 120_000), span(0, 52_000), span(10_000, 20_000)], 100_000)).toEqual([])
  expect(holesOf([span(120_000, 130_000)], 100_000)).toEqual([span(0, 100_000)])
})
