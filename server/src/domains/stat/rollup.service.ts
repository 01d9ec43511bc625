// Counts the figures of days and the totals beforehand (docs/decisions/0085).
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { totalsOf } from '../sys/site/total.service.ts'
import { addSignInDays } from '../sys/session/user-day.service.ts'
import { countedByDepart, figureColumns } from './figure.service.ts'

export const DAYS_JOB = 'stat.days'
export const NIGHT_JOB = 'stat.night'
const LOCK = 7_202_611
const DAY_MS = 86_400_000
/** Papers are marked and corrected, and learning is reported, a little later than the day to which they belong. */
export const RECENT_DAYS = 3
/** The longest chart; marks of older papers still change figures of these days. */
export const NIGHT_DAYS = 92
/** How far back a site is counted that has no figures yet. */
const FIRST_DAYS = 800

/** The day of the site's time zone, `daysAgo` days before now. */
export const dayAgo = (now: Date, daysAgo: number): string => {
  const [year = 0, month = 1, day = 1] = toWallClock(now).slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day - daysAgo)).toISOString().slice(0, 10)
}

/** Counts the last `days` days, today included, and today's totals; a site without figures is counted from further back. */
export async function rollUp(app: App, days: number): Promise<void> {
  const now = app.clock()
  const known = await app.db.selectFrom('statDay').select('day').limit(1).executeTakeFirst()
  if (!known) await addSignInDays(app, new Date(now.getTime() - NIGHT_DAYS * DAY_MS))
  const from = dayAgo(now, (known ? days : FIRST_DAYS) - 1)
  const to = dayAgo(now, 0)
  await app.db.transaction().execute(async (db) => {
    // two servers that count at the same time would insert the same rows
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
    await sql`delete from stat_day where day between ${from}::date and ${to}::date`.execute(db)
    await sql`insert into stat_day (dept_code, day, ${figureColumns}) ${countedByDepart(app, from, to)}`.execute(db)
  })
  for (const [name, total] of totalsOf(app)) {
    const value = await total.count(app.db, undefined)
    await sql`insert into stat_total (name, day, value, time) values (${name}, ${to}::date, ${value}, ${now})
      on conflict (name, day) do update set value = excluded.value, time = excluded.time`.execute(app.db)
  }
}
