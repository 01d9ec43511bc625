// Users, learning and exams by day: days before today were counted beforehand, today is counted now.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { totalExam, totalLearn, totalUser } from '@shuyuan/contract/stat/exam-total.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { briefly, reachOf, scaled, scaleOf } from '../figure/briefly.service.ts'
import { countDays, figureSums, type Figures, noFigures } from '../figure/figure.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'
import { totalsOf } from '../../site/config/total.service.ts'

type Row = Figures & { day: string }

/** The figures of the last `days` days within the caller's data scope, oldest first, today last. */
async function lastDays(ctx: Ctx, days: number): Promise<Row[]> {
  const reach = await reachOf(ctx)
  const [from, to] = [dayAgo(ctx.now, days - 1), dayAgo(ctx.now, 0)]
  const found = await briefly(ctx, `days ${from} ${to} ${reach.key}`, async () => {
    // who sees only themselves has few rows: all days are counted now
    if (!reach.departs) return countDays(ctx.app, from, to, reach.people)
    const [stored, today] = await Promise.all([
      sql<Row>`select to_char(day, 'YYYY-MM-DD') as day, ${figureSums} from stat_day
        where day >= ${from}::date and day < ${to}::date and ${reach.departs} group by stat_day.day`.execute(ctx.app.db),
      briefly(ctx, `today ${to} ${reach.key}`, () => countDays(ctx.app, to, to, reach.people)),
    ])
    return new Map<string, Figures>([...stored.rows.map((row) => [row.day, row] as const), ...today])
  })
  return Array.from({ length: days }, (_, at) => {
    const day = dayAgo(ctx.now, days - 1 - at)
    return { ...(found.get(day) ?? noFigures), day }
  })
}

/** Attempts started on each day, their candidates, and the candidates of these attempts who passed. */
export async function examWeek(ctx: Ctx, { days }: Input<typeof totalExam.week>): Promise<Output<typeof totalExam.week>> {
  const scale = await scaleOf(ctx)
  return (await lastDays(ctx, days)).map((row) => ({
    dateStr: row.day,
    examCount: scaled(row.examCount, scale),
    examUser: scaled(row.examUser, scale),
    passUser: scaled(row.passUser, scale),
  }))
}

/** New and active users of each day, and how many of today's users existed at its end. */
export async function userWeek(ctx: Ctx, { days }: Input<typeof totalUser.week>): Promise<Output<typeof totalUser.week>> {
  const [scale, rows, reach] = await Promise.all([scaleOf(ctx), lastDays(ctx, days), reachOf(ctx)])
  let all = await briefly(
    ctx,
    `users ${reach.key}`,
    async () => (await totalsOf(ctx.app).get('userCount')?.count(ctx.app.db, reach.people)) ?? 0,
  )
  const shown = rows.toReversed().map((row) => {
    const allUser = Math.max(0, all)
    all -= row.newUser
    return {
      dateStr: row.day,
      newUser: scaled(row.newUser, scale),
      activeUser: scaled(row.activeUser, scale),
      allUser: scaled(allUser, scale),
    }
  })
  return shown.toReversed()
}

/** Users who learnt, users who finished a course, and the mean learning time in minutes of each day. */
export async function learnWeek(ctx: Ctx, { days }: Input<typeof totalLearn.week>): Promise<Output<typeof totalLearn.week>> {
  const scale = await scaleOf(ctx)
  return (await lastDays(ctx, days)).map((row) => ({
    dateStr: row.day,
    learnUser: scaled(row.learnUser, scale),
    finishUser: scaled(row.finishUser, scale),
    avgTime: row.learnUser === 0 ? 0 : Math.round(row.learnSec / row.learnUser / 6) / 10,
  }))
}
