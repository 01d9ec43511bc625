import { describe, expect, test } from 'vitest'
import { SavePace } from './save-pace.rules.ts'

/** Saves that come at an even pace; each leaves at once. @returns the pace, and when the last one came */
function after(saves: number, everyMs: number) {
  const pace = new SavePace()
  let now = 1_000
  for (let at = 0; at < saves; at++) {
    now += everyMs
    pace.came(now)
    pace.left(now)
  }
  return { pace, now }
}

describe('a batch', () => {
  test('leaves at once where saves are rare', () => {
    const { pace, now } = after(50, 30)
    expect(pace.waitMs(now + 1, 1)).toBe(0)
  })

  test('leaves at once at the start, also if two saves come together', () => {
    const { pace, now } = after(2, 0)
    expect(pace.waitMs(now, 2)).toBe(0)
  })

  test('waits for the moment since the one before where more are expected, and no longer', () => {
    const { pace, now } = after(100, 10)
    expect(pace.waitMs(now + 10, 1)).toBe(70)
    expect(pace.waitMs(now + 80, 1)).toBe(0)
    expect(pace.waitMs(now + 500, 1)).toBe(0)
  })

  test('waits for eight saves as they come, but not for less than 16 ms', () => {
    const ofFour = after(200, 4)
    expect(ofFour.pace.waitMs(ofFour.now, 1)).toBeCloseTo(32)
    const quick = after(200, 1)
    expect(quick.pace.waitMs(quick.now, 1)).toBe(16)
    expect(quick.pace.waitMs(quick.now + 16, 1)).toBe(0)
  })

  test('that is large enough does not wait', () => {
    const { pace, now } = after(100, 1)
    expect(pace.waitMs(now, 15)).toBeGreaterThan(0)
    expect(pace.waitMs(now, 16)).toBe(0)
  })
})
