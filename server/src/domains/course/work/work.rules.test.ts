import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { expect, test } from 'vitest'
import { finalScoreOf, lateDaysOf, linesAmong, type Try, turnOf } from './work.rules.ts'

const now = new Date('2026-12-10T12:00:00Z')
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
const one = (given: Partial<Try>): Try => ({ tryNo: 1, state: HandState.handed, passed: null, lateDays: 0, ...given })
const terms = { tries: 1, late: false }

test('a begun day after the deadline is a day', () => {
  expect(lateDaysOf(null, now)).toBe(0)
  expect(lateDaysOf(now, now)).toBe(0)
  expect(lateDaysOf(hours(-1), now)).toBe(1)
  expect(lateDaysOf(hours(-25), now)).toBe(2)
})

test('the first try is open until the deadline, and after it where that is allowed', () => {
  expect(turnOf([], terms, null, now)).toEqual({ tryNo: 1, reason: null, lateDays: 0, isFree: false })
  expect(turnOf([], terms, hours(-1), now)).toMatchObject({ reason: 'late', lateDays: 1 })
  expect(turnOf([], { ...terms, late: true }, hours(-1), now)).toMatchObject({ reason: null, lateDays: 1 })
})

test('a hand-in waits to be marked, whatever tries are left', () => {
  expect(turnOf([one({})], { ...terms, tries: 0 }, null, now)).toMatchObject({ reason: 'waiting' })
})

test('a draft is no try', () => {
  expect(turnOf([one({ state: HandState.draft })], terms, null, now)).toMatchObject({ tryNo: 1, reason: null })
})

test('a returned hand-in costs no try and keeps its delay, also after the deadline', () => {
  const returned = one({ state: HandState.returned, lateDays: 0 })
  expect(turnOf([returned], terms, hours(-100), now)).toEqual({ tryNo: 2, reason: null, lateDays: 0, isFree: true })
})

test('a failed hand-in may be repeated as often as the assignment says', () => {
  const failed = one({ state: HandState.marked, passed: false })
  expect(turnOf([failed], terms, null, now)).toMatchObject({ reason: 'used' })
  expect(turnOf([failed], { ...terms, tries: 2 }, null, now)).toMatchObject({ tryNo: 2, reason: null })
  expect(turnOf([failed], { ...terms, tries: 0 }, hours(-1), now)).toMatchObject({ reason: 'late' })
  expect(turnOf([one({ state: HandState.marked, passed: true })], { ...terms, tries: 2 }, null, now)).toMatchObject({ reason: 'passed' })
})

test('each day of delay costs its share of the full score, and never more than there is', () => {
  const work = { maxScore: 10_000, latePercent: 10 }
  expect(finalScoreOf(8_000, work, 0)).toBe(8_000)
  expect(finalScoreOf(8_000, work, 2)).toBe(6_000)
  expect(finalScoreOf(1_500, work, 2)).toBe(0)
})

test('lines keep the order of the rubric', () => {
  expect(linesAmong([{ id: 'a' }, { id: 'b' }, { id: 'c' }], ['c', 'gone', 'a'])).toEqual([{ id: 'a' }, { id: 'c' }])
})
