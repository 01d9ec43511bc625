// The time of a lesson: the day once where it ends on the same day.
const [DAY, MINUTE] = ['2026-01-01'.length, '2026-01-01 09:00'.length]

/** @param from, to `yyyy-MM-dd HH:mm:ss` */
export const spanText = (from: string, to: string): string =>
  `${from.slice(0, MINUTE)} – ${from.slice(0, DAY) === to.slice(0, DAY) ? to.slice(DAY + 1, MINUTE) : to.slice(0, MINUTE)}`
