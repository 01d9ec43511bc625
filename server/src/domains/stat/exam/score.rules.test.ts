import { expect, test } from 'vitest'
import { byDepartment, deviationOf, figuresOf, handTimesOf, medianOf, spreadOf } from './score.rules.ts'

const paper = (score: number, passed: boolean, deptCode = 'A', userId = String(score)) => ({ score, passed, deptCode, userId })

test('mean, median, deviation and pass rate, computed manually', () => {
  // 40 60 80 100: mean 70, deviations -30 -10 10 30, squares 900 100 100 900 = 2000, / 3 = 666.67, root 25.82
  const four = [40, 60, 80, 100].map((score) => paper(score, score >= 60))
  expect(figuresOf(four)).toMatchObject({ count: 4, mean: 70, median: 70, highest: 100, lowest: 40, passed: 3, passRate: 0.75 })
  expect(figuresOf(four).deviation).toBeCloseTo(25.819_9, 4)
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(deviationOf([5])).toBeNull()
  expect(figuresOf([])).toMatchObject({ count: 0, mean: null, median: null, passRate: null })
})

test('bands include their beginning, the last one also its end', () => {
  expect(spreadOf([0, 59, 60, 100, 100], 100).map((one) => [one.from, one.to, one.count])).toEqual([
    [0, 60, 2],
    [60, 70, 1],
    [70, 80, 0],
    [80, 90, 0],
    [90, 100, 2],
  ])
  expect(spreadOf([10, 50], 100, [50, 50, 0, 100, 500]).map((one) => [one.from, one.to, one.share])).toEqual([
    [0, 50, 0.5],
    [50, 100, 0.5],
  ])
  expect(spreadOf([], 0).map((one) => one.count)).toEqual([0])
})

test('hand-in times are grouped in round intervals of the site’s time zone', () => {
  const at = (text: string, score: number) => ({ handTime: new Date(text), score })
  const hours8 = 8 * 3_600_000
  const found = handTimesOf([at('2026-11-20T01:03:00Z', 10), at('2026-11-20T01:04:59Z', 30), at('2026-11-20T01:12:00Z', 50)], hours8)
  expect(found.map((one) => one.count)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(found[0]).toMatchObject({ from: new Date('2026-11-20T01:03:00Z'), to: new Date('2026-11-20T01:04:00Z'), mean: 10 })
  const days = handTimesOf([at('2026-11-01T17:00:00Z', 10), at('2026-11-10T15:00:00Z', 30)], hours8)
  expect(days[0]!.from).toEqual(new Date('2026-11-01T16:00:00Z'))
  expect(days).toHaveLength(9)
  const years = handTimesOf([at('2016-11-01T17:00:00Z', 10), at('2026-11-10T15:00:00Z', 30)], hours8)
  expect(years.length).toBeLessThanOrEqual(16)
  expect(years.at(-1)!.count).toBe(1)
})

test('a department includes its branches', () => {
  const departments = [
    { deptCode: 'R', parentCode: '', deptName: '总部', depth: 0, path: '/1/' },
    { deptCode: 'A', parentCode: 'R', deptName: '甲', depth: 1, path: '/1/2/' },
    { deptCode: 'B', parentCode: 'R', deptName: '乙', depth: 1, path: '/1/3/' },
    { deptCode: 'C', parentCode: 'R', deptName: '空', depth: 1, path: '/1/4/' },
  ]
  const papers = [paper(40, false, 'A'), paper(80, true, 'B')]
  // of three candidates in B two wait for a marker
  const attendance = new Map([
    ['A', { sat: 1, absent: 0, unseen: 0 }],
    ['B', { sat: 3, absent: 1, unseen: 1 }],
  ])
  const found = byDepartment(departments, papers, attendance, true)
  expect(found.map((one) => [one.deptCode, one.count, one.mean, one.required, one.people])).toEqual([
    ['R', 2, 60, 6, 4],
    ['A', 1, 40, 1, 1],
    ['B', 1, 80, 5, 3],
  ])
  expect(byDepartment(departments, papers, attendance, false).map((one) => one.required)).toEqual([null, null, null])
})
