// A learner's streak and week, from the days on which they learnt.
const DAY_MS = 86_400_000

const before = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
/** Days since Monday, 0 to 6. */
const sinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/**
 * @param days days with learning, as `YYYY-MM-DD`
 * @returns `streak`: days in a row up to today; up to yesterday while today has none. `week`: days since Monday.
 */
export function paceOf(days: ReadonlySet<string>, today: string): { streak: number; week: number } {
  let streak = 0
  for (let day = days.has(today) ? today : before(today, 1); days.has(day); day = before(day, 1)) streak += 1
  const week = Array.from({ length: sinceMonday(today) + 1 }, (_, ago) => before(today, ago)).filter((day) => days.has(day)).length
  return { streak, week }
}
