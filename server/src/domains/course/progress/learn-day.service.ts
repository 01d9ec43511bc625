// Learning time by day, for the figures of a week or a month.
import { type QueryCreator, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { DB } from '../../../kernel/tables.ts'

/** An insert that adds `sec` seconds, if any, to the caller's day in a course; the day is that of the site's time zone. */
export const addToDay = (q: QueryCreator<DB>, { app, user, now }: Ctx, courseId: string, sec: number) =>
  q
    .insertInto('courseLearnDay')
    .columns(['day', 'userId', 'courseId', 'sec'])
    .expression(
      sql`select (${now}::timestamptz at time zone ${app.config.timeZone})::date, ${user.id}::bigint, ${courseId}::bigint, ${sec}::integer
        where ${sec}::integer > 0`,
    )
    .onConflict((conflict) =>
      conflict.columns(['day', 'userId', 'courseId']).doUpdateSet({ sec: sql<number>`course_learn_day.sec + excluded.sec` }),
    )
