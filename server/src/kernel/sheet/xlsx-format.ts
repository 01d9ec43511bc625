// Number formats of a workbook (ECMA-376 part 1, §18.8.30), as far as they change the displayed value.

/** undefined: displayed unchanged. `digits`: digits after the decimal point, or of an integer; `isTrimmed`: without trailing zeros. */
export type Show =
  | { kind: 'date' }
  | { kind: 'percent'; digits: number; isTrimmed: boolean }
  | { kind: 'zeros' | 'elapsed'; digits: number }
  | undefined

/** Ids of built-in formats for dates and times: 14–22, 27–36, 45–47 and 50–58. */
const dates = /^(?:1[4-9]|2[0-27-9]|3[0-6]|4[57]|5[0-8])$/
/** Removes quotes, escapes and brackets from a format code; it shows a date or time when letters of those remain. */
const bare = (code: string) => code.replaceAll(/"[^"]*"|\\.|[_*].|\[[^[\]]*\]|General/gi, '')

/** @param code the code of a format defined in the workbook; undefined for a built-in format */
export function showOf(id: string, code: string | undefined): Show {
  if (code === undefined) {
    if (id === '9' || id === '10') return { kind: 'percent', digits: id === '9' ? 0 : 2, isTrimmed: false }
    return id === '46' ? { kind: 'elapsed', digits: 0 } : dates.test(id) ? { kind: 'date' } : undefined
  }
  // the section for positive numbers
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

/** A number as its cell displays it. */
export function shownNumber(number: number, show: Exclude<Show, { kind: 'date' } | undefined>): string | number {
  if (show.kind === 'percent') {
    const text = (number * 100).toFixed(show.digits)
    return `${show.isTrimmed ? Number(text) : text}%`
  }
  if (show.kind === 'elapsed') return number >= 0 ? clock(Math.round(number * DAY)) : number
  return Number.isInteger(number) && number >= 0 ? String(number).padStart(show.digits, '0') : number
}

/** Excel counts 29 February 1900, which did not exist. */
const LEAP = 60
/** Converts a serial number of days to a date; below 1 to a time of day. */
export function dateOf(serial: number, is1904: boolean): Date | string {
  if (serial >= 0 && serial < 1 && serial !== 0) return clock(Math.round(serial * DAY) % DAY)
  if (is1904) return new Date(Date.UTC(1904, 0, 1) + Math.round(serial * DAY * 1_000))
  return new Date(Date.UTC(1899, 11, 31) + Math.round((serial >= LEAP ? serial - 1 : serial) * DAY * 1_000))
}
