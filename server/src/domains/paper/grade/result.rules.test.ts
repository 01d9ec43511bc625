import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { expect, test } from 'vitest'
import { isScoreShown, isShown, minutesUsed, type Release } from './result.rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const running = { state: ExamState.enabled, endTime: new Date('2026-11-20T12:00:00Z') }
const ended = { state: ExamState.enabled, endTime: new Date('2026-11-20T09:00:00Z') }
const endless = { state: ExamState.enabled, endTime: null }

test.each<[Release, number, typeof ended | typeof endless, boolean, boolean]>([
  // when, paper state, exam, answers shown, score shown
  ['never', 2, ended, false, false],
  ['handed', 0, running, false, false],
  ['handed', 1, running, true, false],
  ['handed', 2, running, true, true],
  ['marked', 1, ended, false, false],
  ['marked', 2, running, true, true],
  ['closed', 2, running, false, false],
  ['closed', 1, ended, true, false],
  ['closed', 2, ended, true, true],
  ['closed', 2, endless, false, false],
])('%s in state %i', (when, state, exam, answers, score) => {
  expect(isShown(when, state, exam, now)).toBe(answers)
  expect(isScoreShown(when, state, exam, now)).toBe(score)
})

test('a disabled exam counts as closed', () => {
  expect(isShown('closed', 2, { ...running, state: ExamState.disabled }, now)).toBe(true)
})

test('minutes are rounded up', () => {
  expect(minutesUsed(now, new Date(now.getTime() + 61_000))).toBe(2)
  expect(minutesUsed(now, new Date(now.getTime() + 60_000))).toBe(1)
  expect(minutesUsed(now, null)).toBe(0)
})
