import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { type DrawRow, shortages, type StockCell, type StockPlace, totalsOf } from './tmpl.rules.ts'

const row = (count: number, more: Partial<DrawRow> = {}): DrawRow => ({
  repoId: '1',
  chapterId: '',
  quType: QuType.single,
  level: null,
  count,
  perScore: 200,
  ...more,
})
const place = (more: Partial<StockPlace> = {}): StockPlace => ({
  repoId: '1',
  chapterId: '',
  quType: QuType.single,
  level: QuLevel.normal,
  ...more,
})
const cell = (count: number, more: Partial<StockPlace> = {}): StockCell => ({ places: [place(more)], count })

test('totals count drawn and fixed questions', () => {
  expect(
    totalsOf([
      { draws: [row(10), row(5, { perScore: 50 })], quList: [] },
      { draws: [], quList: [{ quId: '1', score: 1_000 }] },
    ]),
  ).toEqual({
    quCount: 16,
    totalScore: 3_250,
  })
})

describe('stock', () => {
  test('a row with sufficient stock lacks nothing', () =>
    expect(shortages([row(10)], [cell(4), cell(6, { level: QuLevel.hard })])).toEqual([0]))
  test('a row lacks what the bank does not contain', () => expect(shortages([row(10)], [cell(4)])).toEqual([6]))
  test('another type, bank or level does not help', () =>
    expect(
      shortages(
        [row(3, { level: QuLevel.hard })],
        [cell(9), cell(9, { level: QuLevel.hard, quType: QuType.multiple }), cell(9, { level: QuLevel.hard, repoId: '2' })],
      ),
    ).toEqual([3]))
  test('two rows cannot draw the same question', () => expect(shortages([row(6), row(6)], [cell(10)])).toEqual([0, 2]))
  test('a general row makes room for a special one that comes later', () => {
    const cells = [cell(5, { chapterId: '7' }), cell(5, { chapterId: '8' })]
    expect(shortages([row(5), row(5, { chapterId: '7' })], cells)).toEqual([0, 0])
  })
  test('overlapping rows find the only solution', () => {
    const cells = [
      cell(2, { chapterId: '7', level: QuLevel.hard }),
      cell(2, { chapterId: '7', level: QuLevel.normal }),
      cell(2, { chapterId: '8', level: QuLevel.hard }),
    ]
    expect(shortages([row(2), row(2, { chapterId: '7' }), row(2, { level: QuLevel.hard })], cells)).toEqual([0, 0, 0])
    expect(shortages([row(3), row(2, { chapterId: '7' }), row(2, { level: QuLevel.hard })], cells)).toEqual([0, 0, 1])
  })
  test('a content that two banks have fills one row only', () => {
    const shared: StockCell = { places: [place(), place({ repoId: '2' })], count: 3 }
    expect(shortages([row(2), row(1, { repoId: '2' })], [shared])).toEqual([0, 0])
    expect(shortages([row(3), row(3, { repoId: '2' })], [shared])).toEqual([0, 3])
  })
})
