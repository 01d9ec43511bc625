// The figures of days, counted from the tables of other domains; days are those of the site's time zone.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'

export type Day = string
export type Figures = {
  newUser: number
  activeUser: number
  learnUser: number
  finishUser: number
  learnSec: number
  examCount: number
  examUser: number
  passUser: number
}
export const figureColumns = sql.raw('new_user, active_user, learn_user, finish_user, learn_sec, exam_count, exam_user, pass_user')
export const figureSums = sql.raw(
  ['new_user', 'active_user', 'learn_user', 'finish_user', 'learn_sec', 'exam_count', 'exam_user', 'pass_user']
    .map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`)
    .join(', '),
)
export const noFigures: Figures = {
  newUser: 0,
  activeUser: 0,
  learnUser: 0,
  finishUser: 0,
  learnSec: 0,
  examCount: 0,
  examUser: 0,
  passUser: 0,
}

/** Rows (day, user_id, figures) of the days `from` to `to`, both included: one user has at most one row of each kind and day. */
function parts({ config }: Pick<App, 'config'>, from: Day, to: Day) {
  const zone = config.timeZone
  const start = sql`${from}::date::timestamp at time zone ${zone}`
  const end = sql`(${to}::date + 1)::timestamp at time zone ${zone}`
  const dayOf = (column: string) => sql`(${sql.raw(column)} at time zone ${zone})::date`
  return sql`
    select ${dayOf('create_time')} as day, id as user_id, 1 as new_user, 0 as active_user, 0 as learn_user, 0 as finish_user, 0 as learn_sec,
      0 as exam_count, 0 as exam_user, 0 as pass_user from sys_user where create_time >= ${start} and create_time < ${end}
    union all select day, user_id, 0, 1, 0, 0, 0, 0, 0, 0 from sys_user_day where day between ${from}::date and ${to}::date
    union all select day, user_id, 0, 0, 1, 0, sum(sec), 0, 0, 0 from course_learn_day where day between ${from}::date and ${to}::date
      group by day, user_id
    union all select distinct ${dayOf('finish_time')}, user_id, 0, 0, 0, 1, 0, 0, 0, 0 from course_learn
      where finish_time >= ${start} and finish_time < ${end}
    union all select ${dayOf('start_time')} as taken, user_id, 0, 0, 0, 0, 0, count(*), 1,
      coalesce(bool_or(passed) filter (where state = ${sql.lit(PaperState.done)}), false)::integer from paper
      where state >= ${sql.lit(PaperState.open)} and start_time >= ${start} and start_time < ${end} group by taken, user_id`
}

/** Figures by day, of the users for whom `people` (a condition on sys_user) holds, of everybody without it; days without any are missing. */
export async function countDays(
  app: Pick<App, 'config' | 'db'>,
  from: Day,
  to: Day,
  people?: Expression<SqlBool>,
): Promise<Map<Day, Figures>> {
  const joined = people ? sql`join sys_user on sys_user.id = part.user_id where ${people}` : sql``
  const { rows } = await sql<Figures & { day: Day }>`
    select to_char(part.day, 'YYYY-MM-DD') as day, ${figureSums} from (${parts(app, from, to)}) as part ${joined} group by part.day`.execute(
    app.db,
  )
  return new Map(rows.map(({ day, ...figures }) => [day, figures]))
}

/** A select of (dept_code, day, figures) by department and, with an empty code, for the whole site. */
export const countedByDepart = (app: Pick<App, 'config'>, from: Day, to: Day) => sql`
  select coalesce(sys_user.dept_code, ''), part.day, ${figureSums} from (${parts(app, from, to)}) as part
  join sys_user on sys_user.id = part.user_id group by grouping sets ((part.day), (part.day, sys_user.dept_code))`
