// Reads a date or a time as people type it.

const pattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]*(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/
const two = (digits: string | undefined) => (digits ?? '0').padStart(2, '0')

/**
 * Takes `2026-11-25 9:00`, `2026/11/25`, `2026年11月25日 09:00:30`, also with full-width marks.
 * @returns the wire form `yyyy-MM-dd HH:mm:ss`; undefined for a text that is no time of the calendar
 */
export function typedMoment(text: string): string | undefined {
  const found = pattern.exec(text.normalize('NFKC').trim())
  if (!found) return undefined
  const [, year, month, day, hour, minute, second] = found
  const moment = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
  // a day such as 02-30 becomes another day, so its digits differ
  const at = new Date(`${moment.replace(' ', 'T')}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19).replace('T', ' ') === moment ? moment : undefined
}

/** The same for `9:00` or `0900`. @returns `HH:mm`, or undefined */
export function typedClock(text: string): string | undefined {
  const found = /^(\d{1,2}):?(\d{2})$/.exec(text.normalize('NFKC').trim())
  return found && Number(found[1]) < 24 && Number(found[2]) < 60 ? `${two(found[1])}:${found[2]}` : undefined
}
