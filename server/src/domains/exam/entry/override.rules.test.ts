import { describe, expect, test } from 'vitest'
import { combineOverrides, type Override, noOverride } from './override.rules.ts'

const blank: Override = {
  own: false,
  minutes: null,
  percent: null,
  startTime: null,
  endTime: null,
  tries: null,
  noFace: false,
  noFullScreen: false,
}
const group = (more: Partial<Override>): Override => ({ ...blank, ...more })
const own = (more: Partial<Override>): Override => ({ ...blank, own: true, ...more })
const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour))

describe('an override', () => {
  test('is empty without rows', () => expect(combineOverrides([], 60)).toEqual(noOverride))

  test('counts a percentage of the duration, rounded up to minutes', () => {
    expect(combineOverrides([own({ percent: 25 })], 90).ownMinutes).toBe(23)
    expect(combineOverrides([own({ minutes: 5 })], 90).ownMinutes).toBe(5)
  })

  test('of several groups the most generous counts, field by field', () => {
    const rows = [
      group({ minutes: 10, startTime: at(9), endTime: at(12), tries: 2 }),
      group({ percent: 50, startTime: at(8), endTime: at(11), tries: 3, noFace: true }),
    ]
    expect(combineOverrides(rows, 60)).toEqual({
      ownMinutes: 30,
      ownStart: at(8),
      ownEnd: at(12),
      ownTries: 3,
      noFace: true,
      noFullScreen: false,
    })
  })

  test('unlimited tries are more than any number', () =>
    expect(combineOverrides([group({ tries: 5 }), group({ tries: 0 })], 60).ownTries).toBe(0))

  test("the user's own value precedes the group's even if it gives less, and does not affect fields it leaves empty", () => {
    const rows = [group({ minutes: 60, endTime: at(18), tries: 0 }), own({ minutes: 5, tries: 1, noFullScreen: true })]
    expect(combineOverrides(rows, 60)).toEqual({
      ownMinutes: 5,
      ownStart: null,
      ownEnd: at(18),
      ownTries: 1,
      noFace: false,
      noFullScreen: true,
    })
  })
})
