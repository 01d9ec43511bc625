// Hours of every day as text, `HH:mm-HH:mm` joined by newlines (admin.md, *Shared rules*). No text means the whole day.
import { toWallClock } from './moment.ts'

/** Minutes of the day from 00:00. `to` is excluded; a range with `to` before `from` goes on past midnight. */
type Range = { from: number; to: number }

const MINUTES = 1_440
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const linesOf = (ranges: string) => (ranges === '' ? [] : ranges.split('\n'))
const rangeOf = (line: string): Range => ({ from: minuteOf(line.slice(0, 5)), to: minuteOf(line.slice(6)) })
/** Whether a minute of the day lies within the range. */
const has = ({ from, to }: Range, minute: number) => (from < to ? minute >= from && minute < to : minute >= from || minute < to)

/** Whether an instant lies within the hours, in the site's time zone; always, if there are none. */
export function isWithinHours(ranges: string, at: Date): boolean {
  const lines = linesOf(ranges)
  if (lines.length === 0) return true
  const minute = minuteOf(toWallClock(at).slice(11, 16))
  return lines.some((line) => has(rangeOf(line), minute))
}

/** Whether any minute of the window `[start, end)` lies within the hours. A window of a day or more always has one. */
export function meetsHours(ranges: string, start: Date, end: Date): boolean {
  const minutes = Math.ceil((end.getTime() - start.getTime()) / 60_000)
  if (ranges === '' || minutes >= MINUTES) return true
  return Array.from({ length: minutes }, (_, at) => new Date(start.getTime() + at * 60_000)).some((at) => isWithinHours(ranges, at))
}

/** The hours in one line, such as `08:00-12:00、14:00-18:00`; '' if there are none. */
export const hoursText = (ranges: string): string => linesOf(ranges).join('、')

/** Whether a range has no length. */
export function hasEmptyRange(ranges: string): boolean {
  return linesOf(ranges)
    .map(rangeOf)
    .some(({ from, to }) => from === to)
}

/** The ranges without repeats, in the order of the day. */
export const tidyRanges = (lines: readonly string[]): string => [...new Set(lines)].toSorted().join('\n')
