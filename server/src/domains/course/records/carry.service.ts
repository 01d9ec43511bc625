// Learning of another system, for npm run migrate: stored with its old times. It awards no points and no certificates, and sends no messages.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, json } from '../../../kernel/database.ts'

/** `seconds` that were learnt; `percent` 0 to 100. */
export type CarriedLearning = {
  courseId: string
  fileId: string
  userId: string
  seconds: number
  percent: number
  finishTime: Date | null
  startTime: Date
  lastTime: Date
}

/**
 * Adds what users have learnt. Rows that are here stay as they are. The seconds count for the day of `lastTime`; who has finished all required
 * files of a course has finished it.
 * @returns ids of course_file_learn by place in `rows`; undefined for one that was here before
 */
export async function carryLearning({ app, db }: Ctx, rows: readonly CarriedLearning[]): Promise<(string | undefined)[]> {
  const given = json(
    rows.map((one, at) => ({ ...one, at, percent: one.finishTime ? 100 : Math.min(99, Math.max(0, Math.floor(one.percent))) })),
  )
  const record = sql`jsonb_to_recordset(${given}::jsonb) as one ("at" int, "courseId" bigint, "fileId" bigint, "userId" bigint, seconds int,
    percent smallint, "finishTime" timestamptz, "startTime" timestamptz, "lastTime" timestamptz)`
  const { rows: added } = await sql<{ id: string; at: number }>`with fresh as (
      insert into course_file_learn (course_id, file_id, user_id, learn_sec, process, finish_time, create_time, update_time)
      select "courseId", "fileId", "userId", seconds, percent, "finishTime", "startTime", "lastTime" from ${record}
      on conflict (user_id, course_id, file_id) do nothing returning id, course_id, file_id, user_id)
    select fresh.id::text, one.at from fresh
      join ${record} on one."courseId" = fresh.course_id and one."fileId" = fresh.file_id and one."userId" = fresh.user_id`.execute(db)
  const ids = new Map(added.map((row) => [row.at, row.id]))
  const own = json(rows.flatMap((one, at) => (ids.has(at) ? [one] : [])))
  const kept = sql`jsonb_to_recordset(${own}::jsonb) as one ("courseId" bigint, "userId" bigint, seconds int, "startTime" timestamptz,
    "lastTime" timestamptz)`
  await sql`insert into course_learn (course_id, user_id, start_time, last_time)
    select "courseId", "userId", min("startTime"), max("lastTime") from ${kept} group by 1, 2 on conflict (user_id, course_id) do nothing`.execute(
    db,
  )
  await sql`insert into course_learn_day (day, user_id, course_id, sec)
    select ("lastTime" at time zone ${app.config.timeZone})::date, "userId", "courseId", least(sum(seconds), 86400) from ${kept}
    where seconds > 0 group by 1, 2, 3
    on conflict (day, user_id, course_id) do update set sec = course_learn_day.sec + excluded.sec`.execute(db)
  await finishThrough({ db }, rows)
  return rows.map((_one, at) => ids.get(at))
}

/** The course was finished with its last required file. */
const finishThrough = ({ db }: Pick<Ctx, 'db'>, rows: readonly CarriedLearning[]) =>
  sql`update course_learn l set finish_time = through.last
    from (select p.user_id, p.course_id, max(p.finish_time) as last, count(p.finish_time) as n from course_file_learn p
      join course_item i on i.course_id = p.course_id and i.file_id = p.file_id and i.required
      where p.course_id = any(${[...new Set(rows.map((one) => one.courseId))]}::bigint[])
        and p.user_id = any(${[...new Set(rows.map((one) => one.userId))]}::bigint[]) group by 1, 2) through
    where l.user_id = through.user_id and l.course_id = through.course_id and l.finish_time is null
      and through.n = (select count(*) from course_item i where i.course_id = l.course_id and i.required) and through.n > 0`.execute(db)

/** Takes back what carryLearning added; of a course with nothing left to a user also its start and its days. */
export async function removeLearning({ db }: Ctx, ids: readonly string[]): Promise<void> {
  const gone = await db.deleteFrom('courseFileLearn').where(among('id', ids)).returning(['courseId', 'userId']).execute()
  const left = sql`jsonb_to_recordset(${json(gone)}::jsonb) as one ("courseId" bigint, "userId" bigint)
      where t.course_id = one."courseId" and t.user_id = one."userId"
        and not exists (select from course_file_learn p where p.course_id = t.course_id and p.user_id = t.user_id)`
  await sql`delete from course_learn_day t using ${left}`.execute(db)
  await sql`delete from course_learn t using ${left}`.execute(db)
}
