import { describe, expect, test } from 'vitest'
import { lastEntry, phaseOf } from './exam.rules.ts'

const at = (time: string) => new Date(`2026-11-20T${time}+08:00`)
const day = { startTime: at('09:00:00'), endTime: at('11:00:00') }

describe('phase', () => {
  test('waits until the start', () => expect(phaseOf(day, at('08:59:59'))).toBe('waiting'))
  test('is open at the very start', () => expect(phaseOf(day, at('09:00:00'))).toBe('open'))
  test('is closed at the very end', () => expect(phaseOf(day, at('11:00:00'))).toBe('closed'))
  test('without a window is always open', () => expect(phaseOf({ startTime: null, endTime: null }, at('03:00:00'))).toBe('open'))
})

describe('last entry', () => {
  test('is the given minutes after the start', () => expect(lastEntry({ ...day, lateMinutes: 15 })).toEqual(at('09:15:00')))
  test('is never after the end', () => expect(lastEntry({ ...day, lateMinutes: 500 })).toEqual(at('11:00:00')))
  test('is the end where no cut-off is set', () => expect(lastEntry({ ...day, lateMinutes: 0 })).toEqual(at('11:00:00')))
  test('is open without start and end', () => expect(lastEntry({ startTime: null, endTime: null, lateMinutes: 10 })).toBeNull())
})
