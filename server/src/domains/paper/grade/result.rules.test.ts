import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { expect, test } from 'vitest'
import { isScoreShown, isShown, minutesUsed, type Release } from './result.rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const running = { state: ExamState.enabled, endTime: new Date('2026-11-20T12:00:00Z') }
const ended = { state: ExamState.enabled, endTime: new Date('2026-11-20T09:00:00Z') }
const endless = { state: ExamState.enabled, endTime: null }

test.each<[Release, number, typeof ended | typeof endless, boolean, boolean]>([
  // when, paper state, exam, answers shown, score shown
  ['never', PaperState.done, ended, false, false],
  ['handed', PaperState.open, running, false, false],
  ['handed', PaperState.marking, running, true, false],
  ['handed', PaperState.done, running, true, true],
  ['marked', PaperState.marking, ended, false, false],
  ['marked', PaperState.done, running, true, true],
  ['closed', PaperState.done, running, false, false],
  ['closed', PaperState.marking, ended, true, false],
  ['closed', PaperState.done, ended, true, true],
  ['closed', PaperState.done, endless, false, false],
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
