// Writes a calendar file with one event (RFC 5545).

const FOLD_BYTES = 75

export type Event = {
  /** unique in the world, the same for each file of this event */
  uid: string
  /** rises with each change */
  sequence: number
  title: string
  place: string
  text: string
  /** an address of the site */
  url: string
  startTime: Date
  endTime: Date
  /** when the file was made */
  now: Date
}

/** A value of type TEXT (3.3.11). */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // other control characters are not allowed
    // oxlint-disable-next-line no-control-regex -- they are what is removed
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')

/** A moment in UTC (3.3.5, form 2). */
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Lines of at most 75 octets, never within a character (3.1). */
function folded(line: string): string {
  const lines: string[] = []
  let [current, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > FOLD_BYTES) {
      lines.push(current)
      // the space that continues the line counts
      ;[current, bytes] = [' ', 1]
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}

const alarm = (trigger: string, title: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  `TRIGGER:${trigger}`,
  'END:VALARM',
]

/** @returns the text of the file, its lines end with CRLF */
export const calendarOf = ({ uid, sequence, title, place, text, url, startTime, endTime, now }: Event): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shuyuan//Lessons in a room//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(startTime)}`,
    `DTEND:${utc(endTime)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    ...(text === '' ? [] : [`DESCRIPTION:${escaped(text)}`]),
    ...(url === '' ? [] : [`URL:${url}`]),
    'STATUS:CONFIRMED',
    ...alarm('-P1D', title),
    ...alarm('-PT1H', title),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
