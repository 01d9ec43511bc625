// What arrangements mean for one person: columns of queries on table exam.
import { type RawBuilder, sql } from 'kysely'
import { type Arrangement, arrangementOf, type Override, plainArrangement } from './override.rules.ts'

type UserRef = string | RawBuilder<unknown>
/** A condition on exam_override o: it concerns this person, himself or by a group. */
const concerns = (user: UserRef) =>
  sql<boolean>`(o.user_id = ${user} or o.group_id in (select g.group_id from sys_group_user g where g.user_id = ${user}))`

/** The arrangements that concern a person, as a column of a query on table exam; read it with `arrangementIn`. */
export const overridesColumn = (user: UserRef) =>
  sql`(select coalesce(json_agg(json_build_array(o.user_id is not null, o.minutes, o.percent,
    extract(epoch from o.start_time), extract(epoch from o.end_time), o.tries, o.no_face, o.no_full_screen)), '[]')
    from exam_override o where o.exam_id = exam.id and ${concerns(user)})`

type Packed = [boolean, number | null, number | null, number | null, number | null, number | null, boolean, boolean]
const timeOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

const readOverrides = (column: unknown): Override[] =>
  (column as Packed[]).map(([own, minutes, percent, start, end, tries, noFace, noFullScreen]) => ({
    own,
    minutes,
    percent,
    startTime: timeOf(start),
    endTime: timeOf(end),
    tries,
    noFace,
    noFullScreen,
  }))

/** What `overridesColumn` comes to. @param examMinutes the exam's duration */
export const arrangementIn = (column: unknown, examMinutes: number): Arrangement & { arranged: boolean } => {
  const rows = readOverrides(column)
  return { ...(rows.length === 0 ? plainArrangement : arrangementOf(rows, examMinutes)), arranged: rows.length > 0 }
}

/** The window of exams as it is for a person: two expressions for a query on table exam. */
export const windowFor = (userId: string) => {
  const own = (read: RawBuilder<unknown>) => sql`(select ${read} from exam_override o where o.exam_id = exam.id and ${concerns(userId)})`
  const start = own(sql`coalesce(min(o.start_time) filter (where o.user_id is not null), min(o.start_time))`)
  const end = own(sql`coalesce(min(o.end_time) filter (where o.user_id is not null), max(o.end_time))`)
  return {
    start: sql<Date | null>`coalesce(${start}, exam.start_time)`,
    end: sql<Date | null>`coalesce(${end}, exam.end_time)`,
  }
}
