// The line of a learner's week: streak, goal, points, next certificate.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type statToday, USUAL_GOAL } from '@shuyuan/contract/stat/total.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { site } from '../../site/config/config.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'
import { paceOf } from './pace.rules.ts'

/** The longest streak that is counted. */
const MAX_DAYS = 60

/** The caller's goal of the week, and whether they see the line. */
export const readPace = async ({ db, user }: Ctx): Promise<Output<typeof statToday.pace>> =>
  (await db.selectFrom('statPace').where('userId', '=', user.id).select(['goal', 'shown']).executeTakeFirst()) ?? {
    goal: USUAL_GOAL,
    shown: true,
  }

/** Stores the caller's choice. */
export async function savePace({ db, user }: Ctx, { goal, shown }: Input<(typeof statToday)['save-pace']>): Promise<true> {
  await db
    .insertInto('statPace')
    .values({ userId: user.id, goal, shown })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ goal, shown }))
    .execute()
  return true
}

/** The caller's line; null where the site or the caller has switched it off. */
export async function paceOfCaller(ctx: Ctx): Promise<Output<typeof statToday.mine>['pace']> {
  const { props } = await site(ctx)
  if (!props.learnPace) return null
  const { goal, shown } = await readPace(ctx)
  if (!shown) return null
  const today = dayAgo(ctx.now, 0)
  const [days, points, cert] = await Promise.all([learntDays(ctx), pointsOf(ctx), props.moduleCert ? nextCert(ctx) : null])
  const { streak, week } = paceOf(days, today)
  return { streak, days: week, goal, points, cert }
}

/**
 * The caller's days of the last two months with learning, training or an exam. Days of learning are found by the primary key, which begins
 * with the day. A training that lies within one day needs none of its answers.
 */
async function learntDays({ app, db, now, user }: Ctx): Promise<Set<string>> {
  const days = Array.from({ length: MAX_DAYS + 1 }, (_, ago) => dayAgo(now, ago))
  const since = sql`${days.at(-1)}::timestamp at time zone ${app.config.timeZone}`
  const dayOf = (column: string) => sql`to_char(${sql.raw(column)} at time zone ${app.config.timeZone}, 'YYYY-MM-DD')`
  const { rows } = await sql<{ day: string }>`
    with own as materialized (select id, create_time, update_time from train
      where user_id = ${user.id}::bigint and update_time >= ${since} and answer_count > 0)
    select to_char(day, 'YYYY-MM-DD') as day from course_learn_day
      where day = any(${days}::date[]) and user_id = ${user.id}::bigint and sec > 0
    union select ${dayOf('update_time')} from own
    union select ${dayOf('a.create_time')} from own join train_answer a on a.train_id = own.id
      where own.update_time - own.create_time > interval '12 hours'
    union select ${dayOf('hand_time')} from (select hand_time from paper
      where user_id = ${user.id}::bigint and state > ${sql.lit(PaperState.open)} order by id desc limit 100) as p where hand_time >= ${since}`.execute(
    db,
  )
  return new Set(rows.map((row) => row.day))
}

const pointsOf = async ({ db, user }: Ctx) =>
  (await db.selectFrom('sysUser').where('id', '=', user.id).select('points').executeTakeFirst())?.points ?? 0

/** The certificate that the course learnt last earns, of those that are not finished. */
async function nextCert({ db, now, user }: Ctx) {
  const row = await db
    .selectFrom('courseLearn')
    .innerJoin('course', 'course.id', 'courseLearn.courseId')
    .innerJoin('cert', 'cert.id', 'course.certId')
    .where('courseLearn.userId', '=', user.id)
    .where('courseLearn.finishTime', 'is', null)
    .where('course.state', '=', CourseState.enabled)
    .where((e) => e.or([e('course.endTime', 'is', null), e('course.endTime', '>', now)]))
    .orderBy('courseLearn.lastTime', 'desc')
    .limit(1)
    .select(['cert.title', 'course.id as courseId', 'course.title as courseTitle'])
    .executeTakeFirst()
  return row ?? null
}
