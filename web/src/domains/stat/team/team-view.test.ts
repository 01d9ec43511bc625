import { expect, test } from 'vitest'
import { type Depart, shareOf, totalOf } from './team-view.ts'

const depart = (given: Partial<Depart>): Depart => ({
  deptCode: 'A',
  deptName: '部门',
  people: 0,
  overdue: 0,
  learning: 0,
  exam: 0,
  passed: 0,
  failed: 0,
  cert: 0,
  learnHours: 0,
  ...given,
})

test('adds the departments up, hours without the errors of fractions', () => {
  const sum = totalOf([depart({ people: 3, overdue: 1, learnHours: 0.1 }), depart({ people: 2, overdue: 2, learnHours: 0.2 })])
  expect(sum).toMatchObject({ people: 5, overdue: 3, exam: 0, learnHours: 0.3 })
})

test('a share of nobody is nothing', () => {
  expect([shareOf(0, 0), shareOf(1, 3), shareOf(3, 3)]).toEqual([0, 33, 100])
})
