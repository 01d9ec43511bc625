// The overrides of one user, as columns of queries on table exam.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import { type EffectiveOverride, combineOverrides, type Override, noOverride } from './override.rules.ts'

type UserRef = string | RawBuilder<unknown>
/** A condition on exam_override o: it applies to the user or to one of their groups. */
const concerns = (user: UserRef) =>
  sql<boolean>`(o.user_id = ${user} or o.group_id in (select g.group_id from sys_group_user g where g.user_id = ${user}))`

/** The overrides that apply to a user, as a column of a query on table exam; read it with `overrideIn`. */
export const overridesColumn = (user: UserRef) =>
  sql`(select coalesce(json_agg(json_build_array(o.user_id is not null, o.minutes, o.percent,
    extract(epoch from o.start_time), extract(epoch from o.end_time), o.tries, o.no_face, o.no_full_screen)), '[]')
    from exam_override o where o.exam_id = exam.id and ${concerns(user)})`

type OverrideTuple = [boolean, number | null, number | null, number | null, number | null, number | null, boolean, boolean]
const timeOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

const readOverrides = (column: unknown): Override[] =>
  (column as OverrideTuple[]).map(([own, minutes, percent, start, end, tries, noFace, noFullScreen]) => ({
    own,
    minutes,
    percent,
    startTime: timeOf(start),
    endTime: timeOf(end),
    tries,
    noFace,
    noFullScreen,
  }))

/** Combines the overrides of `overridesColumn`. @param examMinutes duration of the exam */
export const overrideIn = (column: unknown, examMinutes: number): EffectiveOverride & { arranged: boolean } => {
  const rows = readOverrides(column)
  return { ...(rows.length === 0 ? noOverride : combineOverrides(rows, examMinutes)), arranged: rows.length > 0 }
}

/**
 * Start and end of exams for a user: two expressions for a query on table exam. The user's few overrides are read first, because a list evaluates the
 * expressions for every exam, several times.
 */
export async function windowFor(db: Database, userId: string) {
  const { rows } = await sql<{ examId: string; start: Date | null; end: Date | null }>`
    select o.exam_id, coalesce(min(o.start_time) filter (where o.user_id is not null), min(o.start_time)) as start,
      coalesce(min(o.end_time) filter (where o.user_id is not null), max(o.end_time)) as "end"
    from (select * from exam_override where user_id = ${userId}
      union all select * from exam_override where group_id in (select g.group_id from sys_group_user g where g.user_id = ${userId})) as o
    where o.start_time is not null or o.end_time is not null group by o.exam_id`.execute(db)
  const ids = sql`${rows.map((row) => row.examId)}::bigint[]`
  const own = (name: 'start' | 'end') =>
    rows.length === 0 ? sql`null::timestamptz` : sql`(${rows.map((row) => row[name])}::timestamptz[])[array_position(${ids}, exam.id)]`
  return {
    start: sql<Date | null>`coalesce(${own('start')}, exam.start_time)`,
    end: sql<Date | null>`coalesce(${own('end')}, exam.end_time)`,
  }
}
