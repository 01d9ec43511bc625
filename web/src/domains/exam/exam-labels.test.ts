// Labels and actions of an exam card.
import { expect, test } from 'vitest'
import { actionOf, durationText, type Mine, shownText, windowText } from './exam-labels.ts'

const mine = (over: Partial<NonNullable<Mine>> = {}): Mine => ({
  examId: '3',
  tries: 1,
  ongoingPaperId: null,
  lastPaperId: '7',
  bestScore: null,
  passed: null,
  waitReview: false,
  ...over,
})
const row = (phase: 'waiting' | 'open' | 'closed', tries = 0) => ({ id: '3', phase, tries })

test('the exam window names a day once', () => {
  expect(windowText({ startTime: '2026-01-01 09:00:00', endTime: '2026-01-01 11:30:00' })).toBe('2026-01-01 09:00 – 11:30')
  expect(windowText({ startTime: '2026-01-01 09:00:00', endTime: '2026-01-02 11:30:00' })).toBe('2026-01-01 09:00 – 2026-01-02 11:30')
  expect(windowText({ startTime: null, endTime: '2026-01-02 11:30:00' })).toBe('2026-01-02 11:30 前')
  expect(windowText({ startTime: '2026-01-01 09:00:00', endTime: null })).toBe('2026-01-01 09:00 起')
  expect(windowText({ startTime: null, endTime: null })).toBe('长期有效')
})

test('an open paper comes first in every phase', () => {
  expect(actionOf(row('closed', 1), mine({ ongoingPaperId: '9' }))).toEqual({ text: '继续考试', to: '/web/exam/start/9', primary: true })
})

test('the action is the start with tries left, else the result', () => {
  expect(actionOf(row('open'), undefined)).toMatchObject({ text: '参加考试', to: '/web/exam/check/3' })
  expect(actionOf(row('open', 2), mine())).toMatchObject({ text: '再考一次', to: '/web/exam/check/3' })
  expect(actionOf(row('open', 1), mine())).toMatchObject({ text: '查看结果', to: '/web/exam/result/7' })
  expect(actionOf(row('waiting', 1), undefined)).toMatchObject({ text: '考试须知', primary: false })
  expect(actionOf(row('closed'), mine())).toMatchObject({ text: '查看结果' })
  expect(actionOf(row('closed'), undefined)).toBeUndefined()
})

test.each([
  [59, '不足 1 分钟'],
  [60, '1 分钟'],
  [3_900, '1 小时 5 分钟'],
])('%i s: %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('says that nothing is shown at the end of an exam without an end', () => {
  expect(shownText('closed', null)).toBe('不公布（考试没有结束时间）')
  expect(shownText('closed', '2026-12-01 18:00:00')).toBe('考试结束后')
  expect(shownText('handed', null)).toBe('交卷后')
})
