// Converts instants to wall-clock text in the site's time zone and back; the only place that does.
const SHANGHAI = 'Asia/Shanghai'
let zone = SHANGHAI
/** made when it is first used: making one takes a slow phone a tenth of a second */
let made: Intl.DateTimeFormat | undefined
const format = () => (made ??= formatFor(SHANGHAI))

/** China has had one offset since 1991 (tz database, zone Asia/Shanghai); asking Intl for it costs a phone's first page 70 ms. */
const STEADY_MS = 8 * 3_600_000
const STEADY_FROM = Date.UTC(1992, 0, 1)
const STEADY_TO = Date.UTC(9999, 0, 1)
const isSteady = (at: number) => zone === SHANGHAI && at >= STEADY_FROM && at < STEADY_TO

function formatFor(timeZone: string) {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
}

/** Sets the site's time zone (an IANA name) for this process. Throws RangeError for a name the platform does not know. */
export function setTimeZone(name: string) {
  made = formatFor(name)
  zone = name
  texts.clear()
}

/** Cached texts of recently used seconds. */
const texts = new Map<number, string>()
const KEPT = 2_000

/** An instant as `yyyy-MM-dd HH:mm:ss` in the site's time zone. */
export function toWallClock(at: Date): string {
  // thousands of answers per second contain the same few times: now, and the deadlines of an exam's papers
  const second = Math.floor(at.getTime() / 1_000)
  const known = texts.get(second)
  if (known !== undefined) return known
  if (texts.size >= KEPT) texts.clear()
  const text = wallClock(at)
  texts.set(second, text)
  return text
}

const textOf = (utc: Date) => utc.toISOString().slice(0, 19).replace('T', ' ')

function wallClock(at: Date): string {
  if (isSteady(at.getTime())) return textOf(new Date(at.getTime() + STEADY_MS))
  const part: Record<string, string> = {}
  for (const { type, value } of format().formatToParts(at)) part[type] = value
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

const asUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Whether a text of the form `yyyy-MM-dd HH:mm:ss` names a day of the calendar and a time of that day, from 1900 on. */
export function isWallClock(text: string): boolean {
  const at = asUtc(text)
  return !Number.isNaN(at) && text >= '1900' && textOf(new Date(at)) === text
}

/** How far the site's wall clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number): number {
  if (isSteady(at)) return STEADY_MS
  const part: Record<string, number> = {}
  for (const { type, value } of format().formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000
}

/** The zone changes its offset less often than this. */
const APART_MS = 6 * 3_600_000

/**
 * The instant that `yyyy-MM-dd HH:mm:ss` names in the site's time zone. A time that exists twice, when the clocks go back, is the first one; a time
 * that does not exist, when they go forward, is the same distance after the change. Text that `isWallClock` refuses gives an Invalid Date.
 */
export function fromWallClock(text: string): Date {
  if (!isWallClock(text)) return new Date(Number.NaN)
  const at = asUtc(text)
  const near = at - offsetAt(at)
  const [before, after] = [offsetAt(near - APART_MS), offsetAt(near + APART_MS)]
  // the later offset only where the earlier one does not lead back to the text
  const isLater = before !== after && offsetAt(at - before) !== before && offsetAt(at - after) === after
  return new Date(at - (isLater ? after : before))
}
