import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { type GroupForm, newDraw, newGroup, totals } from './tmpl-form.ts'
import { scaledTo } from './tmpl-scale.ts'

const drawn = (count: number | undefined, perScore: number): GroupForm => ({
  ...newGroup(0),
  draws: [{ ...newDraw(), repoId: '1', count, perScore }],
})
const fixed = (scores: number[]): GroupForm => ({
  ...newGroup(1),
  mode: 'fixed',
  quList: scores.map((score, i) => ({ quId: String(i + 1), score, quType: QuType.single, title: '', level: QuLevel.normal })),
})
const scores = (groups: GroupForm[]) =>
  groups.flatMap((group) => (group.mode === 'fixed' ? group.quList.map((one) => one.score) : group.draws.map((one) => one.perScore)))

test('scores keep their proportions, in whole points where that is close enough', () => {
  expect(scores(scaledTo([drawn(10, 1), fixed([5, 5])], 100, 'share'))).toEqual([5, 25, 25])
  expect(scores(scaledTo([fixed([1, 2, 3])], 100, 'share'))).toEqual([17, 33, 50])
})

test.each([7, 30, 64, 99])('%i questions share 100 points exactly', (count) => {
  const after = scaledTo([fixed(Array.from({ length: count }, (_, index) => index % 3))], 100, 'even')
  expect(totals(after).score).toBe(100)
  expect(Math.max(...scores(after).map(Number)) - Math.min(...scores(after).map(Number))).toBeLessThanOrEqual(1)
})

test('the same points for everything, also where nothing has points yet', () => {
  expect(scores(scaledTo([drawn(10, 1), fixed([5, 5])], 60, 'even'))).toEqual([5, 5, 5])
  expect(scores(scaledTo([fixed([0, 0])], 10, 'share'))).toEqual([5, 5])
})

test('a total that no scores make is the nearest below', () => {
  expect(totals(scaledTo([drawn(30, 2)], 100, 'share')).score).toBe(99.9)
})

test('a rule without a number of questions keeps its score; an empty template stays as it is', () => {
  expect(scores(scaledTo([drawn(undefined, 2), fixed([1])], 100, 'share'))).toEqual([2, 100])
  expect(scaledTo([], 100, 'share')).toEqual([])
})
