import { spokenOf, spokenText } from '@shuyuan/contract/paper/record/speech.ts'
import { expect, test } from 'vitest'
import { addSpoken } from './speech.rules.ts'

test('times are in order, and repeated or touching ones become one', () => {
  const first = addSpoken(
    [],
    [
      [12_000, 15_000],
      [2_000, 6_000],
    ],
    30_000,
  )
  expect(first).toEqual([
    [2_000, 6_000],
    [12_000, 15_000],
  ])
  // a piece whose answer was lost is sent again
  expect(
    addSpoken(
      first,
      [
        [12_000, 15_000],
        [15_400, 20_000],
      ],
      30_000,
    ),
  ).toEqual([
    [2_000, 6_000],
    [12_000, 20_000],
  ])
})

test('what a changed page says beyond the film, backwards or without end is left out', () => {
  expect(
    addSpoken(
      [],
      [
        [5_000, 90_000],
        [40_000, 50_000],
        [9_000, 8_000],
      ],
      30_000,
    ),
  ).toEqual([[5_000, 30_000]])
  const many = Array.from({ length: 5_000 }, (_, at): [number, number] => [at * 3_000, at * 3_000 + 1_000])
  expect(addSpoken([], many, 1e9)).toHaveLength(2_000)
})

test('the text of an address is read as it was written; other texts give no times', () => {
  expect(
    spokenOf(
      spokenText([
        [1_200.4, 5_400],
        [-3, 10],
      ]),
    ),
  ).toEqual([
    [1_200, 5_400],
    [0, 10],
  ])
  expect(spokenOf('')).toEqual([])
  expect(spokenOf('1-2;3-4,a-b,5-,7-8')).toEqual([[7, 8]])
})
