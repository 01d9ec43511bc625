// Converts instants to wall-clock text in the site's time zone and back; the only place that does.
let format = formatFor('Asia/Shanghai')

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
  format = formatFor(name)
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

function wallClock(at: Date): string {
  const part: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(at)) part[type] = value
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

/** The instant that `yyyy-MM-dd HH:mm:ss` names in the site's time zone. Invalid text gives an Invalid Date. */
export function fromWallClock(text: string): Date {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return new Date(Number.NaN)
  const offsetAt = (at: number) => Date.parse(`${toWallClock(new Date(at)).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
  const first = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(first))
}
