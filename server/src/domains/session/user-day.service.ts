// Who was active on which day of the site's time zone.
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'

/** Records that a user was active at this moment; a day has one row for each user. */
export async function recordUserDay({ config }: Pick<App, 'config'>, db: Database, userId: string, at: Date): Promise<void> {
  await sql`insert into sys_user_day (day, user_id) values ((${at}::timestamptz at time zone ${config.timeZone})::date, ${userId}::bigint)
    on conflict do nothing`.execute(db)
}

/** Adds the days of successful sign-ins since `from`, for the time in which days were not recorded. */
export async function addSignInDays({ config, db }: Pick<App, 'config' | 'db'>, from: Date): Promise<void> {
  await sql`insert into sys_user_day (day, user_id)
    select distinct (l.create_time at time zone ${config.timeZone})::date, l.user_id from sys_login_log l
    join sys_user on sys_user.id = l.user_id where l.success and l.create_time >= ${from}
    on conflict do nothing`.execute(db)
}
