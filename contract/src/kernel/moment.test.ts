import { afterEach, describe, expect, test } from 'vitest'
import { fromWallClock, setTimeZone, toWallClock } from './moment.ts'

afterEach(() => setTimeZone('Asia/Shanghai'))

describe('wall clock', () => {
  test('reads and writes the time of Shanghai by default', () => {
    expect(toWallClock(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21 00:00:00')
    expect(fromWallClock('2026-11-21 00:00:00').toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })
  test('uses a changed time zone immediately', () => {
    const at = new Date('2026-11-20T16:00:00Z')
    toWallClock(at)
    setTimeZone('UTC')
    expect(toWallClock(at)).toBe('2026-11-20 16:00:00')
  })
  test.each(['2026-03-29 01:30:00', '2026-03-29 03:30:00', '2026-10-25 01:59:59', '2026-10-25 03:00:00'])(
    'comes back to %s around the change to and from summer time',
    (text) => {
      setTimeZone('Europe/Berlin')
      expect(toWallClock(fromWallClock(text))).toBe(text)
    },
  )
  test.each([
    ['America/New_York', '2027-03-14 01:59:59', '2027-03-14T06:59:59.000Z'],
    ['America/New_York', '2027-03-14 02:00:00', '2027-03-14T07:00:00.000Z'],
    ['America/New_York', '2027-03-14 02:30:00', '2027-03-14T07:30:00.000Z'],
    ['America/New_York', '2027-03-14 03:00:00', '2027-03-14T07:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04 02:10:00', '2026-10-03T15:40:00.000Z'],
  ])('in %s %s, which the clocks pass over, is the same distance after the change', (zone, text, instant) => {
    setTimeZone(zone)
    expect(fromWallClock(text).toISOString()).toBe(instant)
  })
  test.each([
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ])('in %s %s, which exists twice or just after it, is the first one', (zone, text, instant) => {
    setTimeZone(zone)
    expect(fromWallClock(text).toISOString()).toBe(instant)
  })
  test('converts instants before 1970', () => expect(fromWallClock('1949-10-01 15:00:00').getTime()).toBe(Date.UTC(1949, 9, 1, 7)))
  test.each(['1900-01-01 00:00:00', '9999-12-31 23:59:59', '2028-02-29 12:00:00'])('converts %s and back', (text) => {
    expect(toWallClock(fromWallClock(text))).toBe(text)
  })
  test.each([
    '2026-02-31 00:00:00',
    '2026-02-29 00:00:00',
    '2026-11-21 24:00:00',
    '2026-13-01 00:00:00',
    '0000-01-01 00:00:00',
    '0001-01-01 00:00:00',
    'soon',
  ])('%s is no time', (text) => expect(fromWallClock(text).getTime()).toBeNaN())
  test('the fixed offset of China is that of the platform, under the other name of its zone', () => {
    const step = 37 * 86_400_000 + 5_431_999
    const moments = Array.from({ length: 1_000 }, (_, at) => new Date(Date.UTC(1990, 0, 1) + at * step))
    const texts = moments.map(toWallClock)
    const back = texts.map((text) => fromWallClock(text).getTime())
    setTimeZone('PRC')
    expect(moments.map(toWallClock)).toEqual(texts)
    expect(texts.map((text) => fromWallClock(text).getTime())).toEqual(back)
  })
  test('an unknown zone is refused', () => expect(() => setTimeZone('Mars/Base')).toThrow(RangeError))
})
