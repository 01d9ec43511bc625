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

describe('entering', () => {
  test('is open from the start to the moment before the end', () => {
    expect(refusalOf(settings(), applicant, at(0))).toBeNull()
    expect(refusalOf(settings(), applicant, new Date(at(60).getTime() - 1))).toBeNull()
    expect(refusalOf(settings(), applicant, new Date(at(0).getTime() - 1))).toBe('examNotBegun')
    expect(refusalOf(settings(), applicant, at(60))).toBe('examEnded')
    expect(refusalOf(settings({ startTime: null, endTime: null }), applicant, at(0))).toBeNull()
  })

  test('ends after the late minutes, to the minute itself', () => {
    expect(refusalOf(settings({ lateMinutes: 15 }), applicant, at(15))).toBeNull()
    expect(refusalOf(settings({ lateMinutes: 15 }), applicant, at(15, 1))).toBe('examTooLate')
  })

  test('counts tries; 0 is no limit', () => {
    expect(refusalOf(settings({ tries: 2 }), { inScope: true, used: 1 }, at(1))).toBeNull()
    expect(refusalOf(settings({ tries: 2 }), { inScope: true, used: 2 }, at(1))).toBe('examNoTries')
    expect(refusalOf(settings(), { inScope: true, used: 99 }, at(1))).toBeNull()
  })

  test('asks for the password last', () => {
    const locked = settings({ openType: ExamOpenType.password, password: 'Hx-2026' })
    expect(refusalOf(locked, applicant, at(1))).toBe('examPasswordNeeded')
    expect(refusalOf(locked, { ...applicant, password: 'hx-2026' }, at(1))).toBe('examPassword')
    expect(refusalOf(locked, { ...applicant, password: 'Hx-2026' }, at(1))).toBeNull()
    expect(refusalOf({ ...locked, state: ExamState.disabled }, { ...applicant, password: 'Hx-2026' }, at(1))).toBe('examDisabled')
  })

  test('asks for exams and courses that come before, whatever was applied for', () => {
    const waiting = { ...applicant, unmet: ['入门'], unlearnt: ['消防'], application: 'approved' as const }
    expect(entryProblems(settings({ needApply: true }), waiting, at(1))).toEqual(['examPrerequisite', 'examCourse'])
    expect(refusalOf(settings(), { ...applicant, unmet: [], unlearnt: ['消防'] }, at(1))).toBe('examCourse')
    expect(refusalOf(settings(), { ...applicant, unlearnt: [] }, at(1))).toBeNull()
  })

  test('names every reason for the start page', () => {
    expect(entryProblems(settings({ state: ExamState.disabled, tries: 1 }), { inScope: false, used: 1 }, at(61))).toEqual([
      'examNotOpen',
      'examDisabled',
      'examEnded',
      'examNoTries',
    ])
  })
})

describe('the deadline', () => {
  test('is the duration or the end of the exam, whichever comes first', () => {
    expect(deadlineOf(settings(), at(10))).toEqual(at(40))
    expect(deadlineOf(settings(), at(45))).toEqual(at(60))
    expect(deadlineOf(settings({ endTime: null }), at(45))).toEqual(at(75))
  })

  test('gives back the seconds for which the waiting room held somebody back', () => {
    expect(deadlineOf(settings({ minutes: 60 }), at(0, 4))).toEqual(at(60, 4))
    expect(deadlineOf(settings({ minutes: 60 }), at(0, 6))).toEqual(at(60))
  })

  test('comes before the earliest hand-in never', () => {
    expect(earliestHandOf(settings({ earliestMinutes: 20 }), at(10), at(40))).toEqual(at(30))
    expect(earliestHandOf(settings({ earliestMinutes: 20 }), at(50), at(60))).toEqual(at(60))
    expect(earliestHandOf(settings(), at(10), at(40))).toBeNull()
  })

  test('has ten seconds of grace, but none for a paper that is being taken in', () => {
    expect(closesAt({ deadlineAt: at(30), exState: ExState.normal })).toBe(at(30, 10).getTime())
    expect(closesAt({ deadlineAt: at(30), exState: ExState.proctor })).toBe(at(30).getTime())
  })
})
