import { CODE_SECONDS, SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freeOf, isSignTime, mayCancel, mayRecord, presenceAt, toldOf, whyNotEnrol } from './room.rules.ts'
import { codeOf, isFresh, readCode, secondsLeft, windowOf } from './sign.rules.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 8) + minutes * 60_000)
const terms = { startTime: at(0), endTime: at(120), selfEnrol: true, enrolUntil: null }

describe('enrolment', () => {
  test.each([
    ['until the last moment before the begin', terms, -1, null],
    ['not from the begin on', terms, 0, 'begun'],
    ['not after it has closed', { ...terms, enrolUntil: at(-60) }, -60, 'closed'],
    ['before it closes', { ...terms, enrolUntil: at(-60) }, -61, null],
    ['not where the teacher makes the list', { ...terms, selfEnrol: false }, -100, 'byTeacher'],
  ] as const)('is open %s', (_name, one, now, reason) => expect(whyNotEnrol(one, at(now))).toBe(reason))

  test('a place is given up before the begin, and only one that was enrolled by the learner’s own right', () => {
    expect(mayCancel(terms, SeatState.enrolled, at(-1))).toBe(true)
    expect(mayCancel(terms, SeatState.waiting, at(-1))).toBe(true)
    expect(mayCancel(terms, SeatState.enrolled, at(0))).toBe(false)
    expect(mayCancel(terms, SeatState.present, at(-1))).toBe(false)
    expect(mayCancel({ ...terms, selfEnrol: false }, SeatState.enrolled, at(-1))).toBe(false)
    expect(mayCancel(terms, undefined, at(-1))).toBe(false)
  })

  test('free seats', () => {
    expect([freeOf(null, 500), freeOf(3, 1), freeOf(3, 5)]).toEqual([Number.POSITIVE_INFINITY, 2, 0])
  })

  test('a reminder is left out that a message replaces', () => {
    expect(toldOf(terms, at(-2 * 24 * 60))).toEqual({ dayTold: null, hourTold: null })
    expect(toldOf(terms, at(-5 * 60))).toEqual({ dayTold: at(0), hourTold: null })
    expect(toldOf(terms, at(-30))).toEqual({ dayTold: at(0), hourTold: at(0) })
  })
})

describe('attendance', () => {
  test('people sign in from an hour before the begin to an hour after the end', () => {
    expect([-61, -60, 0, 180, 181].map((now) => isSignTime(terms, at(now)))).toEqual([false, true, true, true, false])
    expect([-61, -60, 100_000].map((now) => mayRecord(terms, at(now)))).toEqual([false, true, true])
  })

  test('who comes after the minutes of grace is late', () => {
    const room = { startTime: at(0), lateMinutes: 10 }
    expect([-5, 10, 11].map((now) => presenceAt(room, at(now)))).toEqual([SeatState.present, SeatState.present, SeatState.late])
  })
})

describe('the code', () => {
  const mac = (text: string) => createHmac('sha256', 'key').update(text).digest('base64url')
  const sign = { fileId: '123', way: 'in', window: windowOf(at(0)) } as const
  const later = (seconds: number) => new Date(at(0).getTime() + seconds * 1_000)

  test('is read by the server that made it, and by no other', () => {
    const code = codeOf(sign, mac)
    expect(readCode(code, mac)).toEqual(sign)
    expect(readCode(code, (text) => mac(`${text} other`))).toBeUndefined()
    expect(code).toMatch(/^[\w-]{20,60}$/)
  })

  test('does not open another lesson, way or time', () => {
    const code = codeOf(sign, mac)
    const forged = [
      code.replace('123i', '124i'),
      code.replace('123i', '123o'),
      code.replace(/i(.)/, 'iz'),
      `${code}x`,
      '',
      'x',
      code.slice(0, -1),
    ]
    expect(forged.map((one) => readCode(one, mac))).toEqual(forged.map(() => undefined))
  })

  test('counts in its window and the next one', () => {
    expect(
      [0, CODE_SECONDS - 1, CODE_SECONDS, 2 * CODE_SECONDS - 1, 2 * CODE_SECONDS].map((s) => isFresh(sign, later(s), undefined)),
    ).toEqual([true, true, true, true, false])
    expect([0, 1, CODE_SECONDS - 1, CODE_SECONDS].map((s) => secondsLeft(later(s)))).toEqual([
      CODE_SECONDS,
      CODE_SECONDS - 1,
      1,
      CODE_SECONDS,
    ])
  })

  test('waits five minutes for a person who signs in to the site after it', () => {
    expect(isFresh(sign, later(120), later(60))).toBe(true)
    expect(isFresh(sign, later(120), later(-60))).toBe(false)
    expect(isFresh(sign, later(300), later(60))).toBe(true)
    expect(isFresh(sign, later(301), later(60))).toBe(false)
  })
})
