// What waits for a back-office user today, and the steps of a new site.
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { watchTags } from '@shuyuan/contract/exam/entry/invigilation.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { InvoiceState } from '@shuyuan/contract/pay/order-state.ts'
import type { statFirst, statWork, TodoName } from '@shuyuan/contract/stat/total.ts'
import { RealState } from '@shuyuan/contract/account/realname/real.ts'
import { type RawBuilder, sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { mayWatch } from '../../exam/entry/invigilation.service.ts'
import { withinPaperScope } from '../../paper/grade/paper-scope.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { site } from '../../site/config/config.service.ts'
import { briefly } from '../figure/briefly.service.ts'
import { overdueInScope } from './overdue.service.ts'
import { type Modules, readSteps } from './steps.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'

/** Counting ends here: more says no more to the reader, and takes longer. */
const COUNT_LIMIT = 1_000
const MOST_WATCHED = 10
const WEEK_MS = 7 * 86_400_000

/** Waiting work that the caller may do, and the steps that are left on a new site; for users of the back office. */
export async function readWork(ctx: Ctx): Promise<Output<typeof statWork.todo>> {
  const { moduleCourse, moduleExam, moduleCert } = (await site(ctx)).props
  return briefly(ctx, `work ${ctx.user.id} ${moduleCourse} ${moduleExam} ${moduleCert} ${[...ctx.user.permissions].length}`, async () => {
    const todos: Output<typeof statWork.todo>['todos'] = []
    for (const [name, rows] of await waiting(ctx, { moduleCourse, moduleExam })) {
      const found = await sql<{ count: number }>`select count(*)::int as count from (${rows} limit ${COUNT_LIMIT}) as found`.execute(ctx.db)
      todos.push({ name, count: found.rows[0]?.count ?? 0 })
    }
    const watched = moduleExam && !can(ctx, 'dashboard') ? await readWatched(ctx) : []
    return { todos, watched, steps: await readSteps(ctx, { moduleCourse, moduleExam, moduleCert }) }
  })
}

/** The first steps of a new site that the caller has a part in; a learner has none. */
export async function readFirstSteps(ctx: Ctx): Promise<Output<(typeof statFirst)['first-steps']>> {
  const steps = await readSteps(ctx, (await site(ctx)).props)
  return steps.map(({ name, done }) => ({ key: name, done }))
}

/** The exams that the caller may watch: those that run, the soonest end first, then those that begin within a week. */
async function readWatched(ctx: Ctx): Promise<Output<typeof statWork.todo>['watched']> {
  if (!watchTags.some((tag) => can(ctx, tag))) return []
  const running = sql<boolean>`coalesce(start_time <= ${ctx.now}, true)`
  return ctx.db
    .selectFrom('exam')
    .where('state', '=', ExamState.enabled)
    .where('offline', '=', false)
    .where('archivedAt', 'is', null)
    .where(sql<boolean>`coalesce(end_time > ${ctx.now}, true) and coalesce(start_time < ${new Date(ctx.now.getTime() + WEEK_MS)}, true)`)
    .where(await mayWatch(ctx))
    .select(['id', 'title', 'startTime', 'endTime', running.as('running')])
    .orderBy(running, 'desc')
    .orderBy(sql`case when ${running} then end_time else start_time end asc nulls last`)
    .orderBy('id')
    .limit(MOST_WATCHED)
    .execute()
}

async function waiting(ctx: Ctx, { moduleCourse, moduleExam }: Omit<Modules, 'moduleCert'>): Promise<[TodoName, RawBuilder<unknown>][]> {
  const zone = ctx.app.config.timeZone
  const today = sql`${dayAgo(ctx.now, 0)}::date`
  const isToday = (column: string) =>
    sql`(${sql.raw(column)} >= ${today}::timestamp at time zone ${zone} and ${sql.raw(column)} < (${today} + 1)::timestamp at time zone ${zone})`
  const people = await withinDataScope(ctx)
  const may = (tag: string, isOn: boolean) => isOn && can(ctx, tag)
  const found: [TodoName, RawBuilder<unknown>][] = []
  const add = (name: TodoName, isWanted: boolean, rows: RawBuilder<unknown>) => void (isWanted && found.push([name, rows]))
  const seesExams = can(ctx, 'exam:list') ? sql`true` : sql`${await mayWatch(ctx)}`
  const watches = ['exam:list', 'exam:watch', 'exam:invigilate'].some((tag) => may(tag, moduleExam))
  add(
    'exams',
    watches,
    sql`select from exam where state = ${ExamState.enabled} and (${isToday('start_time')} or ${isToday('end_time')}) and ${seesExams}`,
  )
  add(
    'papers',
    may('paper:review', moduleExam),
    sql`select from paper join sys_user on sys_user.id = paper.user_id
      where paper.state = ${sql.lit(PaperState.marking)} and not grading_needed and ${await withinPaperScope(ctx)}`,
  )
  add(
    'applies',
    may('exam:apply:list', moduleExam),
    sql`select from exam_apply join sys_user on sys_user.id = exam_apply.user_id where audit_state = ${sql.lit(AuditState.waiting)} and ${people}`,
  )
  add(
    'reals',
    may('sys:user:real:list', true),
    sql`select from sys_real join sys_user on sys_user.id = sys_real.user_id where sys_real.state = ${sql.lit(RealState.waiting)} and ${people}`,
  )
  add(
    'invoices',
    may('pay:invoice:list', true),
    sql`select from pay_invoice join sys_user on sys_user.id = pay_invoice.user_id
      where invoice_state = ${sql.lit(InvoiceState.processing)} and ${people}`,
  )
  // counted beforehand, by department: one row of the sum stands for one person
  add(
    'overdue',
    may('course:stat', moduleCourse),
    sql`select from generate_series(1, (select least(${COUNT_LIMIT}, coalesce(sum(overdue), 0))::integer from stat_overdue where ${await overdueInScope(ctx)}))`,
  )
  return found
}
