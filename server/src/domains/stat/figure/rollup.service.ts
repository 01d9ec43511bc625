// Counts the figures of days and the totals beforehand (docs/decisions/0085).
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { totalsOf } from '../../site/config/total.service.ts'
import { addSignInDays } from '../../session/user-day.service.ts'
import { countedByDepart, type Day, figureColumns } from './figure.service.ts'

export const DAYS_JOB = 'stat.days'
export const NIGHT_JOB = 'stat.night'
export const BACKFILL_JOB = 'stat.backfill'
const LOCK = 7_202_611
const DAY_MS = 86_400_000
/** Papers are marked and corrected, and learning is reported, a little later than the day to which they belong. */
export const RECENT_DAYS = 3
/** The longest chart; marks of older papers still change figures of these days. */
export const NIGHT_DAYS = 92
/** How far back a site is counted that has no figures yet, and how many of these days one step counts. */
const FIRST_DAYS = 800
const STEP_DAYS = 31

/** The day of the site's time zone, `daysAgo` days before now. */
export const dayAgo = (now: Date, daysAgo: number): Day => {
  const [year = 0, month = 1, day = 1] = toWallClock(now).slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day - daysAgo)).toISOString().slice(0, 10)
}

/** Replaces the figures of the days `from` to `to`, both included. @param done joins the transaction */
async function countAgain(app: App, from: Day, to: Day, done: (db: App['db']) => Promise<unknown> = async () => undefined) {
  await app.db.transaction().execute(async (db) => {
    // two servers that count at the same time would insert the same rows
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
    await sql`delete from stat_day where day between ${from}::date and ${to}::date`.execute(db)
    await sql`insert into stat_day (dept_code, day, ${figureColumns}) ${countedByDepart(app, from, to)}`.execute(db)
    await done(db)
  })
}

/** Counts the last `days` days, today included, and today's totals. */
export async function rollUp(app: App, days: number): Promise<void> {
  const now = app.clock()
  const known = await app.db.selectFrom('statDay').select('day').limit(1).executeTakeFirst()
  if (!known) await addSignInDays(app, new Date(now.getTime() - NIGHT_DAYS * DAY_MS))
  const to = dayAgo(now, 0)
  await countAgain(app, dayAgo(now, days - 1), to)
  for (const [name, total] of totalsOf(app)) {
    const value = await total.count(app.db, undefined)
    await sql`insert into stat_total (name, day, value, time) values (${name}, ${to}::date, ${value}, ${now})
      on conflict (name, day) do update set value = excluded.value, time = excluded.time`.execute(app.db)
  }
}

/**
 * Counts the next older days of a site that had no figures, one step, down to the first user, at most 800 days.
 * @returns whether older days are left
 */
export async function countOlderDays(app: App): Promise<boolean> {
  const now = app.clock()
  const stored = await sql<{ day: Day }>`select to_char(from_day, 'YYYY-MM-DD') as day from stat_backfill`.execute(app.db)
  const before = stored.rows[0]?.day ?? dayAgo(now, -1)
  const { rows } = await sql<{ least: Day; from: Day; to: Day }>`
    select to_char(least, 'YYYY-MM-DD') as least, to_char(greatest(least, ${before}::date - ${STEP_DAYS}::integer), 'YYYY-MM-DD') as from,
      to_char(${before}::date - 1, 'YYYY-MM-DD') as to
    from (select greatest(${dayAgo(now, FIRST_DAYS - 1)}::date,
      (min(create_time) at time zone ${app.config.timeZone})::date) as least from sys_user) as bound`.execute(app.db)
  const [step] = rows
  if (!step || step.to < step.least) return false
  await countAgain(app, step.from, step.to, (db) =>
    sql`insert into stat_backfill (from_day) values (${step.from}::date) on conflict (only_row) do update set from_day = excluded.from_day`.execute(
      db,
    ),
  )
  return step.from > step.least
}
