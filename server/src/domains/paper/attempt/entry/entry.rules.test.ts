import { ExamState, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { closesAt, deadlineOf, earliestHandOf, entryProblems, type EntrySettings, refusalOf } from './entry.rules.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 20, 9, minute, second))
const settings = (given: Partial<EntrySettings> = {}): EntrySettings => ({
  state: ExamState.enabled,
  openType: ExamOpenType.all,
  password: '',
  startTime: at(0),
  endTime: at(60),
  minutes: 30,
  tries: 0,
  lateMinutes: 0,
  earliestMinutes: 0,
  ...given,
})
const applicant = { inScope: true, used: 0 }

describe('entry', () => {
  test('is allowed from the start until just before the end', () => {
    expect(refusalOf(settings(), applicant, at(0))).toBeNull()
    expect(refusalOf(settings(), applicant, new Date(at(60).getTime() - 1))).toBeNull()
    expect(refusalOf(settings(), applicant, new Date(at(0).getTime() - 1))).toBe('examNotBegun')
    expect(refusalOf(settings(), applicant, at(60))).toBe('examEnded')
    expect(refusalOf(settings({ startTime: null, endTime: null }), applicant, at(0))).toBeNull()
  })

  test('is refused after the late minutes, which are inclusive', () => {
    expect(refusalOf(settings({ lateMinutes: 15 }), applicant, at(15))).toBeNull()
    expect(refusalOf(settings({ lateMinutes: 15 }), applicant, at(15, 1))).toBe('examTooLate')
  })

  test('is limited by the tries; 0 means no limit', () => {
    expect(refusalOf(settings({ tries: 2 }), { inScope: true, used: 1 }, at(1))).toBeNull()
    expect(refusalOf(settings({ tries: 2 }), { inScope: true, used: 2 }, at(1))).toBe('examNoTries')
    expect(refusalOf(settings(), { inScope: true, used: 99 }, at(1))).toBeNull()
  })

  test('checks the password last', () => {
    const locked = settings({ openType: ExamOpenType.password, password: 'Hx-2026' })
    expect(refusalOf(locked, applicant, at(1))).toBe('examPasswordNeeded')
    expect(refusalOf(locked, { ...applicant, password: 'hx-2026' }, at(1))).toBe('examPassword')
    expect(refusalOf(locked, { ...applicant, password: 'Hx-2026' }, at(1))).toBeNull()
    expect(refusalOf({ ...locked, state: ExamState.disabled }, { ...applicant, password: 'Hx-2026' }, at(1))).toBe('examDisabled')
  })

  test('requires the prerequisite exams and courses even with an approved application', () => {
    const waiting = { ...applicant, unmet: ['入门'], unlearnt: ['消防'], application: 'approved' as const }
    expect(entryProblems(settings({ needApply: true }), waiting, at(1))).toEqual(['examPrerequisite', 'examCourse'])
    expect(refusalOf(settings(), { ...applicant, unmet: [], unlearnt: ['消防'] }, at(1))).toBe('examCourse')
    expect(refusalOf(settings(), { ...applicant, unlearnt: [] }, at(1))).toBeNull()
  })

  test('returns all reasons for the start page', () => {
    expect(entryProblems(settings({ state: ExamState.disabled, tries: 1 }), { inScope: false, used: 1 }, at(61))).toEqual([
      'examNotOpen',
      'examDisabled',
      'examEnded',
      'examNoTries',
    ])
  })
})

describe('the deadline', () => {
  test('is after the duration or at the end of the exam, whichever is earlier', () => {
    expect(deadlineOf(settings(), at(10))).toEqual(at(40))
    expect(deadlineOf(settings(), at(45))).toEqual(at(60))
    expect(deadlineOf(settings({ endTime: null }), at(45))).toEqual(at(75))
  })

  test('includes the delay of the waiting room', () => {
    expect(deadlineOf(settings({ minutes: 60 }), at(0, 4))).toEqual(at(60, 4))
    expect(deadlineOf(settings({ minutes: 60 }), at(0, 6))).toEqual(at(60))
  })

  test('is never before the earliest hand-in', () => {
    expect(earliestHandOf(settings({ earliestMinutes: 20 }), at(10), at(40))).toEqual(at(30))
    expect(earliestHandOf(settings({ earliestMinutes: 20 }), at(50), at(60))).toEqual(at(60))
    expect(earliestHandOf(settings(), at(10), at(40))).toBeNull()
  })

  test('has ten seconds of grace, but none once a forced close has begun', () => {
    expect(closesAt({ deadlineAt: at(30), exState: ExState.normal })).toBe(at(30, 10).getTime())
    expect(closesAt({ deadlineAt: at(30), exState: ExState.proctor })).toBe(at(30).getTime())
  })
})
