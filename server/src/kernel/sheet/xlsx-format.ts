// How a workbook shows its numbers (ECMA-376 part 1, §18.8.30), as far as that changes what they say.

/** undefined: as they are. `digits`: behind the point, or of the whole number; `isTrimmed`: without zeros at the end. */
export type Show =
  | { kind: 'date' }
  | { kind: 'percent'; digits: number; isTrimmed: boolean }
  | { kind: 'zeros' | 'elapsed'; digits: number }
  | undefined

/** Formats that need no code: 14–22, 27–36, 45–47 and 50–58 are dates and times. */
const dates = /^(?:1[4-9]|2[0-27-9]|3[0-6]|4[57]|5[0-8])$/
/** A code shows a date or time where letters of those stand outside of quotes, escapes and brackets. */
const bare = (code: string) => code.replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|General/gi, '')

/** @param code of a format of the workbook's own; undefined for one that every program knows */
export function showOf(id: string, code: string | undefined): Show {
  if (code === undefined) {
    if (id === '9' || id === '10') return { kind: 'percent', digits: id === '9' ? 0 : 2, isTrimmed: false }
    return id === '46' ? { kind: 'elapsed', digits: 0 } : dates.test(id) ? { kind: 'date' } : undefined
  }
  // what is shown of a number above 0
  const [first = ''] = code.split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return { kind: 'elapsed', digits: 0 }
  const plain = bare(first)
  if (/[ymdhs]/i.test(plain)) return { kind: 'date' }
  if (plain.includes('%')) {
    const decimals = /\.([0#?]+)/.exec(plain)?.[1] ?? ''
    return { kind: 'percent', digits: Math.min(decimals.length, 10), isTrimmed: decimals.includes('#') }
  }
  return /^0{2,20}$/.test(first) ? { kind: 'zeros', digits: first.length } : undefined
}

const HOUR = 3_600
const DAY = 24 * HOUR
const two = (number: number) => String(number).padStart(2, '0')
const clock = (seconds: number) =>
  [Math.floor(seconds / HOUR), Math.floor(seconds / 60) % 60, ...(seconds % 60 === 0 ? [] : [seconds % 60])].map(two).join(':')

/** A number as its cell shows it. */
export function shownNumber(number: number, show: Exclude<Show, { kind: 'date' } | undefined>): string | number {
  if (show.kind === 'percent') {
    const text = (number * 100).toFixed(show.digits)
    return `${show.isTrimmed ? Number(text) : text}%`
  }
  if (show.kind === 'elapsed') return number >= 0 ? clock(Math.round(number * DAY)) : number
  return Number.isInteger(number) && number >= 0 ? String(number).padStart(show.digits, '0') : number
}

/** Excel counts a 29 February 1900 that never was. */
const LEAP = 60
/** The moment that a number of days means; a time of day where it is less than one. */
export function dateOf(serial: number, is1904: boolean): Date | string {
  if (serial >= 0 && serial < 1 && serial !== 0) return clock(Math.round(serial * DAY) % DAY)
  if (is1904) return new Date(Date.UTC(1904, 0, 1) + Math.round(serial * DAY * 1_000))
  return new Date(Date.UTC(1899, 11, 31) + Math.round((serial >= LEAP ? serial - 1 : serial) * DAY * 1_000))
}
